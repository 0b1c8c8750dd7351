// what: Factors of 0 and 1 replace branches; the index is kept inside the array.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const int shift = max(distance, 1);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < numElements; i += blockDim.x * gridDim.x) {
    const int left = max(i - shift, 0);
    newSum[i] = (distance > 0) * oldSum[i] + (i >= shift) * oldSum[left];
  }
  /** YOUR CODE GOES ABOVE **/
}
