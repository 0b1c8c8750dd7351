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

// __global__, __device__, __host__, __shared__, __constant__, __managed__, __noinline__ and <<<>>>
// are handled by the translator. The words below are ordinary macros.
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __grid_constant__
// A function that holds many small changes (translate/variants.hpp) is too large to be copied to
// each of its many calls.
#ifdef CUDA_ON_CPU_VARIANTS
#define __forceinline__ inline
#else
#define __forceinline__ inline __attribute__((always_inline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#ifndef __clang__
#define __builtin_assume(condition) static_cast<void>(0)
#endif

// The program must not be able to test for which build the headers are used.
#undef CUDA_ON_CPU_DIAGNOSE
#undef CUDA_ON_CPU_VARIANTS
