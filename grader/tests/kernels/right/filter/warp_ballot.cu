// what: The lanes of a warp exchange their answers by a ballot in which all of them take part.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const unsigned int warp = __activemask();
  const unsigned int lane = threadIdx.x % warpSize;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int base = first; base < numEdges; base += blockDim.x * gridDim.x) {
    const int x = base + lane;
    const bool keep =
        x < numEdges && matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
    const unsigned int bits = __ballot_sync(warp, keep);
    if (x < numEdges) keepEdges[x] = (bits >> lane) & 1;
  }
  /** YOUR CODE GOES ABOVE **/
}
