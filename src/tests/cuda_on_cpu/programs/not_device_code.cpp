// Kernels of mistakes.cu call these functions. nvcc would not compile the functions for a GPU.
#include <stdexcept>

// On ARM, executes the instruction that compilers insert where the behavior is undefined. On
// x86-64, executes a breakpoint instruction instead.
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
