// Makes the graph that a spec names: the same nodes, edges and weights for every number of threads.
#pragma once

#include <cstdint>

#include "graph/csr.hpp"
#include "graph/graph_spec.hpp"

namespace handshake {

// Throws InputError when the spec is not valid and std::bad_alloc when memory runs out.
CsrGraph generate(const GraphSpec& spec);

// What generate(spec) will need: the nodes exactly, edges and bytes rather too high. It lets a
// program refuse a graph that does not fit before the machine starts to swap.
struct GraphEstimate {
  std::int64_t nodes = 0;
  double directed_edges = 0;
  double bytes = 0;  // of memory at the worst moment
};
GraphEstimate estimate_graph(const GraphSpec& spec);

}  // namespace handshake
