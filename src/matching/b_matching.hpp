// A b-matching in memory (several partners per node), and functions that describe it.
#pragma once

#include <cstdint>
#include <string>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// How many partners each node may have at the most. Zero is allowed. A number above the degree is
// allowed, too, but a node never has more partners than neighbors.
using Bounds = Buffer<std::int32_t>;

// The partners of node v are partners[offsets[v]] .. partners[offsets[v + 1] - 1], the best first.
struct BMatching {
  Buffer<EdgeIndex> offsets;  // [nodes + 1]
  Buffer<Node> partners;      // each matched edge appears twice, once from each end

  std::int64_t matched_edges() const { return static_cast<std::int64_t>(partners.size()) / 2; }
};

bool operator==(const BMatching& a, const BMatching& b);

// The sum over matched edges, each counted once; the same bits for every number of threads.
double b_matching_weight(const CsrGraph& graph, const BMatching& matching);

// One line, without a period, about the smallest node that shows that this is not the greedy
// b-matching; empty when it is. Only the greedy b-matching has no blocking edge. An edge blocks
// when it is not matched and both ends prefer it to their last partner, or have a free place.
std::string b_matching_fault(const CsrGraph& graph, const Bounds& bounds, const BMatching& matching,
                             TieRule rule = TieRule::kIndex);

}  // namespace handshake
