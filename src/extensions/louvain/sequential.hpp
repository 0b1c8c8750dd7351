// The classical method on one thread, for comparisons: it looks at one node after the other, and
// moves each immediately.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake {

// Passes end as those of the paper's scheme do, by its two thresholds.
Buffer<Node> find_sequentially(const Problem& problem, const LouvainOptions& options,
                               std::vector<std::vector<Node>>* hierarchy,
                               LouvainMeasures* measures);

}  // namespace handshake
