// Computes the results of atomic functions. See atomic_values.hpp.
#include "cuda_on_cpu/diagnose/atomic_values.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuda_on_cpu/include/cuda_on_cpu/atomic_operations.h"

namespace cuda_on_cpu::diagnose {
namespace {

// The type of the computation: all integers of CUDA wrap around on overflow, but in C++ only
// unsigned integers do.
template <class T>
using Wrapping = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;

template <class T>
T combine(int operation, T old, T value, T compare) {
  switch (operation) {
    case cuda_on_cpu_atomic_add:
      return static_cast<T>(Wrapping<T>(old) + Wrapping<T>(value));
    case cuda_on_cpu_atomic_sub:
      return static_cast<T>(Wrapping<T>(old) - Wrapping<T>(value));
    case cuda_on_cpu_atomic_min:
      return value < old ? value : old;
    case cuda_on_cpu_atomic_max:
      return old < value ? value : old;
    case cuda_on_cpu_atomic_increment:
      return old >= value ? T{} : static_cast<T>(Wrapping<T>(old) + 1);
    case cuda_on_cpu_atomic_decrement:
      return old == T{} || old > value ? value : static_cast<T>(Wrapping<T>(old) - 1);
    case cuda_on_cpu_atomic_compare_exchange:
      return old == compare ? value : old;
    default:
      return value;
  }
}

template <class T>
T combine_bits(int operation, T old, T value, T compare) {
  switch (operation) {
    case cuda_on_cpu_atomic_and:
      return old & value;
    case cuda_on_cpu_atomic_or:
      return old | value;
    case cuda_on_cpu_atomic_xor:
      return old ^ value;
    default:
      return combine(operation, old, value, compare);
  }
}

template <class T>
T value_of(unsigned long long bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T, class Combine>
unsigned long long apply(int operation, void* address, unsigned long long value,
                         unsigned long long compare, Combine combine_values) {
  T old;
  std::memcpy(&old, address, sizeof old);
  const T wanted = combine_values(operation, old, value_of<T>(value), value_of<T>(compare));
  std::memcpy(address, &wanted, sizeof wanted);
  unsigned long long result = 0;
  std::memcpy(&result, &old, sizeof old);
  return result;
}

template <class T>
unsigned long long apply_integer(int operation, void* address, unsigned long long value,
                                 unsigned long long compare) {
  return apply<T>(operation, address, value, compare, combine_bits<T>);
}

}  // namespace

unsigned long long apply_atomic(int operation, int type, void* address, unsigned long long value,
                                unsigned long long compare) {
  switch (type) {
    case cuda_on_cpu_atomic_u16:
      return apply_integer<uint16_t>(operation, address, value, compare);
    case cuda_on_cpu_atomic_i32:
      return apply_integer<int32_t>(operation, address, value, compare);
    case cuda_on_cpu_atomic_u32:
      return apply_integer<uint32_t>(operation, address, value, compare);
    case cuda_on_cpu_atomic_i64:
      return apply_integer<int64_t>(operation, address, value, compare);
    case cuda_on_cpu_atomic_f32:
      return apply<float>(operation, address, value, compare, combine<float>);
    case cuda_on_cpu_atomic_f64:
      return apply<double>(operation, address, value, compare, combine<double>);
    default:
      return apply_integer<uint64_t>(operation, address, value, compare);
  }
}

}  // namespace cuda_on_cpu::diagnose
