// Finds a write past the end of a local array by means of the stack guard. The guard is the value
// that -fstack-protector-strong puts after the local arrays of a function, and that the function
// checks when it ends. At that time, the line of the write is no longer known, so diagnostic
// mode checks each write to the stack.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_on_cpu::diagnose {

#ifdef __x86_64__
// Stops the kernel if the word is the guard of a function that has not ended.
void tell_guard_write(const char* word, uintptr_t guard, const void* code);

// Called before every write of a thread to its stack.
__attribute__((always_inline)) inline void watch_guards(const char* address, size_t bytes,
                                                        const void* code) {
  uintptr_t guard;
  asm("movq %%fs:0x28, %0" : "=r"(guard));
  const char* word = address - reinterpret_cast<uintptr_t>(address) % sizeof guard;
  for (; word < address + bytes; word += sizeof guard) {
    if (__builtin_expect(*reinterpret_cast<const uintptr_t*>(word) == guard, false))
      tell_guard_write(word, guard, code);
  }
}
#else
inline void watch_guards(const char*, size_t, const void*) {}
#endif

}  // namespace cuda_on_cpu::diagnose
