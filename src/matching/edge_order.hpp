// The total order of all edges of a graph: heavier first, then by the tie rule.
#pragma once

#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// An edge, and the end from which it is seen.
struct EdgeFrom {
  Node node = 0;
  EdgeIndex edge = 0;
};

template <class Weight>
class EdgeOrder {
 public:
  // The graph and the weights must outlive this object. No weight may be NaN.
  EdgeOrder(const CsrGraph& graph, const Buffer<Weight>& weights, TieRule rule)
      : graph_(graph), weights_(weights), rule_(rule) {}

  // Whether edge a comes before edge b; false when they are the same edge.
  bool operator()(EdgeFrom a, EdgeFrom b) const {
    if (weights_[a.edge] != weights_[b.edge]) return weights_[a.edge] > weights_[b.edge];
    return rank(a) < rank(b);
  }

 private:
  TieRank rank(EdgeFrom e) const {
    const Node u = graph_.neighbors[e.edge];
    return tie_rank(rule_, e.node, u, degree(e.node), degree(u));
  }
  EdgeIndex degree(Node v) const { return graph_.offsets[v + 1] - graph_.offsets[v]; }

  const CsrGraph& graph_;
  const Buffer<Weight>& weights_;
  TieRule rule_;
};

}  // namespace handshake
