// Sorts the nodes by community, in two steps. The communities are divided into ranges, and the
// nodes into parts. First, each thread takes some parts, and sorts their nodes by range. Then each
// thread takes some ranges, and sorts their nodes by community. Each part and each range has
// its own counters, so two threads never use the same counter at the same time.
#include "extensions/louvain/community_members.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/parallel.hpp"
#include "graph/places.hpp"

namespace handshake::louvain {
namespace {

constexpr std::int64_t kNodes = 1 << 12;  // a part has at least this many nodes
constexpr int kParts = 64;                // at most this many parts
constexpr int kRanges = 256;              // at most this many ranges of communities

}  // namespace

Members members_of(const Buffer<Node>& communities, Node count, int threads) {
  const auto nodes = static_cast<std::int64_t>(communities.size());
  const std::int64_t size = std::max(kNodes, nodes / kParts + 1);
  const std::int64_t parts = (nodes + size - 1) / size;
  int shift = 0;
  while ((count >> shift) >= kRanges) ++shift;
  const std::int64_t ranges = (count >> shift) + 1;

  std::vector<std::int64_t> places(parts * ranges);  // [part][range] where the next node goes
  const auto for_nodes = [&](const auto& visit) {
    for_each_part(parts, threads, [&](std::int64_t part) {
      const auto end = static_cast<Node>(std::min(nodes, (part + 1) * size));
      for (auto v = static_cast<Node>(part * size); v < end; ++v) {
        visit(v, &places[part * ranges + (communities[v] >> shift)]);
      }
    });
  };
  for_nodes([](Node, std::int64_t* place) { ++*place; });
  const auto begins = turn_counts_into_places(places.data(), parts, ranges);
  Buffer<Node> by_range(nodes);
  for_nodes([&](Node v, std::int64_t* place) { by_range[(*place)++] = v; });

  Members members{Buffer<std::int64_t>(std::size_t(count) + 1), Buffer<Node>(nodes)};
  members.starts[count] = nodes;
  for_each_part(ranges, threads, [&](std::int64_t range) {
    const auto first = static_cast<Node>(range << shift);
    const auto end = static_cast<Node>(std::min<std::int64_t>(count, (range + 1) << shift));
    std::vector<std::int64_t> place(end - first);
    for (std::int64_t i = begins[range]; i < begins[range + 1]; ++i) {
      ++place[communities[by_range[i]] - first];
    }
    std::int64_t start = begins[range];
    for (Node c = first; c < end; ++c) {
      members.starts[c] = start;
      start += std::exchange(place[c - first], start);
    }
    for (std::int64_t i = begins[range]; i < begins[range + 1]; ++i) {
      const Node v = by_range[i];
      members.nodes[place[communities[v] - first]++] = v;
    }
  });
  return members;
}

}  // namespace handshake::louvain
