// Finds the borders of ranges of nodes, by binary search in the offsets.
#include "extensions/common/partition.hpp"

#include <algorithm>

namespace handshake {

std::vector<Node> cut_by_edges(const EdgeIndex* offsets, Node begin, Node end, int parts,
                               int multiple) {
  std::vector<Node> borders(static_cast<std::size_t>(parts) + 1, end);
  borders[0] = begin;
  if (begin == end) return borders;
  const EdgeIndex edges = offsets[end] - offsets[begin];
  for (int p = 1; p < parts; ++p) {
    const EdgeIndex wanted = offsets[begin] + edges / parts * p + edges % parts * p / parts;
    const EdgeIndex* at = std::lower_bound(offsets + begin, offsets + end, wanted);
    const EdgeIndex node = (at - offsets) / multiple * multiple;
    borders[p] = static_cast<Node>(std::clamp<EdgeIndex>(node, borders[p - 1], end));
  }
  return borders;
}

std::vector<Node> cut_by_room(const CsrGraph& graph, EdgeIndex room) {
  std::vector<Node> borders{0};
  const EdgeIndex* const end = graph.offsets.data() + graph.numNodes + 1;
  while (borders.back() < graph.numNodes) {
    const EdgeIndex* const begin = graph.offsets.data() + borders.back();
    borders.push_back(
        static_cast<Node>(std::upper_bound(begin, end, *begin + room) - 1 - graph.offsets.data()));
  }
  return borders;
}

}  // namespace handshake
