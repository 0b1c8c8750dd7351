// Calls LEMON; no other file uses LEMON.
#include "matching/optimal_weight.hpp"

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

namespace handshake {
namespace {

template <class Weight>
double optimum(const CsrGraph& graph, const Buffer<Weight>& weights) {
  // Integers stay integers, so that the optimum is exact. They have 64 bits, because LEMON
  // multiplies weights by a constant.
  using Value = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;
  lemon::SmartGraph copy;
  lemon::SmartGraph::EdgeMap<Value> values(copy);
  std::vector<lemon::SmartGraph::Node> nodes;
  for (Node v = 0; v < graph.numNodes; ++v) nodes.push_back(copy.addNode());
  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      if (v < graph.neighbors[e])
        values[copy.addEdge(nodes[v], nodes[graph.neighbors[e]])] = weights[e];
    }
  }
  lemon::MaxWeightedMatching<lemon::SmartGraph, lemon::SmartGraph::EdgeMap<Value>> matching(copy,
                                                                                            values);
  matching.run();
  return static_cast<double>(matching.matchingWeight());
}

}  // namespace

double optimal_matching_weight(const CsrGraph& graph) {
  return std::visit([&](const auto& weights) { return optimum(graph, weights); }, graph.weights);
}

}  // namespace handshake
