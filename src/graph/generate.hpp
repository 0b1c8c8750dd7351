// Makes the graph that a spec names: the same nodes, edges and weights for every number of threads.
#pragma once

#include <cstdint>

#include "graph/csr.hpp"
#include "graph/graph_spec.hpp"

namespace handshake {

// Throws InputError if the spec is not valid, and std::bad_alloc if memory runs out.
CsrGraph generate(const GraphSpec& spec);

// The size of the graph of a spec, and the memory that generate() needs for this graph. The number
// of nodes is exact; the numbers of edges and bytes are upper estimates. So a program can refuse a
// graph that does not fit into memory, before the machine starts to swap.
struct GraphEstimate {
  std::int64_t nodes = 0;
  double directed_edges = 0;
  double bytes = 0;  // the largest amount of memory at any time
};
GraphEstimate estimate_graph(const GraphSpec& spec);

}  // namespace handshake
