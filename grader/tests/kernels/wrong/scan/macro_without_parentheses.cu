// what: the macro of the distance has no parentheses, so x - HOP(d) subtracts only a part of its text
// verdicts: WRONG MEMORY CRASH
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define HOP(d) d == 0 ? 1 : d  // BLAME

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numElements;
       x += gridDim.x * blockDim.x) {
    int hop = HOP(distance);
    int sum = distance > 0 ? oldSum[x] : 0;
    if (x >= hop) sum += oldSum[x - HOP(distance)];  // BLAME
    newSum[x] = sum;
  }
  /** YOUR CODE GOES ABOVE **/
}
