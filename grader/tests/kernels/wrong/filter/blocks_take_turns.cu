// what: the last block has the first turn, and a block waits for its turn: blocks that have not begun may never begin
// seen: more blocks than the GPU runs at the same time
// verdicts: SLOW CRASH RACE
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__device__ int turn;

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < numEdges; e += blockDim.x * gridDim.x) {
    keepEdges[e] = matches[src[e]] == UNMATCHED && matches[dst[e]] == UNMATCHED;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) != gridDim.x - 1 - blockIdx.x) {  // BLAME
    }
    if (blockIdx.x == 0) atomicExch(&turn, 0);
    else atomicAdd(&turn, 1);
  }
  /** YOUR CODE GOES ABOVE **/
}
