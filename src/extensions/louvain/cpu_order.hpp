// The nodes of a graph, sorted by color, for the sub-rounds on a CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/louvain/level_graph.hpp"

namespace handshake::louvain {

// Nodes without edges are left out: they never move to another community. In each color, nodes with
// long lists come first, the node with the longest list at the beginning. So at the end of a
// sub-round, the other threads do not have to wait for a thread that still reads a long list.
struct ColorOrder {
  struct Color {
    std::int64_t begin = 0, end = 0;  // positions in `nodes`
    std::int64_t heavy = 0;           // how many nodes have long lists
    std::int64_t hubs = 0;            // how many of these are hubs (see cpu_hub.hpp)
  };

  ColorOrder(const LevelGraph& level, int colors, int threads);

  std::vector<Color> colors;
  Buffer<Node> nodes;
};

}  // namespace handshake::louvain
