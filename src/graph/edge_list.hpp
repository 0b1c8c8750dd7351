// Converts a graph to the edge list of the handout's program: three arrays of int.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

// Fills src, dst and weight, each of graph.numEdges() elements, with all directed edges. They are
// in rising order of src, and for the same src in rising order of dst. Throws std::invalid_argument
// when the graph does not hold int32_t weights.
void fill_edge_list(const CsrGraph& graph, int* src, int* dst, int* weight, int threads = 0);

}  // namespace handshake
