#include "gpuHeaders.cuh"
__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  (void)numNodes;
}
