// The order in which a node prefers its neighbors, as integers that kernels and host code compare.
#pragma once

#include <cstdint>

#include "extensions/common/node_key.hpp"
#include "graph/csr.hpp"
#include "graph/generate_bits.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Turns the bits of a float into an unsigned integer; these integers have the order of the floats.
// If the float is a number, the result is never 0. So 0 means "no neighbor", and every neighbor is
// better.
HANDSHAKE_HOST_DEVICE inline std::uint32_t weight_order(std::int32_t bits) {
  return static_cast<std::uint32_t>(bits) ^ (static_cast<std::uint32_t>(bits >> 31) | 0x80000000u);
}

// The tie rules of matching/tie_rule.hpp, each in the form that kernels need: which of two
// neighbors of equal weight does a node prefer?
//   kByPosition        whether a node prefers the neighbor that comes first in its list
//   Tie                the type of the values that the rule compares; the larger value wins
//   of(center, node)   the value of `node`, which is a neighbor of `center`
//   prefers            the complete rule: it also decides between neighbors of equal value

struct IndexTies {
  static constexpr bool kByPosition = true;
  struct Tie {};
  HANDSHAKE_HOST_DEVICE Tie of(Node, Node) const { return {}; }
  HANDSHAKE_HOST_DEVICE bool prefers(Node, Node a, Node b) const { return a < b; }
};

// The hash rule and the degree rule need the number and the degree of a node in the original graph.
// OwnNodes finds them in the graph itself. NodesByKey is for a graph whose nodes have new numbers:
// their keys contain these two values.
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

  // The rule adds the degrees of both ends of an edge; the smaller sum wins. All edges here have
  // the end `center`, so the degree of the other end is enough.
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

// An offer that one node (the giver) makes to another, in one word that atomic operations can
// replace. The upper half is the result of weight_order() for the weight. The lower half has the
// complement of the giver's number, without the sign bit, and then one bit that says whether the
// giver has got new candidates since the launch began. No two offers to a node have the same giver,
// so this bit never decides: under the index rule, the larger word is the better offer.
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
