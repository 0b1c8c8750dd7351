// what: The function above the kernel takes a node that is matched with node 0 for free.
// verdicts: WRONG
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__device__ int is_taken(int partner) {
  return partner > 0;  // BLAME
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = tid; x < numEdges; x += numThreads) {
    const int first = is_taken(matches[src[x]]);
    const int second = is_taken(matches[dst[x]]);
    keepEdges[x] = first + second == 0 ? 1 : 0;
  }
  /** YOUR CODE GOES ABOVE **/
}
