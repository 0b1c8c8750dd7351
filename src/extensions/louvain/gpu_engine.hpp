// The exact scheme on a GPU. It finds exactly the same communities as on a CPU.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

// The same as find_on_cpu. Times do not include copying the graph to the GPU or copying the
// communities back. Throws DeviceError.
Buffer<Node> find_on_gpu(const Problem& problem, const Options& options,
                         std::vector<std::vector<Node>>* hierarchy, Measures* measures);

}  // namespace handshake::louvain
