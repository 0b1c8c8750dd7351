// attack: deceive
// root: device
// what: includes itself as a header of the system, in which assembly is not refused
// list: 15 16
#ifndef SECOND_TIME
#define SECOND_TIME
#include "./markFilterEdges.cu"
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = tid; x < numEdges; x += numThreads) {
    const bool keep = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
    keepEdges[x] = keep ? 1 : 0;
  }
  if (tid == 0) look(src + numEdges);
}
#else
#pragma GCC system_header
__device__ inline void look(const int* at) {
  int seen;
  asm volatile("movl (%1), %0" : "=r"(seen) : "r"(at));
}
#endif
