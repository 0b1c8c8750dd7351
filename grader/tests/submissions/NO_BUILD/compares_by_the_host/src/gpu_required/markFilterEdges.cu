// attack: deceive
// root: diagnosis
// what: reads past the end of an array in a function of the C library that it declares as a
//   function of the device
// list: 26
#include "gpuHeaders.cuh"
#include "utils.hpp"

extern "C" __device__ int bcmp(const void*, const void*, size_t) noexcept;

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = tid; x < numEdges; x += numThreads) {
    const bool keep = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
    keepEdges[x] = keep ? 1 : 0;
  }
  if (tid == 0) {
    volatile int seen = bcmp(src + numEdges, dst, 4);
    (void)seen;
  }
}
