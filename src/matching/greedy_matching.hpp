// The stable matching by its shortest definition: all edges in order, each taken if it still can
// be.
#pragma once

#include <vector>

#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Serial; sorts all edges and needs 16 bytes an undirected edge.
std::vector<Node> greedy_matching(const CsrGraph& graph, TieRule rule = TieRule::kIndex);

}  // namespace handshake
