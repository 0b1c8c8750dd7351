// Integer intrinsics, reinterpretations of bits, and the min and max overloads of CUDA.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/atomics.h"

CUDA_ON_CPU_INLINE int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
CUDA_ON_CPU_INLINE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
CUDA_ON_CPU_INLINE int __clz(int x) {
  return x ? __builtin_clz((unsigned int)x) : 32;
}
CUDA_ON_CPU_INLINE int __clzll(long long x) {
  return x ? __builtin_clzll((unsigned long long)x) : 64;
}
CUDA_ON_CPU_INLINE int __ffs(int x) {
  return __builtin_ffs(x);
}
CUDA_ON_CPU_INLINE int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
CUDA_ON_CPU_INLINE unsigned int __brev(unsigned int x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}
CUDA_ON_CPU_INLINE unsigned long long __brevll(unsigned long long x) {
  return ((unsigned long long)__brev((unsigned int)x) << 32) | __brev((unsigned int)(x >> 32));
}
CUDA_ON_CPU_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  unsigned long long bytes = ((unsigned long long)y << 32) | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; i++) {
    unsigned int choice = (selector >> (4 * i)) & 7u;
    result |= (unsigned int)((bytes >> (8 * choice)) & 0xffu) << (8 * i);
  }
  return result;
}
CUDA_ON_CPU_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high,
                                                unsigned int shift) {
  return (unsigned int)(((((unsigned long long)high << 32) | low) << (shift & 31)) >> 32);
}
CUDA_ON_CPU_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high,
                                                unsigned int shift) {
  return (unsigned int)((((unsigned long long)high << 32) | low) >> (shift & 31));
}
CUDA_ON_CPU_INLINE int __mulhi(int x, int y) {
  return (int)(((long long)x * y) >> 32);
}
CUDA_ON_CPU_INLINE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x * y) >> 32);
}
CUDA_ON_CPU_INLINE long long __mul64hi(long long x, long long y) {
  return (long long)(((__int128)x * y) >> 64);
}
CUDA_ON_CPU_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
CUDA_ON_CPU_INLINE int __mul24(int x, int y) {
  return ((x << 8) >> 8) * ((y << 8) >> 8);
}
CUDA_ON_CPU_INLINE unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
CUDA_ON_CPU_INLINE unsigned int __sad(int x, int y, unsigned int z) {
  return z + (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x);
}
CUDA_ON_CPU_INLINE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return z + (x > y ? x - y : y - x);
}
CUDA_ON_CPU_INLINE int __hadd(int x, int y) {
  return (int)(((long long)x + y) >> 1);
}
CUDA_ON_CPU_INLINE unsigned int __uhadd(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x + y) >> 1);
}

#define CUDA_ON_CPU_REINTERPRET(name, From, To)    \
  CUDA_ON_CPU_INLINE To name(From value) {         \
    To result;                                     \
    __builtin_memcpy(&result, &value, sizeof(To)); \
    return result;                                 \
  }
CUDA_ON_CPU_REINTERPRET(__float_as_int, float, int)
CUDA_ON_CPU_REINTERPRET(__int_as_float, int, float)
CUDA_ON_CPU_REINTERPRET(__float_as_uint, float, unsigned int)
CUDA_ON_CPU_REINTERPRET(__uint_as_float, unsigned int, float)
CUDA_ON_CPU_REINTERPRET(__double_as_longlong, double, long long)
CUDA_ON_CPU_REINTERPRET(__longlong_as_double, long long, double)
#undef CUDA_ON_CPU_REINTERPRET
CUDA_ON_CPU_INLINE int __double2loint(double x) {
  return (int)__double_as_longlong(x);
}
CUDA_ON_CPU_INLINE int __double2hiint(double x) {
  return (int)(__double_as_longlong(x) >> 32);
}
CUDA_ON_CPU_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(((long long)high << 32) | (unsigned int)low);
}

#define CUDA_ON_CPU_MIN_MAX(A, B, R)   \
  CUDA_ON_CPU_INLINE R min(A a, B b) { \
    return (R)b < (R)a ? (R)b : (R)a;  \
  }                                    \
  CUDA_ON_CPU_INLINE R max(A a, B b) { \
    return (R)a < (R)b ? (R)b : (R)a;  \
  }
CUDA_ON_CPU_MIN_MAX(int, int, int)
CUDA_ON_CPU_MIN_MAX(unsigned int, unsigned int, unsigned int)
CUDA_ON_CPU_MIN_MAX(int, unsigned int, unsigned int)
CUDA_ON_CPU_MIN_MAX(unsigned int, int, unsigned int)
CUDA_ON_CPU_MIN_MAX(long, long, long)
CUDA_ON_CPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDA_ON_CPU_MIN_MAX(long, unsigned long, unsigned long)
CUDA_ON_CPU_MIN_MAX(unsigned long, long, unsigned long)
CUDA_ON_CPU_MIN_MAX(long long, long long, long long)
CUDA_ON_CPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDA_ON_CPU_MIN_MAX(long long, unsigned long long, unsigned long long)
CUDA_ON_CPU_MIN_MAX(unsigned long long, long long, unsigned long long)
#undef CUDA_ON_CPU_MIN_MAX
CUDA_ON_CPU_INLINE unsigned int umin(unsigned int a, unsigned int b) {
  return min(a, b);
}
CUDA_ON_CPU_INLINE unsigned int umax(unsigned int a, unsigned int b) {
  return max(a, b);
}
CUDA_ON_CPU_INLINE long long llmin(long long a, long long b) {
  return min(a, b);
}
CUDA_ON_CPU_INLINE long long llmax(long long a, long long b) {
  return max(a, b);
}
CUDA_ON_CPU_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
CUDA_ON_CPU_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
