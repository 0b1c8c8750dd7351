// Describes a graph by a few numbers.
#pragma once

#include <string>

#include "graph/csr.hpp"

namespace handshake {

// Returns one line for each of these numbers: nodes, directed edges, isolated nodes, largest
// degree, mean degree, and the sum of the weights of undirected edges. The text is the same for
// every number of threads.
std::string describe_graph(const CsrGraph& graph);

}  // namespace handshake
