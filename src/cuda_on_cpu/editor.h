// Declares the names that nvcc and cucc know by themselves. This header is for clangd, which reads
// .cu files as clang's own dialect of CUDA (build/compile_commands.json names this header).
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))

#include <cstddef>

// In CUDA, host and device may call the functions of C. The C++ library is for the host. Its
// headers use the word __noinline__ themselves, so the macro of this name is defined after them.
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma clang force_cuda_host_device end

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <typeinfo>

#pragma clang force_cuda_host_device begin
#include <math.h>

#include <cmath>
#pragma clang force_cuda_host_device end

#define __noinline__ __attribute__((noinline))
#pragma clang force_cuda_host_device begin
#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cuda_runtime.h"
#pragma clang force_cuda_host_device end

// The functions that clang calls for a launch, k<<<grid, block>>>(x).
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = nullptr);
unsigned cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr);
}
