// attack: forge
// root: device
// what: defines a second kernel of the same name in a namespace that hides the first
// list: 16
#include "gpuHeaders.cuh"
#include "utils.hpp"

namespace forged {
__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  for (int x = 0; x < numNodes; x++) matches[x] = strongNeighbor[x];
}
}  // namespace forged
using forged::check_handshaking_gpu;
