// The exact scheme on a CPU, with one or more threads. The communities are exactly the same for
// every number of threads.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

// Finds the communities of all nodes of the input. If `hierarchy` is not null, the communities of
// every level are stored there.
Buffer<Node> find_on_cpu(const Problem& problem, const Options& options,
                         std::vector<std::vector<Node>>* hierarchy, Measures* measures);

}  // namespace handshake::louvain
