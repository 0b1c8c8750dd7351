// A part of a graph in device memory, and the best neighbors of one node.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "gpu/warp.cuh"
#include "graph/csr.hpp"

namespace handshake {

// The part that one GPU owns: the nodes begin .. end - 1, with all their edges.
struct GraphPart {
  Node begin = 0;
  Node end = 0;
  EdgeIndex first_edge = 0;            // position of the part's first edge in the whole graph
  const EdgeIndex* offsets = nullptr;  // [numNodes + 1] of the whole graph
  const Node* neighbors = nullptr;     // edges of this part only
  const std::int32_t* weight_bits = nullptr;  // weights of these edges, as the bits of a float

  __device__ EdgeIndex list_begin(Node v) const { return offsets[v] - first_edge; }
  __device__ int degree(Node v) const { return static_cast<int>(offsets[v + 1] - offsets[v]); }
};

// The best neighbors of one node, best first; id is -1 after the last one. A node with at most
// kCandidates neighbors has no such list, because its list of neighbors is just as short.
constexpr int kCandidates = 4;
struct alignas(16) Candidates {
  Node id[kCandidates];
  std::uint32_t order[kCandidates];
};

inline std::size_t words_for(Node numNodes) {
  return static_cast<std::size_t>(numNodes) / 32 + 1;
}

__device__ inline void store_candidates(Candidates* to, const Candidates& c) {
  reinterpret_cast<int4*>(to)[0] = make_int4(c.id[0], c.id[1], c.id[2], c.id[3]);
  reinterpret_cast<uint4*>(to)[1] = make_uint4(c.order[0], c.order[1], c.order[2], c.order[3]);
}

__device__ inline bool is_matched(const std::uint32_t* matched_bits, Node v) {
  return (read_shared_word(&matched_bits[v >> 5]) >> (v & 31)) & 1u;
}

}  // namespace handshake
