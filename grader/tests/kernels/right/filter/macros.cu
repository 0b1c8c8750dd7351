// what: Macros replace the head of the loop and the test.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define TOTAL_THREADS (gridDim.x * blockDim.x)
#define EACH(i, count) \
  (int i = threadIdx.x + blockIdx.x * blockDim.x; i < (count); i += TOTAL_THREADS)
#define IS_FREE(node) (!(matches[(node)] + 1))

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  for EACH(edge, numEdges) {
    keepEdges[edge] = IS_FREE(src[edge]) & IS_FREE(dst[edge]);
  }
  /** YOUR CODE GOES ABOVE **/
}
