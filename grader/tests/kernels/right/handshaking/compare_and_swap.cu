// what: Matches by atomicCAS on both elements.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += blockDim.x * gridDim.x) {
    const int y = strongNeighbor[x];
    if (y != UNMATCHED && strongNeighbor[y] == x) {
      atomicCAS(&matches[x], UNMATCHED, y);
      atomicCAS(matches + y, UNMATCHED, x);
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
