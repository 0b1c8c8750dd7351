// Small weighted graphs for the tests of louvain.
#pragma once

#include <random>
#include <vector>

#include "extensions/louvain/problem.hpp"
#include "graph/build_csr.hpp"
#include "graph/edge_list.hpp"
#include "graph/generate.hpp"
#include "graph/parallel.hpp"
#include "graph/read_options.hpp"

namespace handshake::louvain {

template <class W>
using Edges = std::vector<WeightedEdge<W>>;

template <class W>
CsrGraph graph_of(Node nodes, const Edges<W>& edges) {
  ReadReport report;
  return build_csr(nodes, edges.data(), static_cast<std::int64_t>(edges.size()), 1, report);
}

inline Problem problem_of(Node nodes, const Edges<std::int32_t>& edges,
                          const std::vector<SelfLoop>& loops = {}, Fraction resolution = {}) {
  return make_problem(graph_of(nodes, edges), loops, resolution);
}

inline Problem problem_of(const std::string& spec, Fraction resolution = {}) {
  return make_problem(generate(parse_graph_spec(spec)), {}, resolution);
}

// `count` cliques of `size` nodes. If `ring` is true, one edge leads from each clique to the next.
// The node numbers in a clique are far apart.
inline Edges<std::int32_t> cliques(Node count, Node size, bool ring) {
  Edges<std::int32_t> edges;
  const auto node = [&](Node clique, Node i) { return i * count + clique % count; };
  for (Node c = 0; c < count; ++c) {
    for (Node i = 0; i < size; ++i) {
      for (Node j = 0; j < i; ++j) edges.push_back({node(c, i), node(c, j), 1});
    }
    if (ring) edges.push_back({node(c, 0), node(c + 1, size - 1), 1});
  }
  return edges;
}

// Node v is in group v % groups; an edge within a group is much more likely than an edge between
// groups.
inline Edges<std::int32_t> planted(Node groups, Node nodes, double within, double between,
                                   int seed) {
  std::mt19937 random(seed);
  const auto share = [&] { return static_cast<double>(random()) / 0x1p32; };
  Edges<std::int32_t> edges;
  for (Node v = 0; v < nodes; ++v) {
    for (Node u = 0; u < v; ++u) {
      if (share() < (u % groups == v % groups ? within : between)) edges.push_back({u, v, 1});
    }
  }
  return edges;
}

// A random graph with weights from 0 to `heaviest`, and with some loops.
struct RandomGraph {
  RandomGraph(int seed, Node nodes, int pairs, int heaviest) : nodes(nodes) {
    std::mt19937 random(seed);
    for (int i = 0; i < pairs; ++i) {
      const Node u = static_cast<Node>(random() % nodes), v = static_cast<Node>(random() % nodes);
      const auto weight = static_cast<std::int32_t>(random() % (heaviest + 1));
      if (u != v) edges.push_back({u, v, weight});
    }
    for (Node v = 0; v < nodes; v += 1 + static_cast<Node>(random() % 9)) {
      loops.push_back({v, static_cast<double>(random() % (heaviest + 1))});
    }
  }
  Problem problem(Fraction resolution = {}) const {
    return problem_of(nodes, edges, loops, resolution);
  }

  Node nodes;
  Edges<std::int32_t> edges;
  std::vector<SelfLoop> loops;
};

}  // namespace handshake::louvain
