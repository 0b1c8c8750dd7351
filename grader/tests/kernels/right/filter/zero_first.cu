// what: Every thread first writes 0 to its elements and then 1 where it belongs.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = tid; i < numEdges; i += stride) keepEdges[i] = 0;
  for (int i = tid; i < numEdges; i += stride) {
    if (matches[src[i]] != UNMATCHED) continue;
    if (matches[dst[i]] != UNMATCHED) continue;
    keepEdges[i] = 1;
  }
  /** YOUR CODE GOES ABOVE **/
}
