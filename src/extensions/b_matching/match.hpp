// The b-matching of a graph in the caller's arrays, on the CPU: what a library needs from this
// folder.
#pragma once

#include "graph/view.hpp"
#include "matching/b_matching.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::b_matching {

struct MatchOptions {
  TieRule ties = TieRule::kIndex;
  int threads = 0;  // 0: as many as the machine has
};

// The greedy b-matching; node v has at most bounds[v] partners. The same for every number of
// threads. Float weights are used where they are; other weights take 4 bytes per directed edge.
// Throws GraphError if a weight is not finite, InputError if there is not one bound for each node
// or a bound is negative, and std::bad_alloc.
BMatching match(const graph::View& graph, graph::Span<std::int32_t> bounds,
                const MatchOptions& options = {});

}  // namespace handshake::b_matching
