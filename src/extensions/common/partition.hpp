// Cuts a graph into ranges of consecutive nodes with about the same number of edges.
#pragma once

#include <vector>

#include "graph/csr.hpp"

namespace handshake {

// Returns the borders of `parts` ranges of the nodes begin .. end - 1: range i is [border i, border
// i + 1). A range begins at the first node before which there are enough edges for the earlier
// ranges (the paper's binary search in the offsets). Inner borders are rounded down to multiples of
// `multiple`, so that two ranges never share a word of a bitmap of nodes. A range may be empty if
// one node has more edges than the share of a range.
std::vector<Node> cut_by_edges(const Buffer<EdgeIndex>& offsets, Node begin, Node end, int parts,
                               int multiple);
inline std::vector<Node> cut_by_edges(const CsrGraph& graph, Node begin, Node end, int parts,
                                      int multiple) {
  return cut_by_edges(graph.offsets, begin, end, parts, multiple);
}

// Cuts all nodes into as few ranges of consecutive nodes as possible, each with at most `room`
// edges, and returns the borders. No node may have more edges than `room`.
std::vector<Node> cut_by_room(const CsrGraph& graph, EdgeIndex room);

}  // namespace handshake
