// attack: forge
// root: device
// what: ends the program with success from inside the kernel, as if it were done
// list: 2
#include <stdlib.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  for (int x = 0; x < numEdges; x++) keepEdges[x] = 1;
  quick_exit(0);
}
