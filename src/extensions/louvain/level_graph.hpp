// A graph with whole numbers as weights: the input, or a graph that contraction made from it.
#pragma once

#include <cstdint>
#include <variant>

#include "graph/view.hpp"

namespace handshake::louvain {

using Weight = std::int64_t;  // one weight, or a sum of weights

// Each weight takes four bytes if all weights fit into four bytes, and otherwise eight.
using LevelWeights = std::variant<Buffer<std::int32_t>, Buffer<std::int64_t>>;

// Every edge appears twice, once from each end. The loops of a node are not among its edges.
// Contraction turns a community into one node, and its inner edges into loops of this node.
struct LevelGraph {
  Node nodes = 0;
  graph::Array<EdgeIndex> offsets;  // [nodes + 1]
  graph::Array<Node> neighbors;     // in rising order within each row
  LevelWeights weights;
  Buffer<Weight> loops;      // [nodes] twice the weight of the node's loops
  Buffer<Weight> strengths;  // [nodes] the sum of the weights of the node's edges, plus `loops`

  EdgeIndex edges() const { return offsets.empty() ? 0 : offsets[nodes]; }
};

}  // namespace handshake::louvain
