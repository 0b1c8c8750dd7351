// Graphs and matchings for the tests that make matchings heavier, on the CPU and on GPUs.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "extensions/suitor/match.hpp"
#include "graph/generate.hpp"
#include "graph/graph_spec.hpp"
#include "small_graphs.hpp"

namespace handshake {

using Matches = std::vector<Node>;

// A random graph; the weights are from `least` to `most`.
template <class Weight>
CsrGraph random_graph(Node nodes, int edges, int least, int most, int seed) {
  std::mt19937 random(seed);
  std::map<std::pair<Node, Node>, Weight> all;
  for (int i = 0; i < edges && nodes > 1; ++i) {
    const auto u = static_cast<Node>(random() % nodes), v = static_cast<Node>(random() % nodes);
    const int weight = least + static_cast<int>(random() % (most - least + 1));
    if (u < v) all[{u, v}] = static_cast<Weight>(weight);
  }
  std::vector<Edge<Weight>> list;
  for (const auto& [ends, weight] : all) list.push_back({ends.first, ends.second, weight});
  return graph_of(nodes, list);
}

// Sorted lists of neighbors, a quarter of which are any node: as from a caller who is trusted.
inline CsrGraph not_symmetric_graph(int seed) {
  CsrGraph graph = random_graph<float>(40, 150, -3, 9, seed);
  std::mt19937 random(seed);
  for (Node& neighbor : graph.neighbors) {
    if (random() % 4 == 0) neighbor = static_cast<Node>(random() % 40);
  }
  for (Node v = 0; v < 40; ++v) {
    std::sort(&graph.neighbors[graph.offsets[v]], &graph.neighbors[graph.offsets[v + 1]]);
  }
  return graph;
}

// A path of pairs of weight 1. The edges between the pairs are heavier from one to the next, so that
// few paths win in each round of claims, and some are left after all rounds.
inline CsrGraph rising_path() {
  std::vector<Edge<int>> edges;
  for (Node v = 0; v + 1 < 80; ++v) edges.push_back({v, v + 1, v % 2 == 0 ? 1 : 3 + v});
  return graph_of(80, edges);
}

inline Matches greedy(const CsrGraph& graph) {
  Matches matches(graph.numNodes);
  suitor::match(graph, {}, matches.data());
  return matches;
}

// A maximal matching that has nothing to do with the weights.
inline Matches any_matching(const CsrGraph& graph) {
  Matches matches(graph.numNodes, -1);
  for (Node v = graph.numNodes - 1; v >= 0; --v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      const Node u = graph.neighbors[e];
      if (matches[v] < 0 && matches[u] < 0) matches[v] = u, matches[u] = v;
    }
  }
  return matches;
}

inline std::vector<Matches> starts(const CsrGraph& graph) {
  return {greedy(graph), any_matching(graph), Matches(graph.numNodes, -1)};
}

template <class Check>
void for_each_graph(const Check& check) {
  for (int seed = 0; seed < 60; ++seed) {
    const Node nodes = seed < 3 ? seed : 2 + seed * seed % 67;
    check(random_graph<float>(nodes, 4 * nodes, 1, 40, seed));
    check(random_graph<double>(nodes, 3 * nodes, -9, 9, seed));
    check(random_graph<std::int32_t>(nodes, 2 * nodes, 5, 5, seed));
    check(random_graph<std::int32_t>(nodes, 6 * nodes, 0, 3, seed));
  }
  check(clique(9));
  check(star(9));
  check(rising_path());
  check(generate(parse_graph_spec("path:6:w=const")));
  check(generate(parse_graph_spec("myc:6:w=const")));
}

}  // namespace handshake
