// The offer of one node to another: the weight of their edge, as a number that all ranks compare in
// the same way. The order of the edges (matching/tie_rule.hpp) decides which offer a node prefers.
#pragma once

#include <cstdint>
#include <cstring>

#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::b_matching {

struct Offer {
  std::uint64_t weight = 0;
  Node giver = -1;
};

// Every offer is better than kNoOffer, and worse than kNoPlaces, which is the gate
// (ghost_gates.hpp) of a node without places.
constexpr Offer kNoOffer{0, -1};
constexpr Offer kNoPlaces{~std::uint64_t{0}, -1};

// Turns a weight into an integer; these integers have the order of the weights. The weights of a
// graph are 32-bit integers, floats or doubles; a double holds each of them exactly. A finite
// weight becomes neither 0 nor 2^64 - 1.
inline std::uint64_t weight_key(double weight) {
  weight += 0.0;  // -0 becomes 0
  std::uint64_t bits = 0;
  std::memcpy(&bits, &weight, sizeof bits);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return bits & kSign ? ~bits : bits | kSign;
}

class OfferOrder {
 public:
  // `degrees` has the degrees of all nodes of the graph; only the degree rule uses them.
  OfferOrder(TieRule rule, const std::int32_t* degrees) : rule_(rule), degrees_(degrees) {}

  // Whether node `at` prefers offer a to offer b; false when both are from the same node.
  bool better(Node at, const Offer& a, const Offer& b) const {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (rule_ == TieRule::kIndex) return a.giver < b.giver;
    return a.giver != b.giver && rank(at, a.giver) < rank(at, b.giver);
  }

 private:
  TieRank rank(Node at, Node giver) const {
    if (rule_ == TieRule::kHash) return tie_rank(TieRule::kHash, at, giver, 0, 0);
    return tie_rank(TieRule::kDegree, at, giver, degrees_[at], degrees_[giver]);
  }

  TieRule rule_;
  const std::int32_t* degrees_;
};

}  // namespace handshake::b_matching
