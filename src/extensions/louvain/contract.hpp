// Contraction on a CPU: makes the next graph of the hierarchy, with one node for each community.
#pragma once

#include "extensions/louvain/level_graph.hpp"

namespace handshake::louvain {

// Gives the communities the numbers 0, 1, .. in the order of their first members. Returns the
// number of communities.
Node number_by_first_member(Buffer<Node>* communities, int threads = 1);

struct Contraction {
  LevelGraph graph;
  // The node of each community. A community without edges to other communities cannot change any
  // more, so it does not become a node of the graph. For such a community, the element is larger
  // than the number of any node.
  Buffer<Node> node_of;
};

// The numbers in `communities` are 0 .. count - 1, in the order of the first members. Rows of the
// new graph are sorted, and its nodes keep the order of the communities.
Contraction contract_on_cpu(const LevelGraph& level, const Buffer<Node>& communities, Node count,
                            int threads);

}  // namespace handshake::louvain
