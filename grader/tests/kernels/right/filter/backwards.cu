// what: The loop runs from the last edge to the first, with an unsigned long index.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

enum Mark : int { kFilter, kKeep };

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  constexpr int kFree = UNMATCHED;
  const unsigned long total = blockDim.x * gridDim.x;
  const unsigned long tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned long done = tid; done < (unsigned long)numEdges; done += total) {
    const unsigned long x = numEdges - 1 - done;
    keepEdges[x] = matches[src[x]] != kFree || matches[dst[x]] != kFree ? kFilter : kKeep;
  }
  /** YOUR CODE GOES ABOVE **/
}
