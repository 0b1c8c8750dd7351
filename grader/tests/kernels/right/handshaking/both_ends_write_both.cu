// what: The threads of both ends write both elements, always the same values.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int total = blockDim.x * gridDim.x;
  for (int i = tid; i < numNodes; i += total) {
    if (matches[i] == UNMATCHED && strongNeighbor[i] != UNMATCHED) {
      int other = strongNeighbor[i];
      if (strongNeighbor[other] == i) {
        matches[i] = other;
        matches[other] = i;
      }
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
