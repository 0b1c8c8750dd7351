// Calls LEMON; no other file uses LEMON.
#include "matching/optimal_weight.hpp"

#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#if __has_include(<lemon/matching.h>)
#define LEMON_ONLY_TEMPLATES  // the library itself is not needed
#ifndef __clang__             // when g++ 12 inlines LEMON's own maps, it warns about them
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

namespace handshake {
namespace {

// A graph of LEMON with the edges of another graph. Integers stay integers, so that the optimum is
// exact. They have 64 bits, because LEMON multiplies weights by a constant.
template <class Weight>
class Solver {
 public:
  Solver(const CsrGraph& graph, const Buffer<Weight>& weights) : values_(copy_) {
    for (Node v = 0; v < graph.numNodes; ++v) nodes_.push_back(copy_.addNode());
    for (Node v = 0; v < graph.numNodes; ++v) {
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        const Node u = graph.neighbors[e];
        if (v < u) values_[copy_.addEdge(nodes_[v], nodes_[u])] = weights[e];
      }
    }
    matching_.run();
  }

  double weight() const { return static_cast<double>(matching_.matchingWeight()); }
  Buffer<Node> matches() const {
    Buffer<Node> matches(nodes_.size());
    for (std::size_t v = 0; v < nodes_.size(); ++v) {
      const lemon::SmartGraph::Node mate = matching_.mate(nodes_[v]);
      matches[v] = mate == lemon::INVALID ? -1 : lemon::SmartGraph::id(mate);
    }
    return matches;
  }

 private:
  using Value = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;
  using Values = lemon::SmartGraph::EdgeMap<Value>;

  lemon::SmartGraph copy_;
  Values values_;
  std::vector<lemon::SmartGraph::Node> nodes_;
  lemon::MaxWeightedMatching<lemon::SmartGraph, Values> matching_{copy_, values_};
};

// Calls use(solver), and returns its result.
template <class Use>
auto solve(const CsrGraph& graph, const Use& use) {
  return std::visit(
      [&](const auto& weights) {
        using Weight = typename std::decay_t<decltype(weights)>::value_type;
        return use(Solver<Weight>(graph, weights));
      },
      graph.weights);
}

}  // namespace

void require_lemon() {}

Buffer<Node> optimal_matching(const CsrGraph& graph) {
  return solve(graph, [](const auto& solver) { return solver.matches(); });
}

double optimal_matching_weight(const CsrGraph& graph) {
  return solve(graph, [](const auto& solver) { return solver.weight(); });
}

}  // namespace handshake

#else

namespace handshake {

void require_lemon() {
  throw NoLemon(
      "the heaviest matching needs the library LEMON, which was not there when this program was "
      "built; install it (Debian and Ubuntu: liblemon-dev), and build again");
}

Buffer<Node> optimal_matching(const CsrGraph&) {
  require_lemon();
  return {};
}

double optimal_matching_weight(const CsrGraph&) {
  require_lemon();
  return 0;
}

}  // namespace handshake

#endif
