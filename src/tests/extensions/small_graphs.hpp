// Small graphs for tests, made from lists of edges.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/csr.hpp"

namespace handshake {

template <class Weight>
struct Edge {
  Node u, v;
  Weight weight;
};

template <class Weight>
CsrGraph graph_of(Node nodes, const std::vector<Edge<Weight>>& edges) {
  std::vector<std::vector<std::pair<Node, Weight>>> lists(nodes);
  for (const Edge<Weight>& e : edges) {
    lists[e.u].push_back({e.v, e.weight});
    lists[e.v].push_back({e.u, e.weight});
  }
  CsrGraph graph;
  graph.numNodes = nodes;
  graph.offsets = Buffer<EdgeIndex>(nodes + 1);
  graph.neighbors = Buffer<Node>(2 * edges.size());
  Buffer<Weight> weights(2 * edges.size());
  EdgeIndex at = 0;
  for (Node v = 0; v < nodes; ++v) {
    graph.offsets[v] = at;
    std::sort(lists[v].begin(), lists[v].end());
    for (const auto& [u, w] : lists[v]) {
      graph.neighbors[at] = u;
      weights[at++] = w;
    }
  }
  graph.offsets[nodes] = at;
  graph.weights = std::move(weights);
  return graph;
}

// Node 0 has an edge to every other node. Many edges have the same weight.
inline CsrGraph star(Node nodes) {
  std::vector<Edge<float>> edges;
  for (Node leaf = 1; leaf < nodes; ++leaf) edges.push_back({0, leaf, 1.0f + leaf % 7});
  return graph_of(nodes, edges);
}

// Every node has an edge to every other node. All edges have the same weight.
inline CsrGraph clique(Node nodes) {
  std::vector<Edge<std::int32_t>> edges;
  for (Node u = 0; u < nodes; ++u) {
    for (Node v = 0; v < u; ++v) edges.push_back({u, v, 5});
  }
  return graph_of(nodes, edges);
}

}  // namespace handshake
