// Checks whether an array is a matching of a graph, and whether this matching is maximal or stable.
// If a check fails, the verdict says why.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "matching/matching.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Each demand includes the demands before it.
enum class Demand {
  kMatching,  // the partner of each node is a neighbor, and has this node as its partner
  kMaximal,   // no edge joins two unmatched nodes
  kStable,    // no two neighbors prefer each other to their partners; only one matching is stable
};

struct MatchingVerdict {
  MatchingFault fault = MatchingFault::kNone;
  Node node = kUnmatched;  // the smallest node with this fault
  std::string words;       // one line for the user, without a period; empty when there is no fault

  bool ok() const { return fault == MatchingFault::kNone; }
};

// Reports the same fault for every number of threads. The tie rule matters only for kStable.
MatchingVerdict verify_matching(const CsrGraph& graph, MatchesView matches,
                                Demand demand = Demand::kStable, TieRule rule = TieRule::kIndex);

}  // namespace handshake
