// what: an inner declaration hides the partner; the outer one stays UNMATCHED
// verdicts: WRONG
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const int stride = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += stride) {
    int partner = matches[x];
    if (partner == UNMATCHED) {
      int partner = strongNeighbor[x];  // BLAME
      if (partner != UNMATCHED && strongNeighbor[partner] != x) partner = UNMATCHED;
    }
    matches[x] = partner;  // BLAME
  }
  /** YOUR CODE GOES ABOVE **/
}
