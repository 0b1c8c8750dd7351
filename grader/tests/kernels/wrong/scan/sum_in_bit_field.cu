// what: a bit field of 16 bits holds the value to add
// seen: values above 65535
// verdicts: WRONG
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

struct Cell {
  unsigned sum : 16;  // BLAME
  unsigned valid : 1;
};

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int x = tid; x < numElements; x += blockDim.x * gridDim.x) {
    Cell left{0, 0};
    int hop = distance == 0 ? 1 : distance;
    if (x >= hop) {
      left.sum = oldSum[x - hop];  // BLAME
      left.valid = 1;
    }
    int own = distance == 0 ? 0 : oldSum[x];
    newSum[x] = left.valid ? own + left.sum : own;
  }
  /** YOUR CODE GOES ABOVE **/
}
