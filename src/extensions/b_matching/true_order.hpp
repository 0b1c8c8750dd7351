// The order of entries whose weights were rounded to floats.
#pragma once

#include "extensions/b_matching/entry.hpp"
#include "extensions/common/true_weights.hpp"

namespace handshake::b_matching {

// Stands in the place of the tie rule, which TrueWeights knows.
constexpr auto kTrueWeights = static_cast<TieRule>(3);

template <>
struct EntryOrder<kTrueWeights> {
  TrueWeights weights;

  bool better(Node center, Entry a, Entry b) const {
    if ((a ^ b) >> 32 != 0 || a == b) return a > b;
    return weights.prefers(center, node_of(a), node_of(b));
  }
};

}  // namespace handshake::b_matching
