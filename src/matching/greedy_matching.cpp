// Computes greedy matchings: visits all edges in their total order.
#include "matching/greedy_matching.hpp"

#include <algorithm>
#include <variant>

#include "matching/edge_order.hpp"
#include "matching/matching.hpp"

namespace handshake {
namespace {

// Returns each undirected edge once, seen from the end with the smaller index. The best edge comes
// first.
std::vector<EdgeFrom> edges_in_order(const CsrGraph& graph, TieRule rule) {
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
  return edges;
}

}  // namespace

std::vector<Node> greedy_matching(const CsrGraph& graph, TieRule rule) {
  std::vector<Node> matches(graph.numNodes, kUnmatched);
  for (const EdgeFrom& edge : edges_in_order(graph, rule)) {
    const Node u = graph.neighbors[edge.edge];
    if (matches[edge.node] != kUnmatched || matches[u] != kUnmatched) continue;
    matches[edge.node] = u;
    matches[u] = edge.node;
  }
  return matches;
}

BMatching greedy_b_matching(const CsrGraph& graph, const Bounds& bounds, TieRule rule) {
  std::vector<std::vector<Node>> partners(graph.numNodes);
  const auto has_place = [&](Node v) {
    return static_cast<std::int64_t>(partners[v].size()) < bounds[v];
  };
  for (const EdgeFrom& edge : edges_in_order(graph, rule)) {
    const Node u = graph.neighbors[edge.edge];
    if (!has_place(edge.node) || !has_place(u)) continue;
    partners[edge.node].push_back(u);
    partners[u].push_back(edge.node);
  }
  BMatching matching{Buffer<EdgeIndex>(std::size_t{1} + graph.numNodes), {}};
  matching.offsets[0] = 0;
  for (Node v = 0; v < graph.numNodes; ++v) {
    matching.offsets[v + 1] = matching.offsets[v] + static_cast<EdgeIndex>(partners[v].size());
  }
  matching.partners = Buffer<Node>(matching.offsets[graph.numNodes]);
  for (Node v = 0; v < graph.numNodes; ++v) {
    std::copy(partners[v].begin(), partners[v].end(),
              matching.partners.begin() + matching.offsets[v]);
  }
  return matching;
}

}  // namespace handshake
