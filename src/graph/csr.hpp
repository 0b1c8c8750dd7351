// The graph type of the whole project: undirected, weighted, in compressed sparse rows.
#pragma once

#include <cstdint>
#include <variant>

#include "graph/buffer.hpp"

namespace handshake {

using Node = std::int32_t;       // 0-based
using EdgeIndex = std::int64_t;  // position among the directed edges

// One weight per directed edge. Weights of an integer file stay integers. Only generated graphs
// and binary files can have float weights.
using Weights = std::variant<Buffer<std::int32_t>, Buffer<float>, Buffer<double>>;

// Every undirected edge appears twice, once from each end, with the same weight. The neighbors of a
// node are in rising order. There is no self loop and no duplicate.
struct CsrGraph {
  Node numNodes = 0;
  Buffer<EdgeIndex> offsets;  // [numNodes + 1]; node v owns edges offsets[v] .. offsets[v + 1] - 1
  Buffer<Node> neighbors;     // [numEdges()]
  Weights weights;            // [numEdges()]

  EdgeIndex numEdges() const { return offsets.empty() ? 0 : offsets[numNodes]; }
};

}  // namespace handshake
