// Cuts a graph into ranges of consecutive nodes with about the same number of edges.
#pragma once

#include <vector>

#include "graph/csr.hpp"

namespace handshake {

// Borders of `parts` ranges of the nodes begin .. end - 1: range i is [border i, border i + 1). A
// range begins where the number of edges before it is nearest to its share (the paper's binary
// search in the offsets). Inner borders are multiples of `multiple`, so that two ranges never share
// a word of a bitmap of nodes. A range may be empty if one node has more edges than a share.
std::vector<Node> cut_by_edges(const Buffer<EdgeIndex>& offsets, Node begin, Node end, int parts,
                               int multiple);
inline std::vector<Node> cut_by_edges(const CsrGraph& graph, Node begin, Node end, int parts,
                                      int multiple) {
  return cut_by_edges(graph.offsets, begin, end, parts, multiple);
}

// Borders of the smallest number of ranges of consecutive nodes, each with at most `room` edges. No
// node may have more edges than `room`.
std::vector<Node> cut_by_room(const CsrGraph& graph, EdgeIndex room);

}  // namespace handshake
