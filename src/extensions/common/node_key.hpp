// The data of a node of the original graph that the tie rules need.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

struct NodeKey {
  Node name;    // its index
  Node degree;  // its number of neighbors
};

}  // namespace handshake
