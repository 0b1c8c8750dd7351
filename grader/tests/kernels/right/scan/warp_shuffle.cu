// what: Lanes pass their element to the right by a shuffle if distance is less than a warp.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const unsigned int warp = __activemask();
  const int lane = threadIdx.x & 31;
  const int shift = distance == 0 ? 1 : distance;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int base = first; base < numElements; base += blockDim.x * gridDim.x) {
    const int x = base + lane;
    const int own = x < numElements ? oldSum[x] : 0;
    int left = 0;
    if (shift < 32) left = __shfl_up_sync(warp, own, shift);
    if (lane < shift) left = x >= shift && x < numElements ? oldSum[x - shift] : 0;
    if (x < numElements) newSum[x] = left + (distance == 0 ? 0 : own);
  }
  /** YOUR CODE GOES ABOVE **/
}
