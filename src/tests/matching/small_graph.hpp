// Makes small graphs for tests, and lists all matchings of a graph.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "graph/csr.hpp"
#include "matching/matching.hpp"

namespace handshake {

template <class Weight>
struct SmallEdge {
  Node u;
  Node v;
  Weight weight;
};

// Makes a graph from its undirected edges. `edges` must have each edge once, and no self loops.
template <class Weight>
CsrGraph small_graph(Node numNodes, const std::vector<SmallEdge<Weight>>& edges) {
  std::map<std::pair<Node, Node>, Weight> directed;
  for (const SmallEdge<Weight>& edge : edges) {
    directed[{edge.u, edge.v}] = edge.weight;
    directed[{edge.v, edge.u}] = edge.weight;
  }
  CsrGraph graph;
  graph.numNodes = numNodes;
  graph.offsets = Buffer<EdgeIndex>(numNodes + 1);
  graph.neighbors = Buffer<Node>(directed.size());
  Buffer<Weight> weights(directed.size());
  for (EdgeIndex& offset : graph.offsets) offset = 0;
  EdgeIndex e = 0;
  for (const auto& [ends, weight] : directed) {
    ++graph.offsets[ends.first + 1];
    graph.neighbors[e] = ends.second;
    weights[e++] = weight;
  }
  for (Node v = 0; v < numNodes; ++v) graph.offsets[v + 1] += graph.offsets[v];
  graph.weights = std::move(weights);
  return graph;
}

// Adds to `all` every matching that extends `matches` by zero or more edges between the nodes v,
// v + 1, v + 2 and so on. This takes exponential time, so the graph must have few nodes.
inline void extend_matchings(const CsrGraph& graph, Node v, std::vector<Node>& matches,
                             std::vector<std::vector<Node>>& all) {
  if (v == graph.numNodes) {
    all.push_back(matches);
    return;
  }
  extend_matchings(graph, v + 1, matches, all);  // v gets no new partner
  if (matches[v] != kUnmatched) return;
  for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
    const Node u = graph.neighbors[e];
    if (u < v || matches[u] != kUnmatched) continue;
    matches[v] = u;
    matches[u] = v;
    extend_matchings(graph, v + 1, matches, all);
    matches[v] = matches[u] = kUnmatched;
  }
}

inline std::vector<std::vector<Node>> all_matchings(const CsrGraph& graph) {
  std::vector<std::vector<Node>> all;
  std::vector<Node> matches(graph.numNodes, kUnmatched);
  extend_matchings(graph, 0, matches, all);
  return all;
}

}  // namespace handshake
