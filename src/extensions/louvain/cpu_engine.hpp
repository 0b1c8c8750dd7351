// The exact scheme on a CPU, with one or more threads. The communities are exactly the same for
// every number of threads.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake {

// Finds the communities of all nodes of the input. If `hierarchy` is not null, the communities of
// every level are stored there.
Buffer<Node> find_on_cpu(const Problem& problem, const LouvainOptions& options,
                         std::vector<std::vector<Node>>* hierarchy, LouvainMeasures* measures);

}  // namespace handshake
