// The rules by which a node moves. They use whole numbers. All engines share them.
#pragma once

#include <cstdint>

#include "extensions/louvain/modularity.hpp"
#include "graph/generate_bits.hpp"

namespace handshake::louvain {

// The number of the sub-round in which a node decides.
HANDSHAKE_HOST_DEVICE inline int color_of(Node node, int colors) {
  const auto bits = static_cast<unsigned>(mix_bits(static_cast<std::uint64_t>(node)) >> 32);
  return static_cast<int>(bits % static_cast<unsigned>(colors));
}

// Of two communities, a node prefers the one with the larger value. This value is the gain of
// modularity, times resolution.under * total^2 / 2, plus a number that is the same for all
// communities. The type Value is int64_t if no value can overflow; see fits_narrow.
template <class Value>
struct Gains {
  std::int64_t edge_factor;      // resolution.under * total
  std::int64_t strength_factor;  // resolution.over

  // The value of a community: `to` is the weight of the node's edges to it, `strength` is the
  // strength of the node, and `others` is the strength of the community without the node.
  HANDSHAKE_HOST_DEVICE Value value(std::int64_t to, std::int64_t strength,
                                    std::int64_t others) const {
    return static_cast<Value>(to) * edge_factor -
           static_cast<Value>(strength * strength_factor) * others;
  }
};

inline bool fits_narrow(const Problem& problem) {
  const Fraction r = problem.resolution;
  const auto larger = static_cast<long double>(r.over > r.under ? r.over : r.under);
  return larger * problem.total * problem.total < 0x1p62L;
}

template <class Value>
Gains<Value> gains_of(const Problem& problem) {
  return {problem.resolution.under * problem.total, problem.resolution.over};
}

// Converts a gain of modularity to the unit of the engines: multiplies it by
// resolution.under * total^2.
inline Wide gain_of(const Problem& problem, double modularity) {
  const double total = static_cast<double>(problem.total);
  return static_cast<Wide>(modularity * static_cast<double>(problem.resolution.under) * total *
                           total);
}

}  // namespace handshake::louvain
