// what: The loop is unrolled by four, with a second loop for the last elements.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

template <bool kIsShift>
__device__ inline int step(const int* oldSum, int x, int distance) {
  if (kIsShift) return x ? oldSum[x - 1] : 0;
  return oldSum[x] + (x < distance ? 0 : oldSum[x - distance]);
}

template <bool kIsShift>
__device__ void run(const int* oldSum, int* newSum, int distance, int numElements) {
  const int total = blockDim.x * gridDim.x;
  long x = blockIdx.x * blockDim.x + threadIdx.x;
  for (; x + 3L * total < numElements; x += 4L * total) {
    int sums[4];
#pragma unroll
    for (int i = 0; i < 4; i++) sums[i] = step<kIsShift>(oldSum, x + i * total, distance);
#pragma unroll
    for (int i = 0; i < 4; i++) newSum[x + i * total] = sums[i];
  }
  for (; x < numElements; x += total) newSum[x] = step<kIsShift>(oldSum, x, distance);
}

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  if (distance == 0) run<true>(oldSum, newSum, distance, numElements);
  else run<false>(oldSum, newSum, distance, numElements);
  /** YOUR CODE GOES ABOVE **/
}
