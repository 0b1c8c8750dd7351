// Turns a matching problem into a stable marriage problem: every node becomes a man and a woman.
#pragma once

#include <cstdint>

#include "extensions/stable_marriage/marriage.hpp"
#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::marriage {

// Man u and woman v rank each other if u and v are neighbors. Every person ranks the neighbors by
// the edges to them: the heaviest edge first, and equal weights by `ties`. The stable marriage has
// the pairs of the greedy matching, each in both directions. With b places per person,
// it has the pairs of the greedy b-matching instead (Manne, Naim, Lerring, Halappanavar, Lemma
// 3.1).
Problem problem_from_graph(const CsrGraph& graph, TieRule ties, std::int32_t places_each);

// Whether the marriage is symmetric, as the lemma says: man u is married to woman v exactly when
// man v is married to woman u.
bool answers_twice_alike(const Problem& problem, const Marriage& marriage);

}  // namespace handshake::marriage
