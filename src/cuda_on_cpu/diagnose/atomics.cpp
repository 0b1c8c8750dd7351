// The atomic functions of kernels in the diagnostic build. Only one operating system thread at a
// time runs kernels, so these functions need not be atomic here. But the checks must know which
// accesses are atomic.
#include <cstring>

#include "cuda_on_cpu/diagnose/atomic_values.hpp"
#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/diagnose/history.hpp"
#include "cuda_on_cpu/diagnose/races.hpp"
#include "cuda_on_cpu/include/cuda_on_cpu/atomic_operations.h"
#include "cuda_on_cpu/runtime/block.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

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

// Records the value that was passed to an atomicMax or atomicMin of integers.
void note_given(int operation, int type, unsigned long long value) {
  const char* const order = operation == cuda_on_cpu_atomic_max   ? "max"
                            : operation == cuda_on_cpu_atomic_min ? "min"
                                                                  : nullptr;
  if (order == nullptr) return;
  if (type == cuda_on_cpu_atomic_i32)
    last_atomic_was_given(order, true, static_cast<uint64_t>(static_cast<int32_t>(value)));
  else if (type == cuda_on_cpu_atomic_u32)
    last_atomic_was_given(order, false, static_cast<uint32_t>(value));
  else if (type == cuda_on_cpu_atomic_i64 || type == cuda_on_cpu_atomic_u64)
    last_atomic_was_given(order, type == cuda_on_cpu_atomic_i64, value);
}

}  // namespace
}  // namespace cuda_on_cpu::diagnose

using namespace cuda_on_cpu;
using namespace cuda_on_cpu::diagnose;

extern "C" {

unsigned long long cuda_on_cpu_atomic(int operation, int type, void* address,
                                      unsigned long long value, unsigned long long compare) {
  const uint32_t bytes = bytes_of(type);
  // Programs usually ignore the result of an exchange, so the memory need not have been written
  // before.
  if (operation == cuda_on_cpu_atomic_exchange) {
    expect_no_value(static_cast<const char*>(address), bytes);
  }
  check_access(static_cast<const char*>(address), bytes, Access::atomic,
               __builtin_return_address(0));
  if (keep_history) note_given(operation, type, value);
  const unsigned long long old = apply_atomic(operation, type, address, value, compare);
  const bool exchange = operation == cuda_on_cpu_atomic_exchange;
  const bool compare_exchange = operation == cuda_on_cpu_atomic_compare_exchange;
  if ((exchange && old == value) || (compare_exchange && old != compare)) {
    cuda_on_cpu_found_taken(address);
  }
  // If the element is unchanged, its value does not come from this atomic function.
  if (keep_history && !exchange && std::memcmp(address, &old, bytes) == 0)
    last_atomic_was_in_vain();
  return old;
}

void cuda_on_cpu_fence() {
  if (this_thread == nullptr) return;
  forget_told();
  note_fence(now.first_thread + this_thread->number);
}

}  // extern "C"
