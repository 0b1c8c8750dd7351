// A graph with a matching, and the search for a path that makes the matching heavier: step 1 of a scan
// of improve.hpp.
#pragma once

#include <algorithm>
#include <utility>

#include "extensions/common/path_gain.hpp"
#include "graph/view.hpp"

namespace handshake {

template <class Weights>
class MatchedGraph {
 public:
  using Weight = typename Weights::value_type;
  using Gain = GainOf<Weight>;

  MatchedGraph(const graph::View& graph, const Weights& weights, Node* matches)
      : nodes(graph.numNodes),
        offsets(wide_offsets(graph)),
        neighbors(graph.neighbors),
        weights(weights),
        matches(matches),
        pair_weight(graph.numNodes) {}

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
  Path<Gain> best_path(Node u, Node x) const {
    Arm<Gain> of_u[3], of_x[3];  // no arm, the best arm, the second
    best_arms(u, x, of_u);
    if (x >= 0) best_arms(x, u, of_x);
    return best_of_arms(of_u, of_x, Gain(pair_weight[u]), matches, pair_weight.data());
  }

  const Node nodes;
  const graph::Array<EdgeIndex> offsets;
  const graph::Span<Node> neighbors;
  const Weights weights;
  Node* const matches;
  Buffer<Weight> pair_weight;  // of the pair of each node; 0 if it has no partner

 private:
  EdgeIndex find(Node v, Node u) const {
    const Node* const end = neighbors.data() + offsets[v + 1];
    const Node* const at = std::lower_bound(neighbors.data() + offsets[v], end, u);
    return at != end && *at == u ? at - neighbors.data() : -1;
  }

  void best_arms(Node u, Node partner, Arm<Gain>* arms) const {
    for (EdgeIndex e = offsets[u]; e < offsets[u + 1]; ++e) {
      const Node a = neighbors[e];
      const Gain weight = weights[e];
      if (weight <= 0 || a == partner) continue;
      const Arm<Gain> arm = {a, weight - pair_weight[a], weight};
      if (!is_better(u, arm, arms[2])) continue;
      arms[2] = arm;
      if (is_better(u, arm, arms[1])) std::swap(arms[1], arms[2]);
    }
  }

  static bool is_better(Node u, const Arm<Gain>& arm, const Arm<Gain>& other) {
    if (other.node < 0) return true;
    if (arm.gain != other.gain) return arm.gain > other.gain;
    return edge_hash(u, arm.node) > edge_hash(u, other.node);
  }
};

}  // namespace handshake
