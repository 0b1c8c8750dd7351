// what: the parameters of the helper are in another order than the arguments of its call
// verdicts: WRONG MEMORY CRASH
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__device__ int value_at(const int* oldSum, int distance, int x) {  // BLAME
  if (distance == 0) return x == 0 ? 0 : oldSum[x - 1];
  return x < distance ? oldSum[x] : oldSum[x] + oldSum[x - distance];
}

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int x = first; x < numElements; x += blockDim.x * gridDim.x)
    newSum[x] = value_at(oldSum, x, distance);  // BLAME
  /** YOUR CODE GOES ABOVE **/
}
