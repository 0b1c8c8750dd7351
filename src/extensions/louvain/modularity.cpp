// Computes the exact modularity of communities, with several threads.
#include "extensions/louvain/modularity.hpp"

#include <algorithm>
#include <vector>

#include "graph/parallel.hpp"

namespace handshake::louvain {

Modularity modularity_of(const Problem& problem, const Buffer<Node>& communities, int threads) {
  constexpr std::int64_t kBlock = 1 << 14;
  const LevelGraph& graph = problem.graph;
  if (problem.total == 0) return {};
  std::vector<Weight> inside((graph.nodes + kBlock - 1) / kBlock);
  std::vector<Weight> strengths(graph.nodes);
  std::visit(
      [&](const auto& weights) {
        for_each_part(static_cast<std::int64_t>(inside.size()), threads, [&](std::int64_t part) {
          const std::int64_t end = std::min<std::int64_t>(graph.nodes, (part + 1) * kBlock);
          Weight sum = 0;
          for (std::int64_t v = part * kBlock; v < end; ++v) {
            sum += graph.loops[v];
            for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
              if (communities[graph.neighbors[e]] == communities[v]) sum += weights[e];
            }
          }
          inside[part] = sum;
        });
      },
      graph.weights);
  for (Node v = 0; v < graph.nodes; ++v) strengths[communities[v]] += graph.strengths[v];
  Wide inside_sum = 0, squares = 0;
  for (const Weight part : inside) inside_sum += part;
  for (const Weight strength : strengths) squares += static_cast<Wide>(strength) * strength;
  const Wide scaled = static_cast<Wide>(problem.resolution.under) * problem.total;
  return {scaled * inside_sum - problem.resolution.over * squares, scaled * problem.total};
}

}  // namespace handshake::louvain
