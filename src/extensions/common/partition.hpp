// Cuts a graph into ranges of consecutive nodes with about the same number of edges.
#pragma once

#include <vector>

#include "graph/csr.hpp"

namespace handshake {

// Cuts the nodes begin .. end - 1 into `parts` ranges, and returns the borders: range i has the
// nodes borders[i] .. borders[i + 1] - 1. Range i begins at the first node such that the nodes
// before it have at least `i / parts` of the edges. As in the paper of LD-GPU, a binary search in
// the offsets finds this node. Inner borders are rounded down to multiples of `multiple`, so that
// two ranges never share a word of a bitmap of nodes. A range may be empty if one node has more
// than `1 / parts` of the edges.
std::vector<Node> cut_by_edges(const EdgeIndex* offsets, Node begin, Node end, int parts,
                               int multiple);
inline std::vector<Node> cut_by_edges(const CsrGraph& graph, Node begin, Node end, int parts,
                                      int multiple) {
  return cut_by_edges(graph.offsets.data(), begin, end, parts, multiple);
}

// Cuts all nodes into as few ranges of consecutive nodes as possible, each with at most `room`
// edges, and returns the borders. No node may have more edges than `room`.
std::vector<Node> cut_by_room(const CsrGraph& graph, EdgeIndex room);

}  // namespace handshake
