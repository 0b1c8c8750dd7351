// attack: forge
// root: device
// what: declares the kernel with other types
// list: 16
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(long* strongNeighbor, long* matches, long numNodes) {
  for (long x = 0; x < numNodes; x++) matches[x] = strongNeighbor[x];
}
