// Computes the stable matching and the greedy b-matching in the simplest way. All edges are
// visited, the best first. An edge is taken if both of its ends still have a free place.
#pragma once

#include <vector>

#include "graph/csr.hpp"
#include "matching/b_matching.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Both functions are serial, sort all edges and need 16 bytes per undirected edge.
std::vector<Node> greedy_matching(const CsrGraph& graph, TieRule rule = TieRule::kIndex);
BMatching greedy_b_matching(const CsrGraph& graph, const Bounds& bounds,
                            TieRule rule = TieRule::kIndex);

}  // namespace handshake
