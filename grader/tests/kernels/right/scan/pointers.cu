// what: Pointers walk over the arrays instead of indices.
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const ptrdiff_t total = static_cast<ptrdiff_t>(blockDim.x) * gridDim.x;
  if (tid >= numElements) return;
  const int* const end = oldSum + numElements;
  int* to = newSum + tid;
  for (const int* from = oldSum + tid; from < end; from += total, to += total) {
    const ptrdiff_t before = from - oldSum;
    if (distance == 0)
      *to = before == 0 ? 0 : from[-1];
    else
      *to = before < distance ? *from : *from + *(from - distance);
    if (end - from <= total) break;
  }
  /** YOUR CODE GOES ABOVE **/
}
