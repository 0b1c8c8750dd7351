// The classical method on one thread, for comparisons: one node after the other, and each moves at
// once.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake {

// Passes end as those of the paper's scheme do, by its two thresholds.
Buffer<Node> find_sequentially(const Problem& problem, const LouvainOptions& options,
                               std::vector<std::vector<Node>>* hierarchy,
                               LouvainMeasures* measures);

}  // namespace handshake
