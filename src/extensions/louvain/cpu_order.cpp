// Sorts the nodes by color with a counting sort. Threads work on separate parts of the nodes.
#include "extensions/louvain/cpu_order.hpp"

#include <algorithm>

#include "extensions/louvain/move_rule.hpp"
#include "graph/parallel.hpp"
#include "graph/places.hpp"

namespace handshake::louvain {
namespace {

constexpr EdgeIndex kHeavy = 1024;   // a node with more neighbors is a block of its own
constexpr EdgeIndex kHub = 1 << 14;  // only nodes with more neighbors can be hubs (see below)
constexpr std::int64_t kNodes = 1 << 14;

}  // namespace

ColorOrder::ColorOrder(const LevelGraph& level, int color_count, int threads)
    : colors(color_count) {
  const auto degree = [&](Node v) { return level.offsets[v + 1] - level.offsets[v]; };
  // For each part, color and kind of node (heavy or not): the place of the next node.
  const std::int64_t parts = (level.nodes + kNodes - 1) / kNodes,
                     kinds = std::int64_t{2} * color_count;
  std::vector<std::int64_t> places(parts * kinds);
  const auto for_nodes = [&](const auto& visit) {
    for_each_part(parts, threads, [&](std::int64_t part) {
      const auto end = static_cast<Node>(std::min<std::int64_t>(level.nodes, (part + 1) * kNodes));
      for (auto v = static_cast<Node>(part * kNodes); v < end; ++v) {
        if (degree(v) == 0) continue;
        visit(v, &places[part * kinds + std::int64_t{2} * color_of(v, color_count) +
                         (degree(v) <= kHeavy)]);
      }
    });
  };
  for_nodes([](Node, std::int64_t* place) { ++*place; });
  const auto starts = turn_counts_into_places(places.data(), parts, kinds);
  for (std::int64_t c = 0; c < color_count; ++c) {
    colors[c].begin = starts[2 * c];
    colors[c].heavy = starts[2 * c + 1] - starts[2 * c];
    colors[c].end = starts[2 * c + 2];
  }
  nodes = Buffer<Node>(starts.back());
  for_nodes([&](Node v, std::int64_t* place) { nodes[(*place)++] = v; });

  const EdgeIndex hub = std::max(kHub, level.edges() / color_count / threads / 4);
  for (Color& color : colors) {
    Node* const first = nodes.data() + color.begin;
    std::sort(first, first + color.heavy, [&](Node a, Node b) {
      return degree(a) != degree(b) ? degree(a) > degree(b) : a < b;
    });
    while (threads > 1 && color.hubs < color.heavy && degree(first[color.hubs]) > hub) ++color.hubs;
  }
}

}  // namespace handshake::louvain
