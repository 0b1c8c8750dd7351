// A few numbers that distinguish one graph from another.
#pragma once

#include <string>

#include "graph/csr.hpp"

namespace handshake {

// Nodes, directed edges, isolated nodes, largest and mean degree, sum of the weights of undirected
// edges: one line each, the same for every number of threads.
std::string describe_graph(const CsrGraph& graph);

}  // namespace handshake
