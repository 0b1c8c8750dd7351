// what: The thread of the smaller end writes both ends of a handshake.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  for (int x = threadIdx.x + blockIdx.x * blockDim.x; x < numNodes; x += gridDim.x * blockDim.x) {
    const int y = strongNeighbor[x];
    if (x < y && strongNeighbor[y] == x && matches[x] == UNMATCHED) {
      matches[x] = y;
      matches[y] = x;
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
