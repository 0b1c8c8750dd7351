// Converts a graph to the edge list of the handout's program: three arrays of int.
#include "graph/edge_list.hpp"

#include <algorithm>
#include <stdexcept>

#include "graph/parallel.hpp"

namespace handshake {

void fill_edge_list(const CsrGraph& graph, int* src, int* dst, int* weight, int threads) {
  const auto* const weights = std::get_if<Buffer<std::int32_t>>(&graph.weights);
  if (!weights) throw std::invalid_argument("fill_edge_list needs a graph with int32_t weights");
  constexpr std::int64_t kNodesPerPart = std::int64_t{1} << 16;
  const std::int64_t parts = (graph.numNodes + kNodesPerPart - 1) / kNodesPerPart;
  for_each_part(parts, threads, [&](std::int64_t part) {
    const std::int64_t first = part * kNodesPerPart;
    const std::int64_t end = std::min(first + kNodesPerPart, std::int64_t{graph.numNodes});
    for (std::int64_t v = first; v < end; v++)
      std::fill(src + graph.offsets[v], src + graph.offsets[v + 1], static_cast<int>(v));
    const EdgeIndex start = graph.offsets[first];
    const EdgeIndex size = graph.offsets[end] - start;
    std::copy_n(graph.neighbors.data() + start, size, dst + start);
    std::copy_n(weights->data() + start, size, weight + start);
  });
}

}  // namespace handshake
