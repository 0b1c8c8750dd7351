// The part of a graph that a round of matching has left, as a smaller graph.
#pragma once

#include <cstdint>

#include "extensions/common/node_key.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake {

// A graph in host memory, with its weights in the form that devices use.
struct HostGraph {
  const CsrGraph* graph;          // the weights in it are not used
  const std::int32_t* bits;       // [numEdges()]
  const NodeKey* keys = nullptr;  // [numNodes]; null if they are not needed
};

// The keys of the original graph.
Buffer<NodeKey> keys_of(const CsrGraph& graph);

// The nodes without a partner that have a neighbor without a partner, and the edges between them.
// Their new numbers have no gaps and keep the old order.
struct Residual {
  CsrGraph graph;  // without weights
  Buffer<std::int32_t> bits;
  Buffer<NodeKey> keys;      // these nodes in the original graph
  EdgeIndex edges_read = 0;  // edges of the larger graph that were read to find these

  HostGraph view() const { return {&graph, bits.data(), keys.data()}; }
};

// `matches` names the partner of every node of `host`, or -1. The host graph must have keys.
Residual residual_of(const HostGraph& host, const Buffer<Node>& matches);

}  // namespace handshake
