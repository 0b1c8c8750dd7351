// what: Every block handles all edges, so the blocks write the same values to the same elements.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  for (int i = threadIdx.x; i < numEdges; i += blockDim.x) {
    if (matches[src[i]] == UNMATCHED && matches[dst[i]] == UNMATCHED)
      keepEdges[i] = 1;
    else
      keepEdges[i] = 0;
  }
  /** YOUR CODE GOES ABOVE **/
}
