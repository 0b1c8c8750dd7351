// A node as the graph that was asked for has it: tie rules look there.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

struct NodeKey {
  Node name;    // its index
  Node degree;  // its number of neighbors
};

}  // namespace handshake
