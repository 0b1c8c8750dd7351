// Compares neighbors whose weights are equal only because they were rounded to floats.
#pragma once

#include <algorithm>
#include <variant>

#include "graph/view.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// Has the members of the tie rules of order.hpp. First it compares the weights of the graph, and
// only if they are equal, it asks the rule. Each comparison searches two neighbors in a list: this
// is slow, but only neighbors with the same rounded weight are compared.
class TrueWeights {
 public:
  static constexpr bool kByPosition = false;

  // All arrays must outlive this object.
  TrueWeights(Node nodes, const EdgeIndex* offsets, const Node* neighbors,
              const graph::WeightSpans& weights, TieRule rule)
      : offsets_(offsets),
        neighbors_(neighbors),
        weights_(weights),
        rule_(rule),
        last_edge_(nodes == 0 ? 0 : offsets[nodes] - 1) {}

  bool prefers(Node center, Node a, Node b) const {
    const EdgeIndex to_a = edge(center, a), to_b = edge(center, b);
    const int order = std::visit(
        [&](const auto& w) { return (w[to_a] > w[to_b]) - (w[to_a] < w[to_b]); }, weights_);
    return order != 0 ? order > 0 : rank(center, a) < rank(center, b);
  }

 private:
  // If the graph is not symmetric, an offer may come from a node that is not in the list. Then this
  // is the position of another edge, but of one inside the array.
  EdgeIndex edge(Node center, Node node) const {
    const Node* const end = neighbors_ + offsets_[center + 1];
    const Node* const at = std::lower_bound(neighbors_ + offsets_[center], end, node);
    return std::min<EdgeIndex>(at - neighbors_, last_edge_);
  }
  EdgeIndex degree(Node v) const { return offsets_[v + 1] - offsets_[v]; }
  TieRank rank(Node center, Node node) const {
    return tie_rank(rule_, center, node, degree(center), degree(node));
  }

  const EdgeIndex* offsets_;
  const Node* neighbors_;
  graph::WeightSpans weights_;
  TieRule rule_;
  EdgeIndex last_edge_;
};

}  // namespace handshake
