// attack: deceive
// root: diagnosis
// what: writes nothing, in the hope that the right result is still there from before
// list: 20
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  if (numNodes < 0) matches[0] = strongNeighbor[0];
}
