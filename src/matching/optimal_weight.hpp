// LEMON's exact algorithm computes the largest weight that a matching can have. The CMake target
// handshake_optimal_weight exists only if LEMON is installed.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

// For small graphs: millions of edges take minutes. The result is never negative, because the
// weight of the empty matching is 0.
double optimal_matching_weight(const CsrGraph& graph);

}  // namespace handshake
