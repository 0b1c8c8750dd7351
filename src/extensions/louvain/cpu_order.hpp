// The nodes of a graph by color, for the sub-rounds of a CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/louvain/level_graph.hpp"

namespace handshake {

// Nodes without edges are left out: they never move to another community. In each color, nodes with
// long lists come first, and those with the longest lists at the very beginning. So no thread still
// works on a long list when the other threads are done.
struct ColorOrder {
  struct Color {
    std::int64_t begin = 0, end = 0;  // positions in `nodes`
    std::int64_t heavy = 0;           // how many have long lists
    std::int64_t hubs = 0;            // how many of these are hubs (see cpu_order.cpp)
  };

  ColorOrder(const LevelGraph& level, int colors, int threads);

  std::vector<Color> colors;
  Buffer<Node> nodes;
};

}  // namespace handshake
