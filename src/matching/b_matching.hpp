// A b-matching in memory (several partners per node), and functions that describe it.
#pragma once

#include <cstdint>
#include <string>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// How many partners each node may have at most. The number may be zero, or larger than the degree
// of the node.
using Bounds = Buffer<std::int32_t>;

// The partners of node v are partners[offsets[v]] .. partners[offsets[v + 1] - 1], the best first.
struct BMatching {
  Buffer<EdgeIndex> offsets;  // [nodes + 1]
  Buffer<Node> partners;      // each matched edge appears twice, once at each end

  std::int64_t matched_edges() const { return static_cast<std::int64_t>(partners.size()) / 2; }
};

bool operator==(const BMatching& a, const BMatching& b);

// Returns the sum of the weights of the matched edges, each counted once. The sum is exactly the
// same for every number of threads.
double b_matching_weight(const CsrGraph& graph, const BMatching& matching);

// Returns an empty text if this is the greedy b-matching. Otherwise returns one line, without a
// period, about the first node at which there is a fault. Only the greedy b-matching has no
// blocking edge. An edge blocks if it is not matched, and each of its ends either has a free place
// or prefers this edge to its worst matched edge.
std::string b_matching_fault(const CsrGraph& graph, const Bounds& bounds, const BMatching& matching,
                             TieRule rule = TieRule::kIndex);

}  // namespace handshake
