// Makes the graph in compressed sparse rows from edges in any order.
#pragma once

#include <cstdint>

#include "graph/csr.hpp"
#include "graph/edge_source.hpp"
#include "graph/read_options.hpp"

namespace handshake {

// Every edge is stored at both of its ends. Self loops are dropped; of several edges between the
// same two nodes, the heaviest is kept. The report counts the edges, the loops and the duplicates.
// All ends must be 0 .. numNodes - 1, and no weight may be NaN. The graph depends neither on the
// order of the edges nor on the number of threads. Besides the graph, needs two bytes of memory
// for each directed edge, and little more. Weight must be int32_t, float or double. Throws what the
// source throws.
template <class Weight>
CsrGraph build_csr(Node numNodes, EdgeSource<Weight>& edges, int threads, ReadReport& report);

// The same for an array of edges.
template <class Weight>
CsrGraph build_csr(Node numNodes, const WeightedEdge<Weight>* edges, std::int64_t numEdges,
                   int threads, ReadReport& report);

}  // namespace handshake
