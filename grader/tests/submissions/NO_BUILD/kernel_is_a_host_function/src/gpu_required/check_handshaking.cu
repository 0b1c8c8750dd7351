// attack: forge
// root: device
// what: has an ordinary function where the kernel should be
// list: 16
#include "gpuHeaders.cuh"
#include "utils.hpp"

#undef __global__
#define __global__

void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes, int) {
  matches[numNodes - 1] = strongNeighbor[0];
}
