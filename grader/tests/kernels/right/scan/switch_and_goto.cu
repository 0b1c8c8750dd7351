// what: A switch over distance, and a loop made of goto.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  unsigned int index = blockDim.x * blockIdx.x + threadIdx.x;
again:
  if (index >= static_cast<unsigned int>(numElements)) return;
  switch (distance) {
    case 0:
      if (index == 0) goto first;
      newSum[index] = oldSum[index - 1];
      break;
    default:
      newSum[index] = oldSum[index];
      if (index < static_cast<unsigned int>(distance)) break;
      newSum[index] += oldSum[index - distance];
  }
next:
  index += blockDim.x * gridDim.x;
  goto again;
first:
  newSum[index] = 0;
  goto next;
  /** YOUR CODE GOES ABOVE **/
}
