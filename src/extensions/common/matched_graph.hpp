// A graph with a matching, and the search for a path that makes the matching heavier: step 1 of a scan
// of improve.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "graph/view.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

template <class Weights>
class MatchedGraph {
 public:
  using Weight = typename Weights::value_type;
  using Gain = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;

  // A path of the center of u and its partner x.
  struct Path {
    Gain gain = 0;              // 0: there is no path
    Node of_u = -1, of_x = -1;  // where the arms end; -1: no arm
  };

  MatchedGraph(const graph::View& graph, const Weights& weights, Node* matches)
      : nodes(graph.numNodes),
        offsets(wide_offsets(graph)),
        neighbors(graph.neighbors),
        weights(weights),
        matches(matches),
        pair_weight(graph.numNodes) {}

  // Can gains be computed with this weight?
  static bool is_allowed(Weight weight) {
    if constexpr (std::is_floating_point_v<Weight>) {
      return std::abs(double(weight)) <= 0x1p1000;  // false if it is not a number
    } else {
      constexpr std::int64_t kMost = std::int64_t{1} << 59;
      return weight <= kMost && weight >= -kMost;
    }
  }

  // The edge between v and its partner, or -1 if there is none or the partner has another partner.
  // The position in the list of the smaller node, so that both ends of a pair always have the same
  // weight, even if the graph is not symmetric.
  EdgeIndex edge_to_partner(Node v) const {
    const Node partner = matches[v];
    if (partner >= nodes || matches[partner] != v || find(v, partner) < 0) return -1;
    return find(std::min(v, partner), std::max(v, partner));
  }

  void join(Node v, Node u) {
    matches[v] = u;
    matches[u] = v;
    pair_weight[v] = pair_weight[u] = weights[find(v, u)];
  }

  void free(Node v) {
    matches[v] = -1;
    pair_weight[v] = 0;
  }

  // The best path of the center of u and its partner x, or of u alone if x is -1.
  Path best_path(Node u, Node x) const {
    Arm of_u[3], of_x[3];  // no arm, the best arm, the second
    best_arms(u, x, of_u);
    if (x >= 0) best_arms(x, u, of_x);
    Path best;
    for (int i = 0; i < 3; ++i) {
      if (i > 0 && of_u[i].node < 0) break;
      for (int j = 0; j < 3; ++j) {
        if (j > 0 && of_x[j].node < 0) break;
        const Gain gain = gain_of(of_u[i], of_x[j], pair_weight[u]);
        if (gain > best.gain) best = {gain, of_u[i].node, of_x[j].node};
      }
    }
    return best;
  }

  const Node nodes;
  const graph::Array<EdgeIndex> offsets;
  const graph::Span<Node> neighbors;
  const Weights weights;
  Node* const matches;
  Buffer<Weight> pair_weight;  // of the pair of each node; 0 if it has no partner

 private:
  struct Arm {
    Node node = -1;  // -1: no arm
    Gain gain = 0;
    Gain weight = 0;
  };

  EdgeIndex find(Node v, Node u) const {
    const Node* const end = neighbors.data() + offsets[v + 1];
    const Node* const at = std::lower_bound(neighbors.data() + offsets[v], end, u);
    return at != end && *at == u ? at - neighbors.data() : -1;
  }

  void best_arms(Node u, Node partner, Arm* arms) const {
    for (EdgeIndex e = offsets[u]; e < offsets[u + 1]; ++e) {
      const Node a = neighbors[e];
      const Gain weight = weights[e];
      if (weight <= 0 || a == partner) continue;
      const Arm arm = {a, weight - pair_weight[a], weight};
      if (!is_better(u, arm, arms[2])) continue;
      arms[2] = arm;
      if (is_better(u, arm, arms[1])) std::swap(arms[1], arms[2]);
    }
  }

  static bool is_better(Node u, const Arm& arm, const Arm& other) {
    if (other.node < 0) return true;
    if (arm.gain != other.gain) return arm.gain > other.gain;
    return edge_hash(u, arm.node) > edge_hash(u, other.node);
  }

  // 0 if there is no gain.
  Gain gain_of(const Arm& of_u, const Arm& of_x, Gain lost) const {
    if (of_u.node >= 0 && of_u.node == of_x.node) return 0;
    Gain gain = of_u.gain + of_x.gain - lost;
    if (of_x.node >= 0 && of_u.node >= 0 && matches[of_u.node] == of_x.node) {
      gain += pair_weight[of_u.node];
    }
    return gain > least_gain(of_u.weight + of_x.weight) ? gain : 0;
  }

  // The path takes edges of the weight `added` into the matching. The gain is computed from at most
  // six numbers with five roundings, each with a relative error of at most 2^-53. If the true gain
  // is not positive, then the computed gain is less than 2^-49 * added.
  static Gain least_gain(Gain added) {
    if constexpr (std::is_integral_v<Gain>) return 0;
    return added * Gain(0x1p-49);
  }
};

}  // namespace handshake
