// attack: deceive
// root: device
// what: has one thread do all the work, which is slow but right: a serial kernel gets its points
// list: 18
// points: 25
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  for (int x = 0; x < numEdges; x++)
    keepEdges[x] = matches[src[x]] != UNMATCHED || matches[dst[x]] != UNMATCHED ? 0 : 1;
}
