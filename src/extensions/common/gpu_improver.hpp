// Makes a matching heavier on a GPU: for graphs in the memory of the host.
#pragma once

#include "extensions/common/improve.hpp"

namespace handshake {

// As improve() on the current GPU, with the same result. Copies the graph and the matching to the GPU,
// and the new matching back. Throws also DeviceError.
int improve_on_gpu(const graph::View& graph, int scans, Node* matches);

}  // namespace handshake
