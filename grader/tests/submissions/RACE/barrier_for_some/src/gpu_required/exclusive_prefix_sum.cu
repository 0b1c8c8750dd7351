// attack: exhaust
// root: resources
// what: lets half of the threads wait at a barrier forever
// list: 10
// points: 1
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  if (threadIdx.x % 2 == 0) __syncthreads();
  for (int x = 0; x < numElements; x++) newSum[x] = oldSum[x] + distance;
}
