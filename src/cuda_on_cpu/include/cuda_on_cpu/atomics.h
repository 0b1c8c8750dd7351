// The atomic functions of CUDA, for exactly the types for which CUDA has them. So a program that
// compiles here also compiles with nvcc. In a diagnostic build, each atomic function calls the
// library.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/atomic_operations.h"
#include "cuda_on_cpu/warp.h"

extern "C" unsigned long long cuda_on_cpu_atomic(int operation, int type, void* address,
                                                 unsigned long long value,
                                                 unsigned long long compare);

namespace cuda_on_cpu {
// The integer type of the same size as T, and the number that represents T in the library.
template <class T>
struct AtomicType;
#define CUDA_ON_CPU_ATOMIC_TYPE(T, BitsType, number) \
  template <>                                        \
  struct AtomicType<T> {                             \
    typedef BitsType Bits;                           \
    enum { kNumber = cuda_on_cpu_atomic_##number };  \
  };
CUDA_ON_CPU_ATOMIC_TYPE(unsigned short, unsigned short, u16)
CUDA_ON_CPU_ATOMIC_TYPE(int, unsigned int, i32)
CUDA_ON_CPU_ATOMIC_TYPE(unsigned int, unsigned int, u32)
CUDA_ON_CPU_ATOMIC_TYPE(long long, unsigned long long, i64)
CUDA_ON_CPU_ATOMIC_TYPE(unsigned long long, unsigned long long, u64)
CUDA_ON_CPU_ATOMIC_TYPE(float, unsigned int, f32)
CUDA_ON_CPU_ATOMIC_TYPE(double, unsigned long long, f64)
#undef CUDA_ON_CPU_ATOMIC_TYPE

#ifdef CUDA_ON_CPU_DIAGNOSE

template <int operation, class T>
CUDA_ON_CPU_INLINE T atomic(T* address, T value, T compare = T()) {
  return from_bits<T>(cuda_on_cpu_atomic(operation, AtomicType<T>::kNumber, address, bits_of(value),
                                         bits_of(compare)));
}

#else

template <class T>
CUDA_ON_CPU_INLINE T combine(int operation, T old, T value) {
  switch (operation) {
    case cuda_on_cpu_atomic_add:
      return old + value;
    case cuda_on_cpu_atomic_sub:
      return old - value;
    case cuda_on_cpu_atomic_min:
      return value < old ? value : old;
    case cuda_on_cpu_atomic_max:
      return old < value ? value : old;
    case cuda_on_cpu_atomic_increment:
      return old >= value ? T(0) : old + T(1);
    case cuda_on_cpu_atomic_decrement:
      return old == T(0) || old > value ? value : old - T(1);
    default:
      return value;
  }
}

template <int operation>
using Operation = std::integral_constant<int, operation>;

// Whether the processor has an instruction for the operation.
template <int operation, class T>
using IsDirect = std::integral_constant<
    bool, operation == cuda_on_cpu_atomic_exchange ||
              operation == cuda_on_cpu_atomic_compare_exchange ||
              (std::is_integral<T>::value &&
               (operation == cuda_on_cpu_atomic_add || operation == cuda_on_cpu_atomic_sub ||
                operation == cuda_on_cpu_atomic_and || operation == cuda_on_cpu_atomic_or ||
                operation == cuda_on_cpu_atomic_xor))>;

// For operations that have no atomic instruction: reads the value, and repeats compare-and-exchange
// until no other thread has changed the value in between. If the value would not change, it is not
// written; for min and max, this is by far the most frequent case.
template <int operation, class T>
CUDA_ON_CPU_INLINE T atomic_apply(Operation<operation>, T* address, T value, T, std::false_type) {
  typedef typename AtomicType<T>::Bits Bits;
  Bits* place = (Bits*)address;
  Bits seen = __atomic_load_n(place, __ATOMIC_RELAXED);
  for (;;) {
    T old = from_bits<T>(seen);
    Bits wanted = (Bits)bits_of(combine(operation, old, value));
    if (wanted == seen || __atomic_compare_exchange_n(place, &seen, wanted, true, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED)) {
      return old;
    }
  }
}

#define CUDA_ON_CPU_DIRECT(operation, builtin)                                             \
  template <class T>                                                                       \
  CUDA_ON_CPU_INLINE T atomic_apply(Operation<cuda_on_cpu_atomic_##operation>, T* address, \
                                    T value, T, std::true_type) {                          \
    return builtin(address, value, __ATOMIC_RELAXED);                                      \
  }
CUDA_ON_CPU_DIRECT(add, __atomic_fetch_add)
CUDA_ON_CPU_DIRECT(sub, __atomic_fetch_sub)
CUDA_ON_CPU_DIRECT(and, __atomic_fetch_and)
CUDA_ON_CPU_DIRECT(or, __atomic_fetch_or)
CUDA_ON_CPU_DIRECT(xor, __atomic_fetch_xor)
#undef CUDA_ON_CPU_DIRECT

// An exchange may be an attempt to take a lock. If another thread has the lock, this thread must
// let the other thread run, because both may belong to the same block.
template <class T>
CUDA_ON_CPU_INLINE T atomic_apply(Operation<cuda_on_cpu_atomic_exchange>, T* address, T value, T,
                                  std::true_type) {
  typedef typename AtomicType<T>::Bits Bits;
  Bits wanted = (Bits)bits_of(value);
  Bits old = __atomic_exchange_n((Bits*)address, wanted, __ATOMIC_RELAXED);
  if (old == wanted) cuda_on_cpu_found_taken(address);
  return from_bits<T>(old);
}
template <class T>
CUDA_ON_CPU_INLINE T atomic_apply(Operation<cuda_on_cpu_atomic_compare_exchange>, T* address,
                                  T value, T compare, std::true_type) {
  T seen = compare;
  if (!__atomic_compare_exchange_n(address, &seen, value, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED)) {
    cuda_on_cpu_found_taken(address);
  }
  return seen;
}

template <int operation, class T>
CUDA_ON_CPU_INLINE T atomic(T* address, T value, T compare = T()) {
  return atomic_apply(Operation<operation>(), address, value, compare, IsDirect<operation, T>());
}

#endif
}  // namespace cuda_on_cpu

#define CUDA_ON_CPU_ATOMIC(name, operation, T)                                    \
  CUDA_ON_CPU_INLINE T atomic##name(T* address, T value) {                        \
    return ::cuda_on_cpu::atomic<cuda_on_cpu_atomic_##operation>(address, value); \
  }                                                                               \
  CUDA_ON_CPU_INLINE T atomic##name##_block(T* address, T value) {                \
    return ::cuda_on_cpu::atomic<cuda_on_cpu_atomic_##operation>(address, value); \
  }                                                                               \
  CUDA_ON_CPU_INLINE T atomic##name##_system(T* address, T value) {               \
    return ::cuda_on_cpu::atomic<cuda_on_cpu_atomic_##operation>(address, value); \
  }
