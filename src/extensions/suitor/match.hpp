// The matching of a graph in the caller's arrays, on the CPU: what a library needs from this folder.
#pragma once

#include "graph/view.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::suitor {

struct MatchOptions {
  TieRule ties = TieRule::kIndex;
  int threads = 0;  // 0: as many as the machine has, but one for a small graph
  int quality = 0;  // scans of common/improve.hpp that make the matching heavier
};

// Writes the partner of every node, or -1, to partners[0 .. numNodes - 1]. This is the greedy
// matching: every edge, the best first, is taken if both of its ends are free. With `quality`, it is
// the start of improve(). The same for every number of threads. Float weights are used where they
// are; other weights take 4 bytes per directed edge. Throws GraphError if a weight is not finite, or
// too large for improve(), and std::bad_alloc; then nothing is written.
void match(const graph::View& graph, const MatchOptions& options, Node* partners);

}  // namespace handshake::suitor
