// Makes the part of one rank: a view into the whole graph.
#include "extensions/b_matching/distributed/graph_part.hpp"

namespace handshake::b_matching {

GraphPart part_of(const CsrGraph& graph, const Buffer<std::int32_t>& bounds, TieRule ties,
                  const Buffer<std::int32_t>& degrees, int ranks, int rank) {
  GraphPart part;
  part.ranges = {graph.numNodes, ranks};
  part.rank = rank;
  part.first = part.ranges.first(rank);
  part.nodes = part.ranges.first(rank + 1) - part.first;
  part.offsets = graph.offsets.data() + part.first;
  part.base = part.nodes > 0 ? part.offsets[0] : 0;
  part.neighbors = graph.neighbors.data() + part.base;
  part.weights = std::visit([&](const auto& all) -> WeightsView { return all.data() + part.base; },
                            graph.weights);
  part.bounds = bounds.data() + part.first;
  part.ties = ties;
  part.degrees = degrees.data();
  return part;
}

Buffer<std::int32_t> degrees_of(const CsrGraph& graph) {
  Buffer<std::int32_t> degrees(graph.numNodes);
  for (Node v = 0; v < graph.numNodes; ++v) {
    degrees[v] = static_cast<std::int32_t>(graph.offsets[v + 1] - graph.offsets[v]);
  }
  return degrees;
}

}  // namespace handshake::b_matching
