// what: All threads write the same 0 to newSum[0].
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int total = blockDim.x * gridDim.x;
  if (distance == 0) {
    newSum[0] = 0;
    for (int i = tid + 1; i < numElements; i += total) newSum[i] = oldSum[i - 1];
    return;
  }
  for (int i = tid; i < numElements; i += total) {
    newSum[i] = oldSum[i];
    if (i >= distance) newSum[i] += oldSum[i - distance];
  }
  /** YOUR CODE GOES ABOVE **/
}
