// Numbers communities in the order of their first members, with several threads.
#include <algorithm>
#include <utility>
#include <vector>

#include "extensions/louvain/contract.hpp"
#include "graph/parallel.hpp"

namespace handshake::louvain {
namespace {

void lower(Node* word, Node value) {
  Node seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (value < seen && !__atomic_compare_exchange_n(word, &seen, value, true, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED)) {
  }
}

}  // namespace

Node number_by_first_member(Buffer<Node>* communities, int threads) {
  Buffer<Node>& community = *communities;
  const auto nodes = static_cast<std::int64_t>(community.size());
  const std::int64_t size = std::clamp<std::int64_t>(nodes / threads / 2, 1, 1 << 14);
  const std::int64_t parts = (nodes + size - 1) / size;
  const auto for_nodes = [&](const auto& visit) {
    for_each_number(nodes, size, threads, [&](std::int64_t v) { visit(static_cast<Node>(v)); });
  };
  Buffer<Node> first(nodes), number(nodes);
  for_nodes([&](Node v) { first[v] = static_cast<Node>(nodes); });
  for_nodes([&](Node v) { lower(&first[community[v]], v); });
  std::vector<Node> starts(parts + 1);
  const auto for_first_members = [&](const auto& visit) {
    for_each_part(parts, threads, [&](std::int64_t part) {
      Node next = starts[part];
      const auto end = static_cast<Node>(std::min(nodes, (part + 1) * size));
      for (auto v = static_cast<Node>(part * size); v < end; ++v) {
        if (first[community[v]] == v) visit(community[v], next++);
      }
      starts[part] = next;
    });
  };
  for_first_members([](Node, Node) {});
  Node count = 0;
  for (Node& start : starts) count += std::exchange(start, count);
  for_first_members([&](Node c, Node next) { number[c] = next; });
  for_nodes([&](Node v) { community[v] = number[community[v]]; });
  return count;
}

}  // namespace handshake::louvain
