// With -fsanitize=thread, compiled code calls these functions for special accesses to memory; the
// functions for ordinary accesses are in check.cpp. The program is not linked with the real
// ThreadSanitizer.
//
// g++ and clang use different subsets of these functions. The return address of each function shows
// where the access is in the program.
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/runtime/block.hpp"

using cuda_on_cpu::diagnose::Access;
using cuda_on_cpu::diagnose::check_access;
using cuda_on_cpu::diagnose::check_copied;
using cuda_on_cpu::diagnose::check_range;

#define CALLER __builtin_return_address(0)

namespace {

template <class T>
const char* bytes_at(T* address) {
  return static_cast<const char*>(
      const_cast<const void*>(static_cast<const volatile void*>(address)));
}

}  // namespace

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_atomic_thread_fence(int) {
  cuda_on_cpu_fence();
}
void __tsan_atomic_signal_fence(int) {}

#define ONE_ACCESS(name, size)                                    \
  void __tsan_##name##read##size(void* address) {                 \
    check_access(bytes_at(address), size, Access::read, CALLER);  \
  }                                                               \
  void __tsan_##name##write##size(void* address) {                \
    check_access(bytes_at(address), size, Access::write, CALLER); \
  }
#define ALL_ACCESSES(size)                                        \
  ONE_ACCESS(unaligned_, size)                                    \
  ONE_ACCESS(volatile_, size)                                     \
  ONE_ACCESS(unaligned_volatile_, size)                           \
  void __tsan_read_write##size(void* address) {                   \
    check_access(bytes_at(address), size, Access::read, CALLER);  \
    check_access(bytes_at(address), size, Access::write, CALLER); \
  }                                                               \
  void __tsan_unaligned_read_write##size(void* address) {         \
    check_access(bytes_at(address), size, Access::read, CALLER);  \
    check_access(bytes_at(address), size, Access::write, CALLER); \
  }
ALL_ACCESSES(1)
ALL_ACCESSES(2)
ALL_ACCESSES(4)
ALL_ACCESSES(8)
ALL_ACCESSES(16)

void __tsan_read_range(void* address, size_t bytes) {
  if (cuda_on_cpu::this_thread != nullptr) {
    check_copied(bytes_at(address), bytes, CALLER);
  }
}
void __tsan_write_range(void* address, size_t bytes) {
  if (cuda_on_cpu::this_thread != nullptr) {
    check_range(bytes_at(address), bytes, Access::write, CALLER);
  }
}

// The compiler turns std::atomic and the built-in atomic functions into calls of these functions.
#define FETCH_AND(T, bits, operation)                                            \
  T __tsan_atomic##bits##_fetch_##operation(volatile T* address, T value, int) { \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);           \
    return __atomic_fetch_##operation(address, value, __ATOMIC_SEQ_CST);         \
  }
#define ATOMICS(T, bits)                                                                          \
  T __tsan_atomic##bits##_load(const volatile T* address, int) {                                  \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);                            \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                            \
  }                                                                                               \
  void __tsan_atomic##bits##_store(volatile T* address, T value, int) {                           \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);                            \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                           \
  }                                                                                               \
  T __tsan_atomic##bits##_exchange(volatile T* address, T value, int) {                           \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);                            \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                 \
  }                                                                                               \
  FETCH_AND(T, bits, add)                                                                         \
  FETCH_AND(T, bits, sub)                                                                         \
  FETCH_AND(T, bits, and)                                                                         \
  FETCH_AND(T, bits, or)                                                                          \
  FETCH_AND(T, bits, xor)                                                                         \
  FETCH_AND(T, bits, nand)                                                                        \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* address, T* expected, T value,    \
                                                    int, int) {                                   \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);                            \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,         \
                                       __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* address, T* expected, T value, int, \
                                                  int) {                                          \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);                            \
    return __atomic_compare_exchange_n(address, expected, value, true, __ATOMIC_SEQ_CST,          \
                                       __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* address, T expected, T value, int,     \
                                               int) {                                             \
    check_access(bytes_at(address), bits / 8, Access::atomic, CALLER);                            \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST,               \
                                __ATOMIC_SEQ_CST);                                                \
    return expected;                                                                              \
  }
ATOMICS(uint8_t, 8)
ATOMICS(uint16_t, 16)
ATOMICS(uint32_t, 32)
ATOMICS(uint64_t, 64)

}  // extern "C"
