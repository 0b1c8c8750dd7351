// Computes the stable matching without sorting all edges. The search follows better and better
// edges, until two nodes are each other's best neighbor.
#pragma once

#include <vector>

#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// The fastest exact algorithm in src/matching; other algorithms are compared with it. The lists of
// neighbors are sorted in parallel; the rest is serial. It needs 4 bytes per directed edge.
std::vector<Node> stable_matching(const CsrGraph& graph, TieRule rule = TieRule::kIndex);

}  // namespace handshake
