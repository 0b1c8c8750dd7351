// A node of the original graph, as the tie rules need it.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

struct NodeKey {
  Node name;    // its index
  Node degree;  // its number of neighbors
};

}  // namespace handshake
