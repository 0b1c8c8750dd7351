// Checks that a graph has all properties that csr.hpp promises.
#pragma once

#include <string>

#include "graph/csr.hpp"

namespace handshake {

// Returns the first fault in words, or an empty text when the graph is valid: sizes and offsets
// fit, neighbors exist, rise within a row and are never the node itself, every weight is finite,
// and every edge is stored at both ends with the same weight.
std::string validate(const CsrGraph& graph, int threads = 0);

}  // namespace handshake
