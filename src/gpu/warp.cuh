// Small helpers for code in which the 32 threads of a warp work together.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace handshake {

constexpr unsigned kFullWarp = 0xffffffffu;
constexpr int kWarpSize = 32;

__device__ inline int lane_of_thread() {
  return static_cast<int>(threadIdx.x) & (kWarpSize - 1);
}

// Returns the largest of the values that the lanes pass. All 32 lanes must call this function.
__device__ inline std::uint32_t warp_max(std::uint32_t value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kFullWarp, value);
#else
  for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
    const std::uint32_t other = __shfl_xor_sync(kFullWarp, value, distance);
    value = other > value ? other : value;
  }
  return value;
#endif
}

// Returns the sum of the values that the lanes pass. All 32 lanes must call this function.
__device__ inline unsigned long long warp_sum(unsigned long long value) {
  for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(kFullWarp, value, distance);
  }
  return value;
}

// The position of the lowest set bit; mask must not be 0.
__device__ inline int lowest_lane(unsigned mask) {
  return __ffs(static_cast<int>(mask)) - 1;
}

// Functions to read and write words that other threads of the same launch change. They access the
// memory that all threads share, never a copy in a register or in the cache of one multiprocessor.
template <class T>
__device__ inline T read_shared_word(const T* word) {
  return *static_cast<const volatile T*>(word);
}
template <class T>
__device__ inline void write_shared_word(T* word, T value) {
  *static_cast<volatile T*>(word) = value;
}

}  // namespace handshake
