// Says whether an array is a matching of a graph, and if not, why not.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "matching/matching.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Each of these includes the ones before it.
enum class Demand {
  kMatching,  // every partner is a neighbor and has this node as its partner
  kMaximal,   // no edge joins two unmatched nodes
  kStable,    // no edge comes before the matched edges of both its ends: only one matching has this
};

struct MatchingVerdict {
  MatchingFault fault = MatchingFault::kNone;
  Node node = kUnmatched;  // the smallest node with the first fault of its list
  std::string words;       // one line for a person, without a period; empty when there is no fault

  bool ok() const { return fault == MatchingFault::kNone; }
};

// Reports the same fault for every number of threads. The tie rule matters only for kStable.
MatchingVerdict verify_matching(const CsrGraph& graph, MatchesView matches,
                                Demand demand = Demand::kStable, TieRule rule = TieRule::kIndex);

}  // namespace handshake
