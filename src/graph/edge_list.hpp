// Converts a graph to the edge list of the handout's program: three arrays of int.
#pragma once

#include "graph/csr.hpp"

namespace handshake {

// Fills src, dst and weight with all directed edges. Each array has graph.numEdges() elements. The
// edges are in rising order of src; edges with the same src are in rising order of dst. Throws
// std::invalid_argument when the weights of the graph are not int32_t.
void fill_edge_list(const CsrGraph& graph, int* src, int* dst, int* weight, int threads = 0);

}  // namespace handshake
