// TASK 3 of 3: exclusive_prefix_sum_gpu                       (handout, "Get New Edge Indices")
//
// One step of a parallel prefix sum. The host launches it again and again, with distance 0, 1, 2,
// 4, ..., and what was newSum in one step is oldSum in the next.
//
//   distance 0   [ 1, 0, 1, 1, ? ]  ->  [ 0, 1, 0, 1, 1 ]     everything moves one place right
//   distance 1   [ 0, 1, 0, 1, 1 ]  ->  [ 0, 1, 1, 1, 2 ]
//   distance 2   [ 0, 1, 1, 1, 2 ]  ->  [ 0, 1, 1, 2, 3 ]
//   distance 4   [ 0, 1, 1, 2, 3 ]  ->  [ 0, 1, 1, 2, 3 ]
//
// The last element of the first oldSum is not yet a sum of anything; do not count on its value.
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;

  // The thread of element x writes newSum[x] and nothing else, and only reads oldSum.
  for (int x = tid; x < numElements; x += numThreads) {
    if (distance == 0) {
      newSum[x] = x == 0 ? 0 : oldSum[x - 1];
    } else {
      newSum[x] = x < distance ? oldSum[x] : oldSum[x] + oldSum[x - distance];
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
