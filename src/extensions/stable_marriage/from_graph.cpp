// Sorts the neighbors of every node by the order of their edges. Men and women get the same lists.
// So both persons of a pair rank each other, and no entry is left out.
#include "extensions/stable_marriage/from_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "graph/parallel.hpp"
#include "matching/edge_order.hpp"

namespace handshake::marriage {
namespace {

template <class Order>
void sort_neighbors(const CsrGraph& graph, const Order& order, Person* lists) {
  for_each_number(graph.numNodes, 1024, 0, [&](std::int64_t number) {
    const Node v = static_cast<Node>(number);
    std::vector<EdgeIndex> edges(graph.offsets[v + 1] - graph.offsets[v]);
    std::iota(edges.begin(), edges.end(), graph.offsets[v]);
    std::sort(edges.begin(), edges.end(),
              [&](EdgeIndex a, EdgeIndex b) { return order({v, a}, {v, b}); });
    std::transform(edges.begin(), edges.end(), lists + graph.offsets[v],
                   [&](EdgeIndex e) { return graph.neighbors[e]; });
  });
}

}  // namespace

Problem problem_from_graph(const CsrGraph& graph, TieRule ties, std::int32_t places_each) {
  const std::int64_t n = graph.numNodes;
  const EdgeIndex edges = graph.numEdges();
  Preferences p;
  p.men = p.women = graph.numNodes;
  p.offsets = Buffer<std::int64_t>(2 * n + 1);
  p.lists = Buffer<Person>(2 * edges);
  p.offsets[0] = 0;
  for (std::int64_t v = 0; v < n; ++v) {
    p.offsets[v + 1] = graph.offsets[v + 1];
    p.offsets[n + v + 1] = edges + graph.offsets[v + 1];
  }
  std::visit(
      [&](const auto& weights) {
        sort_neighbors(graph, EdgeOrder(graph, weights, ties), p.lists.data());
      },
      graph.weights);
  std::copy(p.lists.begin(), p.lists.begin() + edges, p.lists.begin() + edges);
  if (places_each != 1) p.places.assign(2 * n, places_each);
  return make_problem(p);
}

bool answers_twice_alike(const Problem& problem, const Marriage& marriage) {
  std::vector<std::pair<Person, Person>> pairs, turned;
  for (Person m = 0; m < problem.men; ++m) {
    for (std::int64_t i = problem.men_places.first(m); i < problem.men_places.first(m + 1); ++i) {
      const Person w = marriage.partners[i];
      if (w == kNobody) continue;
      pairs.emplace_back(m, w);
      turned.emplace_back(w, m);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  std::sort(turned.begin(), turned.end());
  return pairs == turned;
}

}  // namespace handshake::marriage
