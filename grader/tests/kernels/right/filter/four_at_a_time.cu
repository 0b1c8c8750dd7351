// what: int4 loads and stores, and the last one to three edges one by one.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__device__ int keep(const int* matches, int a, int b) {
  return matches[a] == UNMATCHED && matches[b] == UNMATCHED;
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int total = blockDim.x * gridDim.x;
  const size_t apart = reinterpret_cast<size_t>(src) | reinterpret_cast<size_t>(dst) |
                       reinterpret_cast<size_t>(keepEdges);
  const int quads = apart % sizeof(int4) == 0 ? numEdges / 4 : 0;
  for (int q = tid; q < quads; q += total) {
    const int4 from = reinterpret_cast<const int4*>(src)[q];
    const int4 to = reinterpret_cast<const int4*>(dst)[q];
    reinterpret_cast<int4*>(keepEdges)[q] =
        make_int4(keep(matches, from.x, to.x), keep(matches, from.y, to.y),
                  keep(matches, from.z, to.z), keep(matches, from.w, to.w));
  }
  for (int x = 4 * quads + tid; x < numEdges; x += total)
    keepEdges[x] = keep(matches, src[x], dst[x]);
  /** YOUR CODE GOES ABOVE **/
}
