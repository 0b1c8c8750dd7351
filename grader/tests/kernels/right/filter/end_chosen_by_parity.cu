// what: a loop looks at both ends of an edge; whether it reads src or dst depends on a parity, and the index is shifted
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += numThreads) {
    int matched = 0;
    for (int end = 2 * x; end < 2 * x + 2; end++)
      matched |= matches[(end & 1 ? dst : src)[end >> 1]] != UNMATCHED;
    keepEdges[x] = !matched;
  }
  /** YOUR CODE GOES ABOVE **/
}
