// Functions that kernels of mistakes.cu call. nvcc would not compile these functions for a GPU.
#include <stdexcept>

// The instruction that compilers for ARM insert where the behavior is undefined; on x86-64, this
// function uses a breakpoint instead.
void trap_of_compiler() {
#if defined(__x86_64__)
  __asm__ volatile("int3");
#else
  __asm__ volatile("brk #1000");
#endif
}

void throw_error() {
  throw std::runtime_error("no handler catches this");
}

void throw_number() {
  throw 3;
}
