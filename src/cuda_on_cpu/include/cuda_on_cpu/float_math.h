// Floating-point functions of CUDA that the C library lacks, and CUDA's fast variants, which are as
// exact here as the ordinary functions.
#pragma once
#pragma GCC system_header
#include <math.h>

#include <cmath>

#include "cuda_on_cpu/integer_math.h"

#define CUDA_ON_CPU_MIN_MAX(A, B, R, suffix) \
  CUDA_ON_CPU_INLINE R min(A a, B b) {       \
    return fmin##suffix((R)a, (R)b);         \
  }                                          \
  CUDA_ON_CPU_INLINE R max(A a, B b) {       \
    return fmax##suffix((R)a, (R)b);         \
  }
CUDA_ON_CPU_MIN_MAX(float, float, float, f)
CUDA_ON_CPU_MIN_MAX(double, double, double, )
CUDA_ON_CPU_MIN_MAX(float, double, double, )
CUDA_ON_CPU_MIN_MAX(double, float, double, )
#undef CUDA_ON_CPU_MIN_MAX

CUDA_ON_CPU_INLINE float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
CUDA_ON_CPU_INLINE double rsqrt(double x) {
  return 1.0 / ::sqrt(x);
}
CUDA_ON_CPU_INLINE float rcbrtf(float x) {
  return 1.0f / cbrtf(x);
}
CUDA_ON_CPU_INLINE double rcbrt(double x) {
  return 1.0 / ::cbrt(x);
}
CUDA_ON_CPU_INLINE float sinpif(float x) {
  return sinf(x * 3.14159265358979f);
}
CUDA_ON_CPU_INLINE double sinpi(double x) {
  return ::sin(x * 3.14159265358979323846);
}
CUDA_ON_CPU_INLINE float cospif(float x) {
  return cosf(x * 3.14159265358979f);
}
CUDA_ON_CPU_INLINE double cospi(double x) {
  return ::cos(x * 3.14159265358979323846);
}
CUDA_ON_CPU_INLINE float norm3df(float a, float b, float c) {
  return sqrtf(a * a + b * b + c * c);
}
CUDA_ON_CPU_INLINE double norm3d(double a, double b, double c) {
  return ::sqrt(a * a + b * b + c * c);
}
CUDA_ON_CPU_INLINE float rnorm3df(float a, float b, float c) {
  return 1.0f / norm3df(a, b, c);
}
CUDA_ON_CPU_INLINE float fdividef(float a, float b) {
  return a / b;
}

CUDA_ON_CPU_INLINE float __sinf(float x) {
  return sinf(x);
}
CUDA_ON_CPU_INLINE float __cosf(float x) {
  return cosf(x);
}
CUDA_ON_CPU_INLINE float __tanf(float x) {
  return tanf(x);
}
CUDA_ON_CPU_INLINE void __sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
CUDA_ON_CPU_INLINE float __expf(float x) {
  return expf(x);
}
CUDA_ON_CPU_INLINE float __exp10f(float x) {
  return powf(10.0f, x);
}
CUDA_ON_CPU_INLINE float __logf(float x) {
  return logf(x);
}
CUDA_ON_CPU_INLINE float __log2f(float x) {
  return log2f(x);
}
CUDA_ON_CPU_INLINE float __log10f(float x) {
  return log10f(x);
}
CUDA_ON_CPU_INLINE float __powf(float x, float y) {
  return powf(x, y);
}
CUDA_ON_CPU_INLINE float __fdividef(float a, float b) {
  return a / b;
}
CUDA_ON_CPU_INLINE float __saturatef(float x) {
  return fminf(fmaxf(x, 0.0f), 1.0f);
}

// The processor always rounds to the nearest number; if two numbers are equally near, to the even
// number. Arithmetic functions that round in another way are not offered.
CUDA_ON_CPU_INLINE float __fadd_rn(float a, float b) {
  return a + b;
}
CUDA_ON_CPU_INLINE float __fsub_rn(float a, float b) {
  return a - b;
}
CUDA_ON_CPU_INLINE float __fmul_rn(float a, float b) {
  return a * b;
}
CUDA_ON_CPU_INLINE float __fdiv_rn(float a, float b) {
  return a / b;
}
CUDA_ON_CPU_INLINE float __fsqrt_rn(float a) {
  return sqrtf(a);
}
CUDA_ON_CPU_INLINE float __frcp_rn(float a) {
  return 1.0f / a;
}
CUDA_ON_CPU_INLINE float __frsqrt_rn(float a) {
  return rsqrtf(a);
}
CUDA_ON_CPU_INLINE float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}
CUDA_ON_CPU_INLINE double __dadd_rn(double a, double b) {
  return a + b;
}
CUDA_ON_CPU_INLINE double __dsub_rn(double a, double b) {
  return a - b;
}
CUDA_ON_CPU_INLINE double __dmul_rn(double a, double b) {
  return a * b;
}
CUDA_ON_CPU_INLINE double __ddiv_rn(double a, double b) {
  return a / b;
}
CUDA_ON_CPU_INLINE double __dsqrt_rn(double a) {
  return ::sqrt(a);
}
CUDA_ON_CPU_INLINE double __fma_rn(double a, double b, double c) {
  return ::fma(a, b, c);
}

CUDA_ON_CPU_INLINE int __float2int_rn(float x) {
  return (int)rintf(x);
}
CUDA_ON_CPU_INLINE int __float2int_rz(float x) {
  return (int)x;
}
CUDA_ON_CPU_INLINE int __float2int_ru(float x) {
  return (int)ceilf(x);
}
CUDA_ON_CPU_INLINE int __float2int_rd(float x) {
  return (int)floorf(x);
}
CUDA_ON_CPU_INLINE unsigned int __float2uint_rn(float x) {
  return (unsigned int)rintf(x);
}
CUDA_ON_CPU_INLINE unsigned int __float2uint_rz(float x) {
  return (unsigned int)x;
}
CUDA_ON_CPU_INLINE float __int2float_rn(int x) {
  return (float)x;
}
CUDA_ON_CPU_INLINE float __uint2float_rn(unsigned int x) {
  return (float)x;
}
CUDA_ON_CPU_INLINE int __double2int_rn(double x) {
  return (int)::rint(x);
}
CUDA_ON_CPU_INLINE int __double2int_rz(double x) {
  return (int)x;
}
CUDA_ON_CPU_INLINE double __int2double_rn(int x) {
  return (double)x;
}
CUDA_ON_CPU_INLINE float __double2float_rn(double x) {
  return (float)x;
}
CUDA_ON_CPU_INLINE float __ll2float_rn(long long x) {
  return (float)x;
}
CUDA_ON_CPU_INLINE double __ll2double_rn(long long x) {
  return (double)x;
}
