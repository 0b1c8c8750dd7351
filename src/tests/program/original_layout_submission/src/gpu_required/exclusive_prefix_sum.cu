// A submission of an earlier year: see ../../README.md.
#include <stdio.h>
#include <stdlib.h>

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  int threads = gridDim.x * blockDim.x;
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = first; k < numElements; k += threads) {
    if (distance == 0) {
      newSum[k] = (k == 0) ? 0 : oldSum[k - 1];
    } else if (k < distance) {
      newSum[k] = oldSum[k];
    } else {
      newSum[k] = oldSum[k] + oldSum[k - distance];
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
