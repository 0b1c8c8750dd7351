// Tests the atomic functions of the diagnostic build, also with the smallest and the largest value
// of each integer type.
#include "cuda_on_cpu/diagnose/atomic_values.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include "cuda_on_cpu/include/cuda_on_cpu/atomic_operations.h"

namespace {

template <class T>
unsigned long long bits_of(T value) {
  unsigned long long bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// Applies the atomic function and checks that it returns the old value. Returns the new value.
template <class T>
T after(int operation, int type, T before, T value, T compare = T{}) {
  T memory = before;
  const auto old = cuda_on_cpu::diagnose::apply_atomic(operation, type, &memory, bits_of(value),
                                                       bits_of(compare));
  EXPECT_EQ(old, bits_of(before));
  return memory;
}

// The lowest bits of a result of 128 bits: as many bits as T has.
template <class T>
T low_bits(__int128 wide) {
  T result;
  std::memcpy(&result, &wide, sizeof result);
  return result;
}

template <class T>
void expect_wrapping(int type) {
  constexpr T kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
  for (const T before : {kLeast, T{0}, T{1}, static_cast<T>(kMost - 1), kMost}) {
    for (const T value : {kLeast, T{1}, static_cast<T>(-1), kMost}) {
      const __int128 a = before, b = value;
      EXPECT_EQ(after(cuda_on_cpu_atomic_add, type, before, value), low_bits<T>(a + b));
      EXPECT_EQ(after(cuda_on_cpu_atomic_sub, type, before, value), low_bits<T>(a - b));
      EXPECT_EQ(after(cuda_on_cpu_atomic_min, type, before, value), a < b ? before : value);
      EXPECT_EQ(after(cuda_on_cpu_atomic_max, type, before, value), a > b ? before : value);
      EXPECT_EQ(after(cuda_on_cpu_atomic_and, type, before, value), low_bits<T>(a & b));
      EXPECT_EQ(after(cuda_on_cpu_atomic_or, type, before, value), low_bits<T>(a | b));
      EXPECT_EQ(after(cuda_on_cpu_atomic_xor, type, before, value), low_bits<T>(a ^ b));
      EXPECT_EQ(after(cuda_on_cpu_atomic_exchange, type, before, value), value);
    }
  }
}

}  // namespace

TEST(AtomicValue, OfAnIntegerTypeWrapsAround) {
  expect_wrapping<int32_t>(cuda_on_cpu_atomic_i32);
  expect_wrapping<uint32_t>(cuda_on_cpu_atomic_u32);
  expect_wrapping<int64_t>(cuda_on_cpu_atomic_i64);
  expect_wrapping<uint64_t>(cuda_on_cpu_atomic_u64);
}

TEST(AtomicValue, OfAFloatingPointTypeIsTheExactSum) {
  EXPECT_EQ(after(cuda_on_cpu_atomic_add, cuda_on_cpu_atomic_f32, 1.5f, -4.25f), -2.75f);
  EXPECT_EQ(after(cuda_on_cpu_atomic_add, cuda_on_cpu_atomic_f64, 1.5, -4.25), -2.75);
}

TEST(AtomicValue, IsCountedUpAndDownToALimit) {
  constexpr int kUp = cuda_on_cpu_atomic_increment, kDown = cuda_on_cpu_atomic_decrement;
  constexpr int kType = cuda_on_cpu_atomic_u32;
  EXPECT_EQ(after(kUp, kType, 6u, 7u), 7u);
  EXPECT_EQ(after(kUp, kType, 7u, 7u), 0u);
  EXPECT_EQ(after(kUp, kType, ~0u, ~0u), 0u);
  EXPECT_EQ(after(kDown, kType, 7u, 7u), 6u);
  EXPECT_EQ(after(kDown, kType, 0u, 7u), 7u);
  EXPECT_EQ(after(kDown, kType, 8u, 7u), 7u);
}

TEST(AtomicValue, IsExchangedIfItEqualsTheExpectedValue) {
  constexpr int kCas = cuda_on_cpu_atomic_compare_exchange;
  EXPECT_EQ(after(kCas, cuda_on_cpu_atomic_i32, -5, 9, -5), 9);
  EXPECT_EQ(after(kCas, cuda_on_cpu_atomic_i32, -5, 9, 5), -5);
  constexpr uint16_t kBefore = 65535, kValue = 3;
  EXPECT_EQ(after(kCas, cuda_on_cpu_atomic_u16, kBefore, kValue, kBefore), kValue);
}
