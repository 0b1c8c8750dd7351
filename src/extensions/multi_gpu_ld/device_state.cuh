// The data that the kernels of the fast engine read and write: the graph in device memory, the
// lists of candidates and the state of the matching.
#pragma once

#include <cstdint>

#include "extensions/common/candidates.cuh"
#include "extensions/common/order.hpp"
#include "extensions/multi_gpu_ld/measures.hpp"

namespace handshake::ld {

// Counters that kernels increase; all start at 0.
struct Counters {
  int live[kMaxPasses + 1];                       // length of the list of live nodes after pass p
  int long_lists;                                 // nodes whose list is scanned by one warp
  int hubs;                                       // nodes whose list is scanned by one block
  int next_long_list;                             // long lists that warps took after their first
  int exhausted[kMaxPasses + 1];                  // nodes whose short list is read again in pass p
  int exhausted_long[kMaxPasses + 1];             // nodes whose long list is read again in pass p
  int next_live;                                  // last phase: index of the next live node
  unsigned long long edges_read[kMaxPasses + 1];  // counted only if components are measured
};

constexpr int kMaxParts = 8;

struct MatchState {
  // Every GPU has the next two arrays, for all nodes. The GPU that owns a node writes the elements
  // of this node on all GPUs.
  Node* strongNeighbor = nullptr;         // [numNodes]; -1: no neighbor is left
  std::uint32_t* matched_bits = nullptr;  // [words_for(numNodes)] one bit per node
  int copies = 1;                         // how many copies of these arrays exist: one per GPU
  // True if the edges do not stay on the device. Then nodes with few neighbors have lists of
  // candidates, too. No list of neighbors is read again, and a node that has no candidate left
  // waits until the remaining graph is matched.
  bool lists_for_all = false;
  Node* strongNeighbor_of[kMaxParts] = {};
  // The other members exist only for the GPU's own nodes.
  Node* matches = nullptr;             // [own nodes] the partner or -1
  Candidates* candidates = nullptr;    // [own nodes]
  std::uint32_t* bounds = nullptr;     // [bounds_for(own edges)] see scan.cuh
  Offer* best_offer = nullptr;         // [own nodes] in the last phase
  Node* exhausted = nullptr;           // [own nodes] nodes that have no candidate left
  Node* live[2] = {nullptr, nullptr};  // [own nodes] nodes that still look for a partner
  Node* long_lists = nullptr;          // [most_long_lists(own edges)] see first_pass.cuh
  Node* hubs = nullptr;                // [most_hubs(own edges)]
  Counters* counters = nullptr;
};

// The parts of all GPUs, for the last phase, in which any thread may change the state of any node.
struct AllParts {
  int parts = 0;
  Node begin[kMaxParts] = {};
  GraphPart graph[kMaxParts];
  Candidates* candidates[kMaxParts] = {};
  std::uint32_t* bounds[kMaxParts] = {};
  Offer* best_offer[kMaxParts] = {};

  __device__ int owner(Node v) const {
    int p = 0;
    while (p + 1 < parts && v >= begin[p + 1]) ++p;
    return p;
  }
};

__device__ inline void point_at(const MatchState& state, Node v, Node target) {
  for (int copy = 0; copy < state.copies; ++copy) state.strongNeighbor_of[copy][v] = target;
}

}  // namespace handshake::ld
