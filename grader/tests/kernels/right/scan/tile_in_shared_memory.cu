// what: A block works on a part in shared memory; elements before it come from global memory.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  __shared__ int tile[1024];
  const int size = blockDim.x;
  const int shift = distance == 0 ? 1 : distance;
  for (int first = blockIdx.x * size; first < numElements; first += gridDim.x * size) {
    const int x = first + threadIdx.x;
    if (x < numElements) tile[threadIdx.x] = oldSum[x];
    __syncthreads();
    const int left = x - shift;
    int sum = distance == 0 || x >= numElements ? 0 : tile[threadIdx.x];
    if (x < numElements && left >= first) sum += tile[left - first];
    else if (x < numElements && left >= 0) sum += oldSum[left];
    __syncthreads();
    if (x < numElements) newSum[x] = sum;
  }
  /** YOUR CODE GOES ABOVE **/
}
