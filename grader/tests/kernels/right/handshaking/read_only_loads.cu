// what: Uses __restrict__ and __ldg, and writes every element, also where nothing changes.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__device__ __forceinline__ int partner_of(const int* __restrict__ strongNeighbor, int x) {
  const int y = __ldg(&strongNeighbor[x]);
  return y != UNMATCHED && __ldg(strongNeighbor + y) == x ? y : UNMATCHED;
}

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const unsigned int stride = blockDim.x * gridDim.x;
  for (unsigned int x = blockIdx.x * blockDim.x + threadIdx.x; x < (unsigned)numNodes; x += stride)
    matches[x] = matches[x] == UNMATCHED ? partner_of(strongNeighbor, x) : matches[x];
  /** YOUR CODE GOES ABOVE **/
}
