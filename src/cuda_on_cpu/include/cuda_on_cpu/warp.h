// Operations among the lanes of a warp. Each lane passes its value to the runtime library. The
// library returns the results when every lane of the mask has called it.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/device_state.h"
#include "cuda_on_cpu/warp_operations.h"

extern "C" {
unsigned long long cuda_on_cpu_warp(int operation, unsigned int mask, unsigned long long value,
                                    int argument, int width);
unsigned int cuda_on_cpu_active_mask(const char* site);
}

CUDA_ON_CPU_INLINE void __syncwarp(unsigned int mask = 0xffffffffu) {
  cuda_on_cpu_warp(cuda_on_cpu_warp_sync, mask, 0, 0, 32);
}
CUDA_ON_CPU_INLINE unsigned int __activemask(const char* site = "") {
  return cuda_on_cpu_active_mask(site);
}
CUDA_ON_CPU_INLINE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return (unsigned int)cuda_on_cpu_warp(cuda_on_cpu_warp_ballot, mask, predicate != 0, 0, 32);
}
CUDA_ON_CPU_INLINE int __any_sync(unsigned int mask, int predicate) {
  return cuda_on_cpu_warp(cuda_on_cpu_warp_ballot, mask, predicate != 0, 0, 32) != 0;
}
CUDA_ON_CPU_INLINE int __all_sync(unsigned int mask, int predicate) {
  return (int)cuda_on_cpu_warp(cuda_on_cpu_warp_all, mask, predicate != 0, 0, 32);
}

namespace cuda_on_cpu {
template <class T>
CUDA_ON_CPU_INLINE unsigned long long bits_of(T value) {
  static_assert(sizeof(T) <= 8, "a warp operation takes values of at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
CUDA_ON_CPU_INLINE T from_bits(unsigned long long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}
template <class T>
CUDA_ON_CPU_INLINE T shuffle(int operation, unsigned int mask, T value, int argument, int width) {
  return from_bits<T>(cuda_on_cpu_warp(operation, mask, bits_of(value), argument, width));
}
}  // namespace cuda_on_cpu

#define CUDA_ON_CPU_SHUFFLES(T)                                                                   \
  CUDA_ON_CPU_INLINE T __shfl_sync(unsigned int mask, T value, int lane, int width = 32) {        \
    return ::cuda_on_cpu::shuffle(cuda_on_cpu_warp_shuffle, mask, value, lane, width);            \
  }                                                                                               \
  CUDA_ON_CPU_INLINE T __shfl_up_sync(unsigned int mask, T value, unsigned int delta,             \
                                      int width = 32) {                                           \
    return ::cuda_on_cpu::shuffle(cuda_on_cpu_warp_shuffle_up, mask, value, (int)delta, width);   \
  }                                                                                               \
  CUDA_ON_CPU_INLINE T __shfl_down_sync(unsigned int mask, T value, unsigned int delta,           \
                                        int width = 32) {                                         \
    return ::cuda_on_cpu::shuffle(cuda_on_cpu_warp_shuffle_down, mask, value, (int)delta, width); \
  }                                                                                               \
  CUDA_ON_CPU_INLINE T __shfl_xor_sync(unsigned int mask, T value, int lane_mask,                 \
                                       int width = 32) {                                          \
    return ::cuda_on_cpu::shuffle(cuda_on_cpu_warp_shuffle_xor, mask, value, lane_mask, width);   \
  }
CUDA_ON_CPU_SHUFFLES(int)
CUDA_ON_CPU_SHUFFLES(unsigned int)
CUDA_ON_CPU_SHUFFLES(long)
CUDA_ON_CPU_SHUFFLES(unsigned long)
CUDA_ON_CPU_SHUFFLES(long long)
CUDA_ON_CPU_SHUFFLES(unsigned long long)
CUDA_ON_CPU_SHUFFLES(float)
CUDA_ON_CPU_SHUFFLES(double)
#undef CUDA_ON_CPU_SHUFFLES

#define CUDA_ON_CPU_MATCHES(T)                                                                   \
  CUDA_ON_CPU_INLINE unsigned int __match_any_sync(unsigned int mask, T value) {                 \
    return (unsigned int)cuda_on_cpu_warp(cuda_on_cpu_warp_match_any, mask,                      \
                                          ::cuda_on_cpu::bits_of(value), 0, 32);                 \
  }                                                                                              \
  CUDA_ON_CPU_INLINE unsigned int __match_all_sync(unsigned int mask, T value, int* predicate) { \
    unsigned int same = (unsigned int)cuda_on_cpu_warp(cuda_on_cpu_warp_match_all, mask,         \
                                                       ::cuda_on_cpu::bits_of(value), 0, 32);    \
    *predicate = same != 0;                                                                      \
    return same;                                                                                 \
  }
CUDA_ON_CPU_MATCHES(int)
CUDA_ON_CPU_MATCHES(unsigned int)
CUDA_ON_CPU_MATCHES(long)
CUDA_ON_CPU_MATCHES(unsigned long)
CUDA_ON_CPU_MATCHES(long long)
CUDA_ON_CPU_MATCHES(unsigned long long)
CUDA_ON_CPU_MATCHES(float)
CUDA_ON_CPU_MATCHES(double)
#undef CUDA_ON_CPU_MATCHES

#define CUDA_ON_CPU_REDUCE(T, name, operation)                                                  \
  CUDA_ON_CPU_INLINE T __reduce_##name##_sync(unsigned int mask, T value) {                     \
    return (T)cuda_on_cpu_warp(cuda_on_cpu_warp_##operation, mask, (unsigned int)value, 0, 32); \
  }
CUDA_ON_CPU_REDUCE(int, add, add)
CUDA_ON_CPU_REDUCE(unsigned int, add, add)
CUDA_ON_CPU_REDUCE(int, min, min_signed)
CUDA_ON_CPU_REDUCE(unsigned int, min, min_unsigned)
CUDA_ON_CPU_REDUCE(int, max, max_signed)
CUDA_ON_CPU_REDUCE(unsigned int, max, max_unsigned)
CUDA_ON_CPU_REDUCE(unsigned int, and, and)
CUDA_ON_CPU_REDUCE(unsigned int, or, or)
CUDA_ON_CPU_REDUCE(unsigned int, xor, xor)
#undef CUDA_ON_CPU_REDUCE
