// Decides which of two equally heavy edges comes first. Host and device code call the same
// functions.
//
// All edges are in one total order: the heavier edge comes first; if two edges are equally heavy,
// the edge with the smaller tie rank comes first. Each node prefers the edge that comes earlier in
// this order. No two edges of a graph have the same tie rank, so there is exactly one stable
// matching per rule, and every correct algorithm finds it.
#pragma once

#include <cstdint>

#include "graph/generate_bits.hpp"

namespace handshake {

enum class TieRule {
  // The handout's rule: a node prefers the neighbor with the smaller index. As an order of all
  // edges, this means: edges are sorted by the smaller index of their two ends, then by the larger
  // index. With many ties, this rule needs many passes.
  kIndex,
  // The edge with the larger edge_hash comes first. This rule needs few passes, even with many
  // ties.
  kHash,
  // The edge whose ends have the smaller sum of degrees comes first; among equal sums, the edge
  // with the larger edge_hash. This rule usually matches more edges than the other two rules.
  kDegree,
};

// Puts the larger index into the upper half of 64 bits and the smaller index into the lower half,
// and then mixes all bits. This is a bijection: two different edges never have the same hash.
HANDSHAKE_HOST_DEVICE constexpr std::uint64_t edge_hash(std::int32_t u, std::int32_t v) {
  const std::uint64_t smaller = static_cast<std::uint32_t>(u < v ? u : v);
  const std::uint64_t larger = static_cast<std::uint32_t>(u < v ? v : u);
  return mix_bits(larger << 32 | smaller);
}

struct TieRank {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
};

HANDSHAKE_HOST_DEVICE constexpr bool operator<(const TieRank& a, const TieRank& b) {
  return a.major != b.major ? a.major < b.major : a.minor < b.minor;
}

// The degrees count all neighbors in the graph, not only those that are still unmatched. Only
// kDegree uses degrees. If the rule is a constant, the compiler keeps only the case of this rule.
HANDSHAKE_HOST_DEVICE constexpr TieRank tie_rank(TieRule rule, std::int32_t u, std::int32_t v,
                                                 std::int64_t degree_u, std::int64_t degree_v) {
  const std::uint64_t smaller = static_cast<std::uint32_t>(u < v ? u : v);
  const std::uint64_t larger = static_cast<std::uint32_t>(u < v ? v : u);
  switch (rule) {
    case TieRule::kIndex:
      return {0, smaller << 32 | larger};
    case TieRule::kHash:
      return {0, ~edge_hash(u, v)};
    case TieRule::kDegree:
      break;
  }
  return {static_cast<std::uint64_t>(degree_u + degree_v), ~edge_hash(u, v)};
}

}  // namespace handshake
