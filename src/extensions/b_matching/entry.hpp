// One neighbor of a node and the weight of their edge, in one word: a processor can compare or
// exchange this word in one operation. Host and device code use the same functions.
#pragma once

#include <cstdint>

#include "graph/csr.hpp"
#include "graph/generate_bits.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::b_matching {

// The upper half is the result of order_of_bits() for the weight. The lower half is the bitwise
// complement of the neighbor's number. So under the index rule, the larger word is the better
// neighbor.
using Entry = unsigned long long;
constexpr Entry kNoEntry = 0;       // worse than every neighbor
constexpr Entry kAboveAll = ~0ull;  // better than every neighbor

// Turns the bits of a finite float into an unsigned integer. These integers have the order of the
// floats. They are never 0, and their bits are never all ones.
HANDSHAKE_HOST_DEVICE constexpr std::uint32_t order_of_bits(std::int32_t bits) {
  return static_cast<std::uint32_t>(bits) ^ (static_cast<std::uint32_t>(bits >> 31) | 0x80000000u);
}

HANDSHAKE_HOST_DEVICE constexpr Entry make_entry(std::uint32_t order, Node neighbor) {
  return static_cast<Entry>(order) << 32 | static_cast<std::uint32_t>(~neighbor);
}
HANDSHAKE_HOST_DEVICE constexpr Node node_of(Entry entry) {
  return static_cast<Node>(~static_cast<std::uint32_t>(entry));
}
// `entry` is a neighbor of `center`. Returns `center` as an entry of this neighbor.
HANDSHAKE_HOST_DEVICE constexpr Entry seen_from_neighbor(Entry entry, Node center) {
  return (entry & 0xffffffff00000000u) | static_cast<std::uint32_t>(~center);
}

// The order in which a node prefers its neighbors.
template <TieRule kRule>
struct EntryOrder {
  const EdgeIndex* offsets;  // of the whole graph; only the degree rule reads them

  HANDSHAKE_HOST_DEVICE bool better(Node center, Entry a, Entry b) const {
    if (kRule == TieRule::kIndex || (a ^ b) >> 32 != 0 || a == b) return a > b;
    return rank(center, node_of(a)) < rank(center, node_of(b));
  }

 private:
  HANDSHAKE_HOST_DEVICE TieRank rank(Node center, Node u) const {
    if (kRule == TieRule::kHash) return tie_rank(kRule, center, u, 0, 0);
    return tie_rank(kRule, center, u, degree(center), degree(u));
  }
  HANDSHAKE_HOST_DEVICE EdgeIndex degree(Node v) const { return offsets[v + 1] - offsets[v]; }
};

}  // namespace handshake::b_matching
