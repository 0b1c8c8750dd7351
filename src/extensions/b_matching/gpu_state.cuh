// What the kernels of the GPU engine read and write.
#pragma once

#include <cstdint>

#include "extensions/b_matching/entry.hpp"
#include "extensions/common/connect_gpus.cuh"
#include "gpu/warp.cuh"

namespace handshake::b_matching {

// The most neighbors that a node keeps, with one exception: a node with more than
// kMostCached - kMoreCached places keeps all its neighbors, sorted.
constexpr int kMostCached = 32;
constexpr int kMoreCached = 4;        // extra neighbors that a node keeps, beyond one per place
constexpr int kMostInRegisters = 16;  // the most neighbors that a thread can keep
constexpr int kShortList = 64;        // the longest list that one thread reads
// The largest code of a weight in a key, see gpu_short_lists.cuh.
constexpr std::uint32_t kMostCode = (1u << 26) - 1;
constexpr int kHubDegree = 1 << 12;    // the longest list that one warp reads
constexpr int kGiantDegree = 1 << 16;  // the longest list that one block reads

// A queue to which kernels append nodes.
struct NodeQueue {
  Node* nodes;
  unsigned* count;

  __device__ void append(Node v) const { nodes[atomicAdd(count, 1u)] = v; }
  // All lanes of a warp call this function, and those with `keep` append their node. One atomicAdd
  // is enough for all lanes.
  __device__ void append_of_warp(bool keep, Node v) const {
    const unsigned lanes = __ballot_sync(kFullWarp, keep);
    if (lanes == 0) return;
    const int lane = lane_of_thread();
    unsigned begin = 0;
    if (lane == 0) begin = atomicAdd(count, static_cast<unsigned>(__popc(lanes)));
    begin = __shfl_sync(kFullWarp, begin, 0);
    if (keep) nodes[begin + __popc(lanes & ((1u << lane) - 1))] = v;
  }
};

// A queue to which a warp adds only a few of the nodes at which it looks. The warp first collects
// these nodes in its own part of shared memory. All lanes call these functions together.
struct WarpQueue {
  static constexpr int kRoom = 4 * kWarpSize;
  NodeQueue queue;
  Node* collected;  // [kRoom]
  int count = 0;

  __device__ void append(bool keep, Node v) {
    const unsigned lanes = __ballot_sync(kFullWarp, keep);
    if (lanes == 0) return;
    if (keep) collected[count + __popc(lanes & ((1u << lane_of_thread()) - 1))] = v;
    __syncwarp();
    count += __popc(lanes);
    if (count > kRoom - kWarpSize) flush();
  }
  __device__ void flush() {
    const int lane = lane_of_thread();
    unsigned begin = 0;
    if (lane == 0 && count > 0) begin = atomicAdd(queue.count, static_cast<unsigned>(count));
    begin = __shfl_sync(kFullWarp, begin, 0);
    for (int i = lane; i < count; i += kWarpSize) queue.nodes[begin + i] = collected[i];
    __syncwarp();
    count = 0;
  }
};

// Which threads read a list. This depends on the length of the list.
enum class Reader { kThread, kWarp, kBlock, kBlocks };

// Nodes that need neighbors, in one queue for each kind of reader.
struct FillQueues {
  NodeQueue few, many, hubs, giants;

  __device__ void append(Reader reader, Node v) const {
    (reader == Reader::kThread  ? few
     : reader == Reader::kWarp  ? many
     : reader == Reader::kBlock ? hubs
                                : giants)
        .append(v);
  }
  // All lanes of a warp call this function.
  __device__ void append_of_warp(bool keep, Reader reader, Node v) const {
    few.append_of_warp(keep && reader == Reader::kThread, v);
    many.append_of_warp(keep && reader == Reader::kWarp, v);
    hubs.append_of_warp(keep && reader == Reader::kBlock, v);
    giants.append_of_warp(keep && reader == Reader::kBlocks, v);
  }
};

// The neighbors that a node keeps are entries head .. tail - 1 of its list.
struct alignas(8) Window {
  int head, tail;
};
struct alignas(16) NodeState {
  Window window;
  int missing;  // places without a partner
  int placed;   // places with a partner; they come first
};

// Maps order_of_bits of a weight to a number of 16 bits. A heavier weight never gets a smaller
// number.
struct CoarseOrder {
  std::uint32_t lowest;  // order_of_bits of the lightest weight
  int shift;

