#include "gpuHeaders.cuh"
__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  (void)numElements;
}
