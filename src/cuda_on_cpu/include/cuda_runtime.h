// The CUDA runtime header of CUDA on the CPU. The compiler driver cucc includes it in every .cu
// file.
#pragma once
#pragma GCC system_header
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <initializer_list>

#include "cuda_on_cpu/float_math.h"

// Some headers, such as helper_cuda.h of NVIDIA's samples, ask by these names whether the headers of
// CUDA have been included.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

// __global__, __device__, __host__, __shared__, __constant__, __managed__, __noinline__ and <<<>>>
// are handled by the translator. The words below are ordinary macros.
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __grid_constant__
// With CUDA_ON_CPU_VARIANTS, each function contains many changed versions of its code
// (translate/variants.hpp). Such a function is too large to be inlined at each of its calls.
#ifdef CUDA_ON_CPU_VARIANTS
#define __forceinline__ inline
#else
#define __forceinline__ inline __attribute__((always_inline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#ifndef __clang__
#define __builtin_assume(condition) static_cast<void>(0)
#endif

// Without these two lines, the program could test the macros, and behave differently in each kind
// of build.
#undef CUDA_ON_CPU_DIAGNOSE
#undef CUDA_ON_CPU_VARIANTS
