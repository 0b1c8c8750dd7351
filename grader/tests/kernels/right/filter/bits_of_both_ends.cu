// what: Two elements of matches are -1 exactly when all bits of both are 1.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < numEdges; i += blockDim.x * gridDim.x)
    keepEdges[i] = !~(matches[src[i]] & matches[dst[i]]);
  /** YOUR CODE GOES ABOVE **/
}
