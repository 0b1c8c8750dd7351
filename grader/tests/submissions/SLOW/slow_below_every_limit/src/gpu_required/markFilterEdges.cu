// attack: exhaust
// root: resources
// what: is right, and every launch ends long before its limit; but all launches together take
//   twenty minutes; a run of match may end in time
// list: 10
// points: 6
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid == 0) {  // products that wait for each other: a second, whatever the processor
    unsigned int product = numEdges;
    for (int wait = 0; wait < 1000000000; wait++) product = product * 1664525u + 1u;
    volatile unsigned int kept = product;
    (void)kept;
  }
  for (int x = tid; x < numEdges; x += blockDim.x * gridDim.x)
    keepEdges[x] = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
}
