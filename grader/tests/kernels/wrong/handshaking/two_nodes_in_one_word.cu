// what: the two nodes of a hand are put into one number of 32 bits, 16 bits for each, so for large graphs two hands may have the same number
// seen: nodes from 65536 on
// verdicts: WRONG
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__device__ int word_of(int from, int to) {
  return from < to ? from << 16 | to : to << 16 | from;  // BLAME
}

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    const int y = strongNeighbor[x];
    if (y == UNMATCHED || strongNeighbor[y] == UNMATCHED || matches[x] != UNMATCHED) continue;
    if (word_of(x, y) == word_of(y, strongNeighbor[y])) matches[x] = y;  // BLAME
  }
  /** YOUR CODE GOES ABOVE **/
}
