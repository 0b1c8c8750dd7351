// The kernels of contraction. First, the edges of each node are added up by community. Then these
// sums are added to the table of the node's own community.
#pragma once

#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_scan.cuh"
#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake::louvain {

// Arrays with an element for each community.
struct ContractedCommunities {
  unsigned long long* edges;  // the sum of the members' degrees: an upper bound for `degrees`
  unsigned long long* loops;
  unsigned long long* strengths;
  std::int64_t* tables;  // where the community's table begins; [count + 1]
  int* degrees;          // how many slots of the table are filled
  EdgeIndex* offsets;    // where the community's row begins; [count + 1]
  int* ranks;            // how many earlier communities have edges; [count + 1]
};

// Finds the smallest member of each community, with one thread per node.
__global__ void find_first_members_gpu(const Node* community, Node nodes, Node* first) {
  for_each_of_grid(nodes, [&](std::int64_t v) {
    if (first[community[v]] > v) atomicMin(first + community[v], static_cast<Node>(v));
  });
}

__global__ void mark_first_members_gpu(const Node* community, Node nodes, const Node* first,
                                       int* is_first) {
  for_each_of_grid(nodes, [&](std::int64_t v) { is_first[v] = first[community[v]] == v; });
}

// One thread per node; only this thread writes the number of the node.
__global__ void number_by_first_member_gpu(const Node* community, Node nodes, const Node* first,
                                           const int* rank, Node* number) {
  for_each_of_grid(nodes, [&](std::int64_t v) { number[v] = rank[first[community[v]]]; });
}

// One thread per node. Sums are changed by atomic operations.
template <class InputWeight>
__global__ void add_nodes_gpu(LevelView<InputWeight> level, const Node* number,
                              ContractedCommunities made) {
  for_each_of_grid(level.nodes, [&](std::int64_t v) {
    const Node c = number[v];
    const EdgeIndex degree = level.offsets[v + 1] - level.offsets[v];
    if (degree > 0) atomicAdd(made.edges + c, static_cast<unsigned long long>(degree));
    if (level.loops[v] > 0) {
      atomicAdd(made.loops + c, static_cast<unsigned long long>(level.loops[v]));
    }
    atomicAdd(made.strengths + c, static_cast<unsigned long long>(level.strengths[v]));
  });
}

// One thread per community. No table needs more slots than twice the number of communities.
__global__ void size_tables_gpu(ContractedCommunities made, const int* count, Node nodes) {
  const auto most = 2ull * static_cast<unsigned long long>(*count);
  for_each_of_grid(nodes, [&](std::int64_t c) {
    made.tables[c] = c < *count ? static_cast<std::int64_t>(min(2 * made.edges[c], most)) : 0;
  });
}

template <int kWords>
__global__ void clear_slots_gpu(const std::int64_t* size, GpuTable<kWords> tables) {
  for_each_of_grid(*size, [&](std::int64_t slot) { tables.clear_slot(slot); });
}

// Nodes of one class (see class_of), and the tables in which their edges are added up. The nodes
// are of the fine level: the graph before the contraction.
template <class InputWeight, int kWords>
struct Merge {
  LevelView<InputWeight> level;
  const Node* number;
  const Node* list;
  std::int64_t size;  // number of nodes, or of chunks of hubs
  const int* chunk_starts;
  const int* hub_of_chunk;
  GpuTable<kWords> tables;
  ContractedCommunities made;

  // Called by kThreads threads, for at most kThreads * kEdgesEach edges of v from `begin` on. Adds
  // up these edges in the small table `room`, and then adds the sums to the table of v's community.
  // Afterwards the slots of `room` are free again.
  template <int kThreads, class Wait>
  __device__ void hand_over(Node v, EdgeIndex begin, EdgeIndex end, const GpuTable<kWords>& room,
                            int thread, const Wait& wait) const {
    const Node own = number[v];
    Entered entered;
    const auto to_own =
        enter_edges<kThreads>(level, number, begin, end, own, room, thread, &entered);
    constexpr int kLanes = kThreads < kWarpSize ? kThreads : kWarpSize;
    const auto all_to_own = Tile<kLanes>::sum(to_own);
    if (thread % kLanes == 0 && all_to_own > 0) atomicAdd(made.loops + own, all_to_own);
    wait();
    const std::int64_t start = made.tables[own];
    const auto whole = tables.part(start, static_cast<unsigned>(made.tables[own + 1] - start));
    int first = 0;
#pragma unroll
    for (int i = 0; i < kEdgesEach; ++i) {
      if (entered.slot[i] == kNoSlot) continue;
      const auto sum = room.sum(entered.slot[i]);
      room.clear_slot(entered.slot[i]);
      if (whole.add(entered.community[i], sum) != kNoSlot) ++first;
    }
    if (first > 0) atomicAdd(made.degrees + own, first);
    wait();
  }
};

// One tile per node; tables change by atomic operations.
template <int kLanes, class InputWeight, int kWords>
__global__ void __launch_bounds__(kPassThreads) merge_gpu(Merge<InputWeight, kWords> merge) {
  constexpr unsigned kSlots = kPassWarps * kSlotsOfWarp;
  constexpr int kTiles = kPassThreads / kLanes;
  __shared__ Node keys[kSlots];
  __shared__ unsigned sums[kWords * kSlots];
  const int tile = static_cast<int>(threadIdx.x) / kLanes;
  const int lane = Tile<kLanes>::lane();
  const auto room = GpuTable<kWords>{keys, sums, sums + (kWords - 1) * kSlots, kSlots}.part(
      tile * (kSlots / kTiles), kSlots / kTiles);
  room.clear(lane, kLanes);
  Tile<kLanes>::wait();
  for (std::int64_t i = std::int64_t{blockIdx.x} * kTiles + tile; i < merge.size;
       i += std::int64_t{gridDim.x} * kTiles) {
    const Node v = merge.list[i];
    const EdgeIndex end = merge.level.offsets[v + 1];
    for (EdgeIndex e = merge.level.offsets[v]; e < end; e += kLanes * kEdgesEach) {
      merge.template hand_over<kLanes>(v, e, end, room, lane, [] { Tile<kLanes>::wait(); });
    }
  }
}

