// what: The threads of a block work on one part of the array after another, an element for each.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__device__ int part_of_sum(int* oldSum, int x, int distance);

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const int parts = (numElements + blockDim.x - 1) / blockDim.x;
  for (int part = blockIdx.x; part < parts; part += gridDim.x) {
    const int x = part * blockDim.x + threadIdx.x;
    if (x < numElements) atomicExch(&newSum[x], part_of_sum(oldSum, x, distance));
    __syncthreads();
  }
  /** YOUR CODE GOES ABOVE **/
}

__device__ int part_of_sum(int* oldSum, int x, int distance) {
  if (distance == 0) {
    if (x == 0) return 0;
    return oldSum[x - 1];
  }
  if (x < distance) return oldSum[x];
  return oldSum[x] + oldSum[x - distance];
}
