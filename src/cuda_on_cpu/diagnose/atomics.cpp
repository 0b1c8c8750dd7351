// The atomic functions of kernels in the diagnostic build. There is one operating system thread, so
// they need not be atomic here; they have to be known for what they are.
#include <cstring>

#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/diagnose/races.hpp"
#include "cuda_on_cpu/include/cuda_on_cpu/atomic_operations.h"
#include "cuda_on_cpu/runtime/block.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

template <class T>
T combine(int operation, T old, T value, T compare) {
  switch (operation) {
    case cuda_on_cpu_atomic_add:
      return static_cast<T>(old + value);
    case cuda_on_cpu_atomic_sub:
      return static_cast<T>(old - value);
    case cuda_on_cpu_atomic_min:
      return value < old ? value : old;
    case cuda_on_cpu_atomic_max:
      return old < value ? value : old;
    case cuda_on_cpu_atomic_increment:
      return old >= value ? T{} : static_cast<T>(old + 1);
    case cuda_on_cpu_atomic_decrement:
      return old == T{} || old > value ? value : static_cast<T>(old - 1);
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

unsigned long long apply_any(int operation, int type, void* address, unsigned long long value,
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

uint32_t bytes_of(int type) {
  switch (type) {
    case cuda_on_cpu_atomic_u16:
      return 2;
    case cuda_on_cpu_atomic_i32:
    case cuda_on_cpu_atomic_u32:
    case cuda_on_cpu_atomic_f32:
      return 4;
    default:
      return 8;
  }
}

}  // namespace
}  // namespace cuda_on_cpu::diagnose

using namespace cuda_on_cpu;
using namespace cuda_on_cpu::diagnose;

extern "C" {

unsigned long long cuda_on_cpu_atomic(int operation, int type, void* address,
                                      unsigned long long value, unsigned long long compare) {
  const uint32_t bytes = bytes_of(type);
  // What an exchange gives back is mostly thrown away, so the memory need not have been written.
  if (operation == cuda_on_cpu_atomic_exchange) {
    expect_no_value(static_cast<const char*>(address), bytes);
  }
  check_access(static_cast<const char*>(address), bytes, Access::atomic,
               __builtin_return_address(0));
  const unsigned long long old = apply_any(operation, type, address, value, compare);
  const bool exchange = operation == cuda_on_cpu_atomic_exchange;
  const bool compare_exchange = operation == cuda_on_cpu_atomic_compare_exchange;
  if ((exchange && old == value) || (compare_exchange && old != compare)) {
    cuda_on_cpu_found_taken(address);
  }
  return old;
}

void cuda_on_cpu_fence() {
  if (this_thread != nullptr) note_fence(now.first_thread + this_thread->number);
}

}  // extern "C"
