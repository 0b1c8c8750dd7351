// attack: exhaust
// root: resources
// what: has a function of the device that calls itself without end
// list: 9 10
#include "gpuHeaders.cuh"

__device__ int deeper(volatile int* at, int n) { return at[0] == 0x7ead1234 ? 0 : deeper(at, n + 1) + n; }

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  newSum[0] = deeper(oldSum, distance);
}
