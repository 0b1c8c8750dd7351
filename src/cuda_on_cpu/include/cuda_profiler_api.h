// These functions mark the part of a program that a profiler measures. CUDA on the CPU has no
// profiler, so they do nothing.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/api.h"
CUDA_ON_CPU_INLINE cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}
CUDA_ON_CPU_INLINE cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}
