// The largest weight that a matching can have, by LEMON's exact algorithm. The CMake target
// handshake_optimal_weight exists only if LEMON is installed.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

// For small graphs: millions of edges take minutes. The best matching has no edge of negative
// weight. So the result is never negative; the weight of an empty matching is 0.
double optimal_matching_weight(const CsrGraph& graph);

}  // namespace handshake
