// The exact scheme on one thread of a CPU, or on several. The communities are exactly the same for
// every number of threads.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake {

// Finds the communities of all nodes of the input; with `hierarchy`, also those of every level.
Buffer<Node> find_on_cpu(const Problem& problem, const LouvainOptions& options,
                         std::vector<std::vector<Node>>* hierarchy, LouvainMeasures* measures);

}  // namespace handshake
