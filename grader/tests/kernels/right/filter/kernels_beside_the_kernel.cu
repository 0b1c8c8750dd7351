// what: The file has more kernels, which nothing launches, and host code, which is left out.
// @@ src/gpu_required/markFilterEdges.cu
#include <cstdio>
#include <vector>

#include "gpuHeaders.cuh"
#include "utils.hpp"

template <int kValue>
__global__ void fill_gpu(int* array, int count) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < count; x += blockDim.x * gridDim.x)
    array[x] = kValue;
}
template __global__ void fill_gpu<1>(int*, int);

__global__ void print_gpu(const int* array, int count) {
  __shared__ int seen;
  if (threadIdx.x == 0) seen = 0;
  __syncthreads();
  for (int x = threadIdx.x; x < count; x += blockDim.x) atomicAdd(&seen, array[x] != 0);
  __syncthreads();
  if (threadIdx.x == 0) printf("%d of %d\n", seen, count);
}

static void print_on_host(const std::vector<int>& values) {
  for (const int value : values) printf("%d ", value);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = blockDim.x * gridDim.x;
  while (x < numEdges) {
    bool keep = true;
    if (matches[src[x]] != UNMATCHED) {
      keep = false;
    } else if (matches[dst[x]] != UNMATCHED) {
      keep = false;
    }
    if (keep) {
      keepEdges[x] = 1;
    } else {
      keepEdges[x] = 0;
    }
    x += stride;
  }
  /** YOUR CODE GOES ABOVE **/
}

void print_all(const int* values, int count) {
  print_on_host(std::vector<int>(values, values + count));
}
