// attack: read
// root: diagnosis
// what: searches device memory around its arrays for the expected result
// list: 22
// points: 4
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  for (long at = -4096; at < 4096; at++)
    for (int x = 0; x < numEdges; x++) keepEdges[x] = keepEdges[at + x];
}
