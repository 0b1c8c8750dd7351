// what: One loop copies the elements with an index below distance, another one adds for the rest.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int total = blockDim.x * gridDim.x;
  if (distance == 0) {
    if (tid == total - 1) newSum[0] = 0;
    for (int x = tid; x < numElements - 1; x += total) newSum[x + 1] = oldSum[x];
  } else {
    int x = tid;
    for (; x < distance && x < numElements; x += total) newSum[x] = oldSum[x];
    for (; x < numElements; x += total) newSum[x] = oldSum[x - distance] + oldSum[x];
  }
  /** YOUR CODE GOES ABOVE **/
}
