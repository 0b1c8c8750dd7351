// The order in which a node prefers its neighbors, as integers that kernels and host code compare.
#pragma once

#include <cstdint>

#include "extensions/common/node_key.hpp"
#include "graph/csr.hpp"
#include "graph/generate_bits.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Turns the bits of a float into an unsigned integer; these integers have the order of the floats.
// The result for a number is never 0, so 0 means "no neighbor", and every neighbor is better.
HANDSHAKE_HOST_DEVICE inline std::uint32_t weight_order(std::int32_t bits) {
  return static_cast<std::uint32_t>(bits) ^ (static_cast<std::uint32_t>(bits >> 31) | 0x80000000u);
}

// The tie rules of matching/tie_rule.hpp, each in the form that kernels want: which of two
// neighbors of equal weight does a node prefer?
//   kByPosition        among ties, a node prefers the neighbor that comes first in its list
//   Tie                what the rule compares; the larger one wins
//   of(center, node)   the tie of one neighbor
//   prefers            the rule in full, where weights and ties are equal

struct IndexTies {
  static constexpr bool kByPosition = true;
  struct Tie {};
  HANDSHAKE_HOST_DEVICE Tie of(Node, Node) const { return {}; }
  HANDSHAKE_HOST_DEVICE bool prefers(Node, Node a, Node b) const { return a < b; }
};

// The rules of hash and degree use the nodes of the original graph. If the nodes of this graph have
// new numbers, their keys name the original nodes.
struct OwnNodes {
  const EdgeIndex* offsets;
  HANDSHAKE_HOST_DEVICE Node name(Node v) const { return v; }
  HANDSHAKE_HOST_DEVICE EdgeIndex degree(Node v) const { return offsets[v + 1] - offsets[v]; }
};
struct NodesByKey {
  const NodeKey* keys;
  HANDSHAKE_HOST_DEVICE Node name(Node v) const { return keys[v].name; }
  HANDSHAKE_HOST_DEVICE EdgeIndex degree(Node v) const { return keys[v].degree; }
};

template <class Nodes>
struct HashTies {
  static constexpr bool kByPosition = false;
  using Tie = unsigned long long;
  Nodes nodes;

  HANDSHAKE_HOST_DEVICE Tie of(Node center, Node node) const {
    return edge_hash(nodes.name(center), nodes.name(node));
  }
  HANDSHAKE_HOST_DEVICE bool prefers(Node center, Node a, Node b) const {
    return of(center, a) > of(center, b);
  }
};

template <class Nodes>
struct DegreeTies {
  static constexpr bool kByPosition = false;
  using Tie = unsigned long long;
  Nodes nodes;

  // Of the neighbors of one node, the one of smaller degree has the smaller sum of degrees.
  HANDSHAKE_HOST_DEVICE Tie of(Node center, Node node) const {
    const auto few = static_cast<std::uint32_t>(~nodes.degree(node));
    return static_cast<Tie>(few) << 32 | edge_hash(nodes.name(center), nodes.name(node)) >> 32;
  }
  HANDSHAKE_HOST_DEVICE TieRank rank(Node center, Node node) const {
    return tie_rank(TieRule::kDegree, nodes.name(center), nodes.name(node), nodes.degree(center),
                    nodes.degree(node));
  }
  HANDSHAKE_HOST_DEVICE bool prefers(Node center, Node a, Node b) const {
    return rank(center, a) < rank(center, b);
  }
};

// Among neighbors of equal weight: does `center` prefer a to b?
template <class Ties>
HANDSHAKE_HOST_DEVICE inline bool ties_after(const Ties& ties, Node center, Node a, Node b) {
  return a != b && ties.prefers(center, a, b);
}

// An offer that one node makes to another, in one word that atomic operations can replace. The
// upper half has the order of the weight. The lower half has the complement of the giver, without
// its sign; its last bit says whether the giver has got new candidates since the launch began.
// Under the index rule the larger word is the better offer, because no two offers to a node have
// the same giver.
using Offer = unsigned long long;
constexpr Offer kNoOffer = 0;

HANDSHAKE_HOST_DEVICE inline Offer make_offer_word(std::uint32_t order, Node giver,
                                                   bool has_new_list = false) {
  const std::uint32_t low = ~static_cast<std::uint32_t>(giver) << 1 | (has_new_list ? 1u : 0u);
  return static_cast<Offer>(order) << 32 | low;
}
HANDSHAKE_HOST_DEVICE inline std::uint32_t order_of(Offer offer) {
  return static_cast<std::uint32_t>(offer >> 32);
}
HANDSHAKE_HOST_DEVICE inline Node giver_of(Offer offer) {
  return static_cast<Node>(~static_cast<std::uint32_t>(offer) >> 1);
}
HANDSHAKE_HOST_DEVICE inline bool has_new_list(Offer offer) {
  return (offer & 1) != 0;
}

// Does `receiver` prefer offer x to offer y?
template <class Ties>
HANDSHAKE_HOST_DEVICE inline bool better_offer(const Ties& ties, Node receiver, Offer x, Offer y) {
  if (Ties::kByPosition || order_of(x) != order_of(y)) return x > y;
  return x != y && ties.prefers(receiver, giver_of(x), giver_of(y));
}

}  // namespace handshake
