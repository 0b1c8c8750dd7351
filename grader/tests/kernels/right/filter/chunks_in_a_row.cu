// what: Every thread handles edges that lie side by side, and stops at the end of the list.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const long long threads = (long long)blockDim.x * gridDim.x;
  const long long tid = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const long long begin = numEdges * tid / threads;
  const long long end = numEdges * (tid + 1) / threads;
  for (long long x = begin; x != end; ++x)
    keepEdges[x] = (matches[src[x]] == UNMATCHED) * (matches[dst[x]] == UNMATCHED);
  /** YOUR CODE GOES ABOVE **/
}
