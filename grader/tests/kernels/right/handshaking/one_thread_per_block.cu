// what: One thread of every block works; the blocks share out the nodes.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  if (threadIdx.x != 0) return;
  for (int x = blockIdx.x; x < numNodes; x += gridDim.x) {
    int y = strongNeighbor[x];
    if (y == UNMATCHED || matches[x] != UNMATCHED) continue;
    if (strongNeighbor[y] == x) matches[x] = y;
  }
  /** YOUR CODE GOES ABOVE **/
}
