// attack: deceive
// root: diagnosis
// what: defines the function that announces reads, through a macro of a header of the system, so
//   that nothing is announced
// list: 15 26
#include "gpuHeaders.cuh"
#include "utils.hpp"

extern "C" __device__ void __REDIRECT(quiet, (void*), __tsan_volatile_read4);
extern "C" __device__ void quiet(void*) {}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = tid; x < numEdges; x += numThreads) {
    const bool keep = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
    keepEdges[x] = keep ? 1 : 0;
  }
  if (tid == 0) {
    volatile int seen = *(volatile int*)(src + numEdges);
    (void)seen;
  }
}
