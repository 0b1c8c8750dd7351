// A submission of an earlier year: see ../../README.md.
#include <stdio.h>
#include <stdlib.h>

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  int stride = blockDim.x * gridDim.x;
  for (int e = blockDim.x * blockIdx.x + threadIdx.x; e < numEdges; e += stride) {
    keepEdges[e] = matches[src[e]] == -1 && matches[dst[e]] == -1;
  }
  /** YOUR CODE GOES ABOVE **/
}
