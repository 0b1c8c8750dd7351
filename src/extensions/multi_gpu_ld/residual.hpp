// The smaller graph that is left after a round of matching.
#pragma once

#include <cstdint>

#include "extensions/common/node_key.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake::ld {

// A graph in host memory, with its weights in the form that devices use.
struct HostGraph {
  const CsrGraph* graph;          // its weights are not used
  const std::int32_t* bits;       // [numEdges()]
  const NodeKey* keys = nullptr;  // [numNodes]; null if they are not needed
};

// The keys of all nodes of the original graph.
Buffer<NodeKey> keys_of(const CsrGraph& graph);

// The nodes without a partner that have a neighbor without a partner, and the edges between them.
// Their new numbers have no gaps and keep the old order.
struct Residual {
  CsrGraph graph;  // without weights
  Buffer<std::int32_t> bits;
  Buffer<NodeKey> keys;      // for each node, its key in the original graph
  EdgeIndex edges_read = 0;  // edges of the larger graph that were read to make this graph

  HostGraph view() const { return {&graph, bits.data(), keys.data()}; }
};

// `matches` has the partner of every node of `host`, or -1. The graph `host` must have keys.
Residual residual_of(const HostGraph& host, const Buffer<Node>& matches);

}  // namespace handshake::ld
