// The classical method on one thread, for comparisons: nodes decide one after the other, and each
// node moves before the next one decides.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

// The two thresholds of the paper's scheme decide when passes end.
Buffer<Node> find_sequentially(const Problem& problem, const Options& options,
                               std::vector<std::vector<Node>>* hierarchy, Measures* measures);

}  // namespace handshake::louvain
