// A header with kernels and device functions that two source files share.
#pragma once
#include <cuda_runtime.h>

template <typename T>
__global__ void fill(T* values, T value, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    values[i] = value;
  }
}

inline __device__ int plus_hundred(int x) {
  return x + 100;
}

void launch_from_another_file(int* values);
