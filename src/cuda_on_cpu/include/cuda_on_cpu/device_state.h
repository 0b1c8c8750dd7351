// threadIdx, blockIdx, blockDim and gridDim, barriers and fences.
//
// The four built-in variables are thread-local objects of the runtime library, declared constant:
// within one CUDA thread they never change. So the compiler may keep them in registers, even across
// a barrier, where the library runs other CUDA threads on the same operating system thread.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/launch.h"

namespace cuda_on_cpu {
// A dim3 without constructors: g++ treats only such an object as a constant.
struct Size {
  unsigned int x, y, z;
  operator dim3() const { return dim3(x, y, z); }
};
}  // namespace cuda_on_cpu

extern const __thread uint3 threadIdx __asm__("cuda_on_cpu_thread_index");
extern const __thread uint3 blockIdx __asm__("cuda_on_cpu_block_index");
extern const __thread ::cuda_on_cpu::Size blockDim __asm__("cuda_on_cpu_block_size");
extern const __thread ::cuda_on_cpu::Size gridDim __asm__("cuda_on_cpu_grid_size");
static const int warpSize = 32;

extern "C" {
// `site` is the "file:line:column" of the barrier. The translator adds it, so that the library can
// distinguish two barriers.
void cuda_on_cpu_barrier(const char* site);
int cuda_on_cpu_barrier_count(int predicate, const char* site);
int cuda_on_cpu_barrier_and(int predicate, const char* site);
int cuda_on_cpu_barrier_or(int predicate, const char* site);
// Lets the other threads of the block run. A thread that waits for a lock in a loop calls this.
void cuda_on_cpu_yield(void);
// Does the same, but only if the thread has failed twice in a row to take the lock at this address.
// After a single failure, for example of atomicCAS, the thread continues at once.
void cuda_on_cpu_found_taken(const void* address);
void cuda_on_cpu_trap(void) __attribute__((noreturn));
void cuda_on_cpu_fence(void);
// For is_valid() and sync() of cooperative_groups::grid_group.
int cuda_on_cpu_is_cooperative(void);
void cuda_on_cpu_grid_barrier(void);
}

CUDA_ON_CPU_INLINE void __syncthreads(const char* site = "") {
  cuda_on_cpu_barrier(site);
}
CUDA_ON_CPU_INLINE int __syncthreads_count(int predicate, const char* site = "") {
  return cuda_on_cpu_barrier_count(predicate, site);
}
CUDA_ON_CPU_INLINE int __syncthreads_and(int predicate, const char* site = "") {
  return cuda_on_cpu_barrier_and(predicate, site);
}
CUDA_ON_CPU_INLINE int __syncthreads_or(int predicate, const char* site = "") {
  return cuda_on_cpu_barrier_or(predicate, site);
}

#ifdef CUDA_ON_CPU_DIAGNOSE
CUDA_ON_CPU_INLINE void __threadfence() {
  cuda_on_cpu_fence();
}
#else
CUDA_ON_CPU_INLINE void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
#endif
CUDA_ON_CPU_INLINE void __threadfence_block() {
  __threadfence();
}
CUDA_ON_CPU_INLINE void __threadfence_system() {
  __threadfence();
}

CUDA_ON_CPU_INLINE void __nanosleep(unsigned int) {
  cuda_on_cpu_yield();
}
CUDA_ON_CPU_INLINE void __trap() {
  cuda_on_cpu_trap();
}

CUDA_ON_CPU_INLINE long long clock64() {
#if defined(__x86_64__)
  return static_cast<long long>(__builtin_ia32_rdtsc());
#elif defined(__aarch64__)
  long long ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

// Loads and stores with a cache hint. Here, they are ordinary loads and stores.
template <class T>
CUDA_ON_CPU_INLINE T __ldg(const T* address) {
  return *address;
}
template <class T>
CUDA_ON_CPU_INLINE T __ldca(const T* address) {
  return *address;
}
template <class T>
CUDA_ON_CPU_INLINE T __ldcg(const T* address) {
  return *address;
}
template <class T>
CUDA_ON_CPU_INLINE T __ldcs(const T* address) {
  return *address;
}
template <class T>
CUDA_ON_CPU_INLINE T __ldlu(const T* address) {
  return *address;
}
template <class T>
CUDA_ON_CPU_INLINE T __ldcv(const T* address) {
  return *address;
}
template <class T>
CUDA_ON_CPU_INLINE void __stwb(T* address, T value) {
  *address = value;
}
template <class T>
CUDA_ON_CPU_INLINE void __stcg(T* address, T value) {
  *address = value;
}
template <class T>
CUDA_ON_CPU_INLINE void __stcs(T* address, T value) {
  *address = value;
}
template <class T>
CUDA_ON_CPU_INLINE void __stwt(T* address, T value) {
  *address = value;
}
