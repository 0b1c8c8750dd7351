// Makes two passes over the lists of the nodes without a partner: the first pass counts the edges
// that are left, and the second pass copies them.
#include "extensions/multi_gpu_ld/residual.hpp"

#include "graph/parallel.hpp"

namespace handshake::ld {
namespace {

constexpr std::int64_t kBlock = 1 << 14;  // nodes that one thread takes at once

template <class Visit>
void for_each_node(const CsrGraph& graph, const Visit& visit) {
  for_each_number(graph.numNodes, kBlock, 0, [&](std::int64_t v) { visit(static_cast<Node>(v)); });
}

}  // namespace

Buffer<NodeKey> keys_of(const CsrGraph& graph) {
  Buffer<NodeKey> keys(graph.numNodes);
  for_each_node(graph, [&](Node v) {
    keys[v] = {v, static_cast<Node>(graph.offsets[v + 1] - graph.offsets[v])};
  });
  return keys;
}

Residual residual_of(const HostGraph& host, const Buffer<Node>& matches) {
  const CsrGraph& graph = *host.graph;
  Buffer<EdgeIndex> kept(graph.numNodes);  // how many edges of each node are left
  for_each_node(graph, [&](Node v) {
    kept[v] = 0;
    if (matches[v] >= 0) return;
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      kept[v] += matches[graph.neighbors[e]] < 0;
    }
  });

  Residual left;
  Buffer<Node> number(graph.numNodes);  // the new number of each node that is left
  Buffer<EdgeIndex>& offsets = left.graph.offsets = Buffer<EdgeIndex>(graph.offsets.size());
  Node nodes = 0;
  offsets[0] = 0;
  for (Node v = 0; v < graph.numNodes; ++v) {
    if (matches[v] < 0) left.edges_read += graph.offsets[v + 1] - graph.offsets[v];
    number[v] = nodes;
    if (kept[v] == 0) continue;
    offsets[nodes + 1] = offsets[nodes] + kept[v];
    ++nodes;
  }
  offsets.truncate(nodes + std::size_t{1});
  left.graph.numNodes = nodes;

  left.graph.neighbors = Buffer<Node>(left.graph.numEdges());
  left.bits = Buffer<std::int32_t>(left.graph.numEdges());
  left.keys = Buffer<NodeKey>(nodes);
  for_each_node(graph, [&](Node v) {
    if (kept[v] == 0) return;
    left.keys[number[v]] = host.keys[v];
    EdgeIndex to = offsets[number[v]];
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      if (matches[graph.neighbors[e]] >= 0) continue;
      left.graph.neighbors[to] = number[graph.neighbors[e]];
      left.bits[to] = host.bits[e];
      ++to;
    }
  });
  return left;
}

}  // namespace handshake::ld