#define CUDA_ON_CPU_ATOMIC_CAS(T)                                                               \
  CUDA_ON_CPU_INLINE T atomicCAS(T* address, T compare, T value) {                              \
    return ::cuda_on_cpu::atomic<cuda_on_cpu_atomic_compare_exchange>(address, value, compare); \
  }                                                                                             \
  CUDA_ON_CPU_INLINE T atomicCAS_block(T* address, T compare, T value) {                        \
    return ::cuda_on_cpu::atomic<cuda_on_cpu_atomic_compare_exchange>(address, value, compare); \
  }                                                                                             \
  CUDA_ON_CPU_INLINE T atomicCAS_system(T* address, T compare, T value) {                       \
    return ::cuda_on_cpu::atomic<cuda_on_cpu_atomic_compare_exchange>(address, value, compare); \
  }

CUDA_ON_CPU_ATOMIC(Add, add, int)
CUDA_ON_CPU_ATOMIC(Add, add, unsigned int)
CUDA_ON_CPU_ATOMIC(Add, add, unsigned long long)
CUDA_ON_CPU_ATOMIC(Add, add, float)
CUDA_ON_CPU_ATOMIC(Add, add, double)
CUDA_ON_CPU_ATOMIC(Sub, sub, int)
CUDA_ON_CPU_ATOMIC(Sub, sub, unsigned int)
CUDA_ON_CPU_ATOMIC(Exch, exchange, int)
CUDA_ON_CPU_ATOMIC(Exch, exchange, unsigned int)
CUDA_ON_CPU_ATOMIC(Exch, exchange, unsigned long long)
CUDA_ON_CPU_ATOMIC(Exch, exchange, float)
#define CUDA_ON_CPU_ATOMICS(name, operation)        \
  CUDA_ON_CPU_ATOMIC(name, operation, int)          \
  CUDA_ON_CPU_ATOMIC(name, operation, unsigned int) \
  CUDA_ON_CPU_ATOMIC(name, operation, unsigned long long)
CUDA_ON_CPU_ATOMICS(Min, min)
CUDA_ON_CPU_ATOMICS(Max, max)
CUDA_ON_CPU_ATOMICS(And, and)
CUDA_ON_CPU_ATOMICS(Or, or)
CUDA_ON_CPU_ATOMICS(Xor, xor)
CUDA_ON_CPU_ATOMIC(Min, min, long long)
CUDA_ON_CPU_ATOMIC(Max, max, long long)
CUDA_ON_CPU_ATOMIC(Inc, increment, unsigned int)
CUDA_ON_CPU_ATOMIC(Dec, decrement, unsigned int)
CUDA_ON_CPU_ATOMIC_CAS(unsigned short)
CUDA_ON_CPU_ATOMIC_CAS(int)
CUDA_ON_CPU_ATOMIC_CAS(unsigned int)
CUDA_ON_CPU_ATOMIC_CAS(unsigned long long)
#undef CUDA_ON_CPU_ATOMICS
#undef CUDA_ON_CPU_ATOMIC
#undef CUDA_ON_CPU_ATOMIC_CAS
