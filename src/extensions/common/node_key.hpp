// What the tie rules need to know about a node of the original graph.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

struct NodeKey {
  Node name;    // its index
  Node degree;  // its number of neighbors
};

}  // namespace handshake
