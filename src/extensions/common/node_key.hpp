// A node as in the original graph, which the tie rules use.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

struct NodeKey {
  Node name;    // its index
  Node degree;  // its number of neighbors
};

}  // namespace handshake
