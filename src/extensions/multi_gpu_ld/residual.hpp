// What a round of matching has left of a graph, as a smaller graph.
#pragma once

#include <cstdint>

#include "extensions/common/node_key.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake {

// A graph in host memory with its weights as the devices hold them.
struct HostGraph {
  const CsrGraph* graph;          // its own weights are not looked at
  const std::int32_t* bits;       // [numEdges()]
  const NodeKey* keys = nullptr;  // [numNodes]; null where they are not needed
};

// The keys of the graph that was asked for.
Buffer<NodeKey> keys_of(const CsrGraph& graph);

// The nodes without partner that have such a neighbor, with new numbers without gaps and in their
// old order, with the edges between them.
struct Residual {
  CsrGraph graph;  // without weights
  Buffer<std::int32_t> bits;
  Buffer<NodeKey> keys;
  EdgeIndex edges_read = 0;  // of the larger graph, to find these

  HostGraph view() const { return {&graph, bits.data(), keys.data()}; }
};

// `matches` names the partner of every node of `host`, or -1. The host graph must have keys.
Residual residual_of(const HostGraph& host, const Buffer<Node>& matches);

}  // namespace handshake
