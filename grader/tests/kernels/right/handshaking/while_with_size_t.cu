// what: A while loop, and indices of type size_t.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  size_t x = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t nodes = numNodes;
  while (x < nodes) {
    const int neighbor = strongNeighbor[x];
    if (neighbor >= 0 && matches[x] < 0 && static_cast<size_t>(strongNeighbor[neighbor]) == x)
      matches[x] = neighbor;
    x += static_cast<size_t>(gridDim.x) * blockDim.x;
  }
  /** YOUR CODE GOES ABOVE **/
}