  __device__ std::uint16_t operator()(std::uint32_t order) const {
    if (order < lowest) return 0;     // the order of kNoEntry
    if (order == ~0u) return 0xffff;  // the order of kAboveAll
    return static_cast<std::uint16_t>(((order - lowest) >> shift) + 1);
  }
};

// For every node, the worst neighbor that would still get a place. `coarse` has 16 bits for the
// weight of this neighbor, which are nearly always enough for a comparison. 16 bits per node fit
// into the cache; whole entries would not.
struct Thresholds {
  std::uint16_t* coarse;
  Entry* exact;

  template <TieRule kRule>
  __device__ bool admits(const EntryOrder<kRule>& rule, Node u, Entry offer) const {
    return !rule.better(u, exact[u], offer);
  }
};

// Where the elements of each node begin in an array of a part. Both members are counted from the
// start of the whole graph, or both from the start of the part.
struct Starts {
  const EdgeIndex* of;  // [own node] where its elements begin
  EdgeIndex first;      // where the part begins; 0 if counted from the start of the part

  __device__ EdgeIndex operator()(Node own) const { return of[own] - first; }
};

// The consecutive nodes begin .. end - 1 that one GPU owns. An array has elements for these nodes
// only, unless it is marked "of all nodes". own(v) is the index of v in arrays of these nodes.
struct BPart {
  Node begin, end;
  const EdgeIndex* offsets;  // of all nodes
  Starts lists;              // where lists that are on the GPU begin in `neighbors` and `bits`
  const Node* neighbors;
  const std::int32_t* bits;  // of the weights
  const std::int32_t* bounds;
  int cached;      // neighbors that a node keeps
  int short_list;  // the longest list that a thread reads alone
  CoarseOrder coarse;
  std::uint32_t key_base;  // what gpu_short_lists.cuh subtracts from order_of_bits of a weight
  int entry_stride;        // entries that each node has room for; 0: see entry_starts
  int place_stride;        // the same for places
  Starts entry_starts, place_starts;
  Entry* entries;
  Entry* last;  // the last neighbor that was put into the list; kNoEntry if no neighbor is left
  NodeState* states;
  int* owed;                            // in the last phase: how many offers a node must make
  Entry* places;                        // the partners of each node
  std::uint32_t* full;                  // of all nodes: one bit each
  Thresholds thresholds;                // of all nodes
  Thresholds thresholds_of[kMostGpus];  // of all nodes: the copies on all GPUs
  int copies;

  __device__ Node own(Node v) const { return v - begin; }
  __device__ EdgeIndex list_begin(Node v) const { return lists(own(v)); }
  __device__ EdgeIndex degree(Node v) const { return offsets[v + 1] - offsets[v]; }
  __device__ int places_of(Node v) const {
    return static_cast<int>(min(static_cast<EdgeIndex>(bounds[own(v)]), degree(v)));
  }
  __device__ Reader reader_of(Node v) const {
    const EdgeIndex length = degree(v);
    return length <= short_list     ? Reader::kThread
           : length <= kHubDegree   ? Reader::kWarp
           : length <= kGiantDegree ? Reader::kBlock
                                    : Reader::kBlocks;
  }
  __device__ bool keeps_all(Node v) const { return places_of(v) + kMoreCached > kMostCached; }
  __device__ int capacity(Node v) const {
    return static_cast<int>(keeps_all(v) ? degree(v)
                                         : min(static_cast<EdgeIndex>(cached), degree(v)));
  }
  __device__ Entry* list(Node v) const {
    return entries + (entry_stride > 0 ? static_cast<EdgeIndex>(own(v)) * entry_stride
                                       : entry_starts(own(v)));
  }
  __device__ Entry* places_begin(Node v) const {
    return places + (place_stride > 0 ? static_cast<EdgeIndex>(own(v)) * place_stride
                                      : place_starts(own(v)));
  }
  __device__ bool is_full(Node v) const { return (full[v >> 5] >> (v & 31)) & 1u; }
  __device__ void publish(Node v, Entry threshold) const {
    for (int copy = 0; copy < copies; ++copy) {
      thresholds_of[copy].coarse[v] = coarse(static_cast<std::uint32_t>(threshold >> 32));
      thresholds_of[copy].exact[v] = threshold;
    }
  }
};

}  // namespace handshake::b_matching