// One block for every kEdgesOfBlock edges of a node.
template <class InputWeight, int kWords>
__global__ void __launch_bounds__(kPassThreads)
    merge_by_blocks_gpu(Merge<InputWeight, kWords> merge) {
  constexpr unsigned kSlots = kPassWarps * kSlotsOfWarp;
  __shared__ Node keys[kSlots];
  __shared__ unsigned sums[kWords * kSlots];
  const int thread = static_cast<int>(threadIdx.x);
  const GpuTable<kWords> room{keys, sums, sums + (kWords - 1) * kSlots, kSlots};
  room.clear(thread, kPassThreads);
  __syncthreads();
  for (std::int64_t i = blockIdx.x; i < merge.size; i += gridDim.x) {
    const int hub = merge.hub_of_chunk == nullptr ? static_cast<int>(i) : merge.hub_of_chunk[i];
    const std::int64_t chunk = merge.hub_of_chunk == nullptr ? 0 : i - merge.chunk_starts[hub];
    const Node v = merge.list[hub];
    merge.template hand_over<kPassThreads>(v, merge.level.offsets[v] + chunk * kEdgesOfBlock,
                                           merge.level.offsets[v + 1], room, thread,
                                           [] { __syncthreads(); });
  }
}

// One thread per community writes 1 if the community has edges, and otherwise 0. A scan turns these
// numbers into ranks, and the degrees into offsets.
__global__ void mark_linked_gpu(ContractedCommunities made, const int* count, Node nodes) {
  for_each_of_grid(nodes, [&](std::int64_t c) {
    const int degree = c < *count ? made.degrees[c] : 0;
    made.ranks[c] = degree > 0;
    made.offsets[c] = degree;
  });
}

// Communities with edges become nodes, in the order of the communities. The other communities are
// finished, and get the numbers after the last node.
__device__ inline Node node_of_community(const ContractedCommunities& made, const int* count,
                                         Node c) {
  const int before = made.ranks[c];
  const bool linked = made.ranks[c + 1] > before;
  return linked ? before : made.ranks[*count] + c - before;
}

// What the host needs to know about a finished contraction.
struct ContractedSizes {
  int communities;
  Node nodes;
  EdgeIndex edges;
};

__global__ void report_sizes_gpu(ContractedCommunities made, const int* count,
                                 ContractedSizes* sizes) {
  *sizes = {*count, made.ranks[*count], made.offsets[*count]};
}

// One thread per node of the fine level.
__global__ void renumber_gpu(Node* number, Node nodes, ContractedCommunities made,
                             const int* count) {
  for_each_of_grid(nodes,
                   [&](std::int64_t v) { number[v] = node_of_community(made, count, number[v]); });
}

// Counts the filled slots, with one block per tile of slots.
__global__ void __launch_bounds__(kScanThreads)
    count_filled_gpu(const std::int64_t* size, const Node* keys, int* filled, std::int64_t tiles) {
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    std::int64_t mine = 0, all;
    for (int i = 0; i < kScanEach; ++i) {
      const std::int64_t slot = tile * kScanTile + i * kScanThreads + threadIdx.x;
      mine += slot < *size && keys[slot] != kNoCommunity;
    }
    sum_of_lower_threads(mine, &all);
    if (threadIdx.x == 0) filled[tile] = static_cast<int>(all);
  }
}

// One block per tile of slots. It writes the edges of its slots to places that no other block uses.
// The tables and the rows of the new graph are in the order of the communities.
template <int kWords, class Out>
__global__ void __launch_bounds__(kScanThreads)
    write_edges_gpu(const std::int64_t* size, GpuTable<kWords> tables, const EdgeIndex* places,
                    std::int64_t tiles, ContractedCommunities made, const int* count,
                    Node* neighbors, Out* weights) {
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    if (places[tile] == places[tile + 1]) continue;
    const std::int64_t first = tile * kScanTile + threadIdx.x * std::int64_t{kScanEach};
    Node keys[kScanEach];
    std::int64_t mine = 0, all;
    for (int i = 0; i < kScanEach; ++i) {
      keys[i] = first + i < *size ? tables.keys[first + i] : kNoCommunity;
      mine += keys[i] != kNoCommunity;
    }
    EdgeIndex place = places[tile] + sum_of_lower_threads(mine, &all);
    for (int i = 0; i < kScanEach; ++i) {
      if (keys[i] == kNoCommunity) continue;
      neighbors[place] = node_of_community(made, count, keys[i]);
      weights[place++] = static_cast<Out>(tables.sum(first + i));
    }
  }
}

// One thread per community.
__global__ void write_nodes_gpu(ContractedCommunities made, Node count, EdgeIndex* offsets,
                                Weight* loops, Weight* strengths) {
  for_each_of_grid(std::int64_t{count} + 1, [&](std::int64_t c) {
    const int node = made.ranks[c];
    if (c < count && made.ranks[c + 1] == node) return;
    offsets[node] = made.offsets[c];
    if (c == count) return;
    loops[node] = static_cast<Weight>(made.loops[c]);
    strengths[node] = static_cast<Weight>(made.strengths[c]);
  });
}

}  // namespace handshake::louvain
