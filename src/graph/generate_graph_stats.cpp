// Computes the numbers for blocks of nodes, and then combines the blocks in a fixed order. So sums
// are rounded in the same way for every number of threads.
#include "graph/generate_graph_stats.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <variant>

#include "graph/parallel.hpp"

namespace handshake {
namespace {

struct Stats {
  std::int64_t isolated = 0;
  EdgeIndex largest_degree = 0;
  double weight = 0;  // of all directed edges
};

template <class Weight>
Stats stats_of(const CsrGraph& graph, const Buffer<Weight>& weights) {
  constexpr std::int64_t kBlock = 1 << 14;
  constexpr int kAllThreads = 0;
  const std::int64_t blocks = (graph.numNodes + kBlock - 1) / kBlock;
  Buffer<Stats> parts(blocks);
  for_each_part(blocks, kAllThreads, [&](std::int64_t block) {
    Stats part;
    const std::int64_t end = std::min<std::int64_t>(graph.numNodes, (block + 1) * kBlock);
    for (std::int64_t v = block * kBlock; v < end; ++v) {
      const EdgeIndex degree = graph.offsets[v + 1] - graph.offsets[v];
      part.isolated += degree == 0;
      part.largest_degree = std::max(part.largest_degree, degree);
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) part.weight += weights[e];
    }
    parts[block] = part;
  });
  Stats all;
  for (const Stats& part : parts) {
    all.isolated += part.isolated;
    all.largest_degree = std::max(all.largest_degree, part.largest_degree);
    all.weight += part.weight;
  }
  return all;
}

}  // namespace

std::string describe_graph(const CsrGraph& graph) {
  const Stats stats =
      std::visit([&](const auto& weights) { return stats_of(graph, weights); }, graph.weights);
  const double mean =
      graph.numNodes > 0 ? static_cast<double>(graph.numEdges()) / graph.numNodes : 0;
  char text[400];
  std::snprintf(text, sizeof text,
                "nodes           %lld\n"
                "directed edges  %lld\n"
                "isolated nodes  %lld\n"
                "largest degree  %lld\n"
                "mean degree     %.4f\n"
                "weight sum      %.6f\n",
                static_cast<long long>(graph.numNodes), static_cast<long long>(graph.numEdges()),
                static_cast<long long>(stats.isolated),
                static_cast<long long>(stats.largest_degree), mean, stats.weight / 2);
  return text;
}

}  // namespace handshake
