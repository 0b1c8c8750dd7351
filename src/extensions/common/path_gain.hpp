// Arms, paths and their gains, as improve.hpp defines them. Host and device code call the same
// functions, so that both compute the same numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Gains of integers are exact. Other gains are computed in double.
template <class Weight>
using GainOf = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;

// A path of the center of u and its partner x.
template <class Gain>
struct Path {
  Gain gain = 0;              // 0: there is no path
  Node of_u = -1, of_x = -1;  // where the arms end; -1: no arm
};

template <class Gain>
struct Arm {
  Node node = -1;  // -1: no arm
  Gain gain = 0;
  Gain weight = 0;
};

// Can gains be computed with this weight?
template <class Weight>
HANDSHAKE_HOST_DEVICE inline bool is_allowed(Weight weight) {
  if constexpr (std::is_floating_point_v<Weight>) {
    return std::fabs(double(weight)) <= 0x1p1000;  // false if it is not a number
  } else {
    constexpr std::int64_t kMost = std::int64_t{1} << 59;
    return weight <= kMost && weight >= -kMost;
  }
}

// The path takes edges of the weight `added` into the matching. The gain is computed from at most
// six numbers with five roundings, each with a relative error of at most 2^-53. If the true gain
// is not positive, then the computed gain is less than 2^-49 * added.
template <class Gain>
HANDSHAKE_HOST_DEVICE inline Gain least_gain(Gain added) {
  if constexpr (std::is_integral_v<Gain>) return 0;
  return added * Gain(0x1p-49);
}

// The gain of the path with these two arms of a center of the weight `lost`; 0 if there is none.
// `pair` is the weight of the pair in which both arms end, or 0 if they do not end in one pair.
template <class Gain>
HANDSHAKE_HOST_DEVICE inline Gain path_gain(const Arm<Gain>& of_u, const Arm<Gain>& of_x, Gain lost,
                                            Gain pair) {
  if (of_u.node >= 0 && of_u.node == of_x.node) return 0;
  Gain gain = of_u.gain + of_x.gain - lost;
  gain += pair;
  return gain > least_gain(of_u.weight + of_x.weight) ? gain : 0;
}

// The best path with one of the three arms of each end: no arm, the best one and the second.
// matches and pair_weight have an element for each node.
template <class Gain, class Weight>
HANDSHAKE_HOST_DEVICE inline Path<Gain> best_of_arms(const Arm<Gain>* of_u, const Arm<Gain>* of_x,
                                                     Gain lost, const Node* matches,
                                                     const Weight* pair_weight) {
  Path<Gain> best;
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && of_u[i].node < 0) break;
    for (int j = 0; j < 3; ++j) {
      if (j > 0 && of_x[j].node < 0) break;
      const bool is_cycle = i > 0 && j > 0 && matches[of_u[i].node] == of_x[j].node;
      const Gain pair = is_cycle ? Gain(pair_weight[of_u[i].node]) : Gain(0);
      const Gain gain = path_gain(of_u[i], of_x[j], lost, pair);
      if (gain > best.gain) best = {gain, of_u[i].node, of_x[j].node};
    }
  }
  return best;
}

}  // namespace handshake
