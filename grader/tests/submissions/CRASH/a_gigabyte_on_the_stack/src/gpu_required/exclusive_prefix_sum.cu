// attack: exhaust
// root: resources
// what: declares an array of a gigabyte in each thread
// list: 9
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  volatile int kept[1 << 28];
  for (int x = 0; x < 1 << 28; x += 1024) kept[x] = x;
  newSum[0] = kept[distance];
}
