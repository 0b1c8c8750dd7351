// Checks that a graph has all properties that csr.hpp promises.
#pragma once

#include <string>

#include "graph/csr.hpp"

namespace handshake {

// Returns a text about the first fault, or an empty text when the graph is valid. In a valid graph,
// the offsets agree with the sizes of the arrays. The neighbors of a node exist, are in rising
// order, and are never the node itself. Every weight is finite, and every edge is stored at both
// ends with the same weight.
std::string validate(const CsrGraph& graph, int threads = 0);

}  // namespace handshake
