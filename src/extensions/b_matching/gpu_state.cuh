// What the kernels of the GPU engine read and write.
#pragma once

#include <cstdint>

#include "extensions/b_matching/entry.hpp"
#include "extensions/common/connect_gpus.cuh"
#include "gpu/warp.cuh"

namespace handshake {

// A node with more places than this keeps all its neighbors, sorted.
constexpr int kMostCached = 32;
constexpr int kMoreCached = 4;       // that a node keeps beyond its places
constexpr int kLongList = 128;       // from here on a warp reads a list,
constexpr int kHubDegree = 1 << 12;  // and from here on a block

// A queue of nodes that kernels append to.
struct NodeQueue {
  Node* nodes;
  unsigned* count;

  __device__ void append(Node v) const { nodes[atomicAdd(count, 1u)] = v; }
  // All lanes of a warp call it, and those that keep their node append it: one atomicAdd for all.
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

// Nodes that need neighbors, by the length of their lists.
struct FillQueues {
  NodeQueue few, many, hubs;

  __device__ const NodeQueue& of_degree(EdgeIndex degree) const {
    return degree <= kLongList ? few : degree <= kHubDegree ? many : hubs;
  }
  __device__ void append_of_warp(bool keep, Node v, EdgeIndex degree) const {
    few.append_of_warp(keep && degree <= kLongList, v);
    many.append_of_warp(keep && degree > kLongList && degree <= kHubDegree, v);
    hubs.append_of_warp(keep && degree > kHubDegree, v);
  }
};

// The neighbors that a node has at hand are entries head .. tail - 1 of its list.
struct Window {
  int head, tail;
};

// The consecutive nodes begin .. end - 1 that one GPU owns. Arrays are of these, but for those of all
// nodes; own(v) is the place of v in them.
struct BPart {
  Node begin, end;
  EdgeIndex first_edge;      // where the part's edges begin in the whole graph
  const EdgeIndex* offsets;  // of all nodes
  const Node* neighbors;     // of the part's edges
  const std::int32_t* bits;  // likewise; of their weights
  const std::int32_t* bounds;
  int cached;        // neighbors that a node keeps: 8, 16 or 32
  int entry_stride;  // 0: lists lie as the edges do, else side by side
  int place_stride;  // likewise, of places
  Entry* entries;
  Entry* last;  // the last that a list took in, if there are more: else kNoEntry
  Window* windows;
  int* missing;                     // places without a partner
  int* owed;                        // of the last phase: offers that a node has to make
  Entry* places;                    // partners, from the first place on
  std::uint32_t* full;              // of all nodes: one bit each
  Entry* thresholds;                // of all nodes
  Entry* thresholds_of[kMostGpus];  // and their copies on all GPUs
  int copies;

  __device__ Node own(Node v) const { return v - begin; }
  __device__ EdgeIndex list_begin(Node v) const { return offsets[v] - first_edge; }
  __device__ EdgeIndex degree(Node v) const { return offsets[v + 1] - offsets[v]; }
  __device__ int places_of(Node v) const {
    return static_cast<int>(min(static_cast<EdgeIndex>(bounds[own(v)]), degree(v)));
  }
  __device__ bool keeps_all(Node v) const { return places_of(v) + kMoreCached > kMostCached; }
  __device__ int capacity(Node v) const {
    return static_cast<int>(keeps_all(v) ? degree(v)
                                         : min(static_cast<EdgeIndex>(cached), degree(v)));
  }
  __device__ Entry* list(Node v) const {
    return entries +
           (entry_stride > 0 ? static_cast<EdgeIndex>(own(v)) * entry_stride : list_begin(v));
  }
  __device__ Entry* places_begin(Node v) const {
    return places +
           (place_stride > 0 ? static_cast<EdgeIndex>(own(v)) * place_stride : list_begin(v));
  }
  __device__ bool is_full(Node v) const {
    return (read_shared_word(&full[v >> 5]) >> (v & 31)) & 1u;
  }
  __device__ void publish(Node v, Entry threshold) const {
    for (int copy = 0; copy < copies; ++copy) thresholds_of[copy][v] = threshold;
  }
};

}  // namespace handshake
