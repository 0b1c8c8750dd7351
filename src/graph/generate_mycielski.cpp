// The Mycielski graphs. They have no triangle. In myc:18, the mean degree is 1531, and 11 % of the
// nodes have half of all edge ends.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "graph/buffer.hpp"
#include "graph/generate_csr.hpp"
#include "graph/generate_kinds.hpp"

namespace handshake {
namespace {

CsrGraph two_joined_nodes() {
  CsrGraph graph;
  graph.numNodes = 2;
  graph.offsets = Buffer<EdgeIndex>(3);
  graph.neighbors = Buffer<Node>(2);
  for (Node v = 0; v < 2; ++v) {
    graph.offsets[v] = v;
    graph.neighbors[v] = 1 - v;
  }
  graph.offsets[2] = 2;
  return graph;
}

// Makes a graph with 2n + 1 nodes from a graph with n nodes: each node v gets a twin n + v, which
// is joined with the neighbors of v and with the last node 2n. All rows are in rising order.
CsrGraph next_mycielski(const CsrGraph& old) {
  const std::int64_t n = old.numNodes;
  const EdgeIndex m = old.numEdges();
  CsrGraph graph;
  graph.numNodes = static_cast<Node>(2 * n + 1);
  graph.offsets = Buffer<EdgeIndex>(graph.numNodes + std::int64_t{1});
  graph.neighbors = Buffer<Node>(3 * m + 2 * n);
  graph.offsets[2 * n] = 3 * m + n;
  graph.offsets[2 * n + 1] = 3 * m + 2 * n;
  for_each_number(n, kRowsPerBlock, kAllThreads, [&](std::int64_t v) {
    const Node* row = old.neighbors.data() + old.offsets[v];
    const EdgeIndex degree = old.offsets[v + 1] - old.offsets[v];
    graph.offsets[v] = 2 * old.offsets[v];
    graph.offsets[n + v] = 2 * m + old.offsets[v] + v;
    Node* own = graph.neighbors.data() + graph.offsets[v];
    Node* twin = graph.neighbors.data() + graph.offsets[n + v];
    std::copy_n(row, degree, own);
    std::transform(row, row + degree, own + degree,
                   [n](Node u) { return static_cast<Node>(u + n); });
    std::copy_n(row, degree, twin);
    twin[degree] = static_cast<Node>(2 * n);
    graph.neighbors[graph.offsets[2 * n] + v] = static_cast<Node>(n + v);
  });
  return graph;
}

}  // namespace

CsrGraph mycielski_rows(const GraphSpec& spec) {
  CsrGraph graph = two_joined_nodes();
  for (std::int64_t k = 2; k < spec.size; ++k) graph = next_mycielski(graph);
  return graph;
}

}  // namespace handshake
