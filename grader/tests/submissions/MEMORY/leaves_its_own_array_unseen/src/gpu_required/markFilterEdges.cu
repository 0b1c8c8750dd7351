// attack: deceive
// root: diagnosis
// what: reads past the end of an array by an index into the thread's own array, which nothing else
//   can reach, so that g++ does not see an access to memory
// list: 26
// points: 22
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  int own[2] = {0, 0};
  int* inside = own;
  int seen = 0;
  const long away = src + numEdges - inside;
  for (int x = tid; x < numEdges; x += numThreads) {
    const bool keep = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
    keepEdges[x] = keep ? 1 : 0;
    if (x == numEdges - 1) seen = inside[away];
  }
  if (seen == 12345) keepEdges[0] = own[seen & 1];
}
