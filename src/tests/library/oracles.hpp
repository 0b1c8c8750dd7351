// The definitions of the answers, in the simplest code: they share nothing with the engines but the
// tie rule, which is part of the definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "graph/view.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

// A random graph in plain arrays, with every type of offset and weight.
template <class Offset, class Weight>
struct PlainGraph {
  Node nodes = 0;
  std::vector<Offset> offsets{0};
  std::vector<Node> neighbors;
  std::vector<Weight> weights;

  graph::View view() const {
    graph::View view;
    view.numNodes = nodes;
    view.offsets = graph::Span<Offset>(offsets);
    view.neighbors = neighbors;
    view.weights = graph::Span<Weight>(weights);
    return view;
  }
};

// weight_of(random) makes the weight of each edge.
template <class Offset, class Weight, class WeightOf>
PlainGraph<Offset, Weight> random_graph(Node nodes, int edges, int seed,
                                        const WeightOf& weight_of) {
  std::mt19937_64 random(seed);
  std::vector<std::map<Node, Weight>> rows(nodes);
  for (int i = 0; i < edges && nodes > 1; ++i) {
    const Node u = static_cast<Node>(random() % nodes), v = static_cast<Node>(random() % nodes);
    if (u != v) rows[u][v] = rows[v][u] = weight_of(random);
  }
  PlainGraph<Offset, Weight> graph;
  graph.nodes = nodes;
  for (const auto& row : rows) {
    for (const auto& [neighbor, weight] : row) {
      graph.neighbors.push_back(neighbor);
      graph.weights.push_back(weight);
    }
    graph.offsets.push_back(static_cast<Offset>(graph.neighbors.size()));
  }
  return graph;
}

// The greedy b-matching, as the definition says: all edges, the best first. The partners of each
// node are in this order.
template <class Offset, class Weight>
std::vector<std::vector<Node>> greedy(const PlainGraph<Offset, Weight>& graph,
                                      const std::vector<std::int32_t>& bounds, TieRule ties) {
  struct Edge {
    Node u, v;
    Weight weight;
    TieRank rank;
  };
  const auto degree = [&](Node v) { return graph.offsets[v + 1] - graph.offsets[v]; };
  std::vector<Edge> edges;
  for (Node u = 0; u < graph.nodes; ++u) {
    for (auto e = graph.offsets[u]; e < graph.offsets[u + 1]; ++e) {
      const Node v = graph.neighbors[e];
      if (u < v)
        edges.push_back({u, v, graph.weights[e], tie_rank(ties, u, v, degree(u), degree(v))});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.rank < b.rank;
  });
  std::vector<std::vector<Node>> partners(graph.nodes);
  const auto is_free = [&](Node v) {
    return static_cast<std::int64_t>(partners[v].size()) < bounds[v];
  };
  for (const Edge& edge : edges) {
    if (!is_free(edge.u) || !is_free(edge.v)) continue;
    partners[edge.u].push_back(edge.v);
    partners[edge.v].push_back(edge.u);
  }
  return partners;
}

// Gale and Shapley's algorithm, one proposal at a time.
inline std::vector<std::int32_t> gale_shapley(const std::vector<std::vector<std::int32_t>>& men,
                                              const std::vector<std::vector<std::int32_t>>& women) {
  const auto rank = [&](std::int32_t w, std::int32_t m) {
    return std::find(women[w].begin(), women[w].end(), m) - women[w].begin();
  };
  std::vector<std::int32_t> wives(men.size(), -1), husbands(women.size(), -1);
  std::vector<std::size_t> next(men.size());
  std::vector<std::int32_t> free;
  for (std::size_t m = 0; m < men.size(); ++m) free.push_back(static_cast<std::int32_t>(m));
  while (!free.empty()) {
    const std::int32_t m = free.back();
    free.pop_back();
    if (next[m] == men[m].size()) continue;
    const std::int32_t w = men[m][next[m]++];
    const auto mine = rank(w, m);
    const bool wants = mine < static_cast<std::int64_t>(women[w].size()) &&
                       (husbands[w] < 0 || mine < rank(w, husbands[w]));
    const std::int32_t loser = wants ? std::exchange(husbands[w], m) : m;
    if (wants) wives[m] = w;
    if (loser < 0) continue;
    if (loser != m) wives[loser] = -1;
    free.push_back(loser);
  }
  return wives;
}

}  // namespace handshake
