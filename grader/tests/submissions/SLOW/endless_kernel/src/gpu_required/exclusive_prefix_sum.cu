// attack: exhaust
// root: resources
// what: never ends
// list: 10
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  volatile int go = numElements;
  while (go != 0) newSum[0] = oldSum[0] + distance;
}
