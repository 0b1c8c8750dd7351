// attack: deceive
// root: diagnosis
// what: reads past the end of an array in a function that digraphs take out of diagnosis
// list: 15 26
#include "gpuHeaders.cuh"
#include "utils.hpp"

<:<:gnu::no_sanitize("thread"):>:> __device__ void look(const int* at) {
  volatile int seen = *at;
  (void)seen;
}

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
