// Greedy matching in the total order of edges.
#include "matching/greedy_matching.hpp"

#include <algorithm>
#include <variant>

#include "matching/edge_order.hpp"
#include "matching/matching.hpp"

namespace handshake {

std::vector<Node> greedy_matching(const CsrGraph& graph, TieRule rule) {
  std::vector<EdgeFrom> edges;
  edges.reserve(graph.numEdges() / 2);
  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      if (v < graph.neighbors[e]) edges.push_back({v, e});
    }
  }
  std::visit(
      [&](const auto& weights) {
        std::sort(edges.begin(), edges.end(), EdgeOrder(graph, weights, rule));
      },
      graph.weights);
  std::vector<Node> matches(graph.numNodes, kUnmatched);
  for (const EdgeFrom& edge : edges) {
    const Node u = graph.neighbors[edge.edge];
    if (matches[edge.node] != kUnmatched || matches[u] != kUnmatched) continue;
    matches[edge.node] = u;
    matches[u] = edge.node;
  }
  return matches;
}

}  // namespace handshake
