// Computes the modularity by its definition. For each community, adds up the weight of the edges
// within it, and the strengths of its nodes.
#include "extensions/louvain/verify_communities.hpp"

#include <vector>

namespace handshake::louvain {
namespace {

Weight weight_of(const LevelGraph& graph, EdgeIndex e) {
  return std::visit([&](const auto& weights) { return Weight{weights[e]}; }, graph.weights);
}

struct Sums {
  Weight inside = 0;
  Weight strength = 0;
};

std::vector<Sums> sums_of(const LevelGraph& graph, const Communities& communities) {
  std::vector<Sums> sums(communities.count);
  for (Node v = 0; v < graph.nodes; ++v) {
    Sums& own = sums[communities.of_node[v]];
    own.inside += graph.loops[v];
    own.strength += graph.loops[v];
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      const Weight weight = weight_of(graph, e);
      own.strength += weight;
      if (communities.of_node[graph.neighbors[e]] == communities.of_node[v]) own.inside += weight;
    }
  }
  return sums;
}

}  // namespace

std::string communities_fault(const Problem& problem, const Communities& communities) {
  const LevelGraph& graph = problem.graph;
  if (static_cast<Node>(communities.of_node.size()) != graph.nodes) {
    return "the list of communities does not have one entry per node";
  }
  Node next = 0;
  for (Node v = 0; v < graph.nodes; ++v) {
    const Node c = communities.of_node[v];
    if (c < 0 || c > next) {
      return "node " + std::to_string(v) + " has a community whose number is out of order";
    }
    if (c == next) ++next;
  }
  if (next != communities.count) return "there are " + std::to_string(next) + " of them";

  Wide total = 0, over = 0;
  const std::vector<Sums> sums = sums_of(graph, communities);
  for (const Sums& own : sums) total += own.strength;
  const Fraction resolution = problem.resolution;
  for (const Sums& own : sums) {
    over += resolution.under * total * own.inside -
            static_cast<Wide>(resolution.over) * own.strength * own.strength;
  }
  const Wide under = total == 0 ? 1 : resolution.under * total * total;
  if (total == problem.total && over == communities.modularity.over &&
      under == communities.modularity.under) {
    return "";
  }
  return "their modularity is " + std::to_string(Modularity{over, under}.value());
}

Node disconnected_communities(const LevelGraph& graph, const Communities& communities) {
  std::vector<std::uint8_t> pieces(communities.count, 0);  // 2: at least two
  std::vector<std::uint8_t> seen(graph.nodes, 0);
  std::vector<Node> stack;
  Node disconnected = 0;
  for (Node start = 0; start < graph.nodes; ++start) {
    if (seen[start]) continue;
    const Node own = communities.of_node[start];
    if (pieces[own] < 2) disconnected += ++pieces[own] == 2;
    seen[start] = 1;
    stack.push_back(start);
    while (!stack.empty()) {
      const Node v = stack.back();
      stack.pop_back();
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        const Node u = graph.neighbors[e];
        if (seen[u] || communities.of_node[u] != own) continue;
        seen[u] = 1;
        stack.push_back(u);
      }
    }
  }
  return disconnected;
}

}  // namespace handshake::louvain
