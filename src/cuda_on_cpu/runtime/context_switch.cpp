// The stack switch for x86-64 and AArch64.
//
// The x86-64 switch ends with an ordinary return. The threads of a block wait at the same place of
// the same kernel. So although the stack changes, the processor predicts the return correctly.
#include "cuda_on_cpu/runtime/context_switch.hpp"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)

__asm__(R"(
.text
.globl cuda_on_cpu_switch_context
.hidden cuda_on_cpu_switch_context
.type cuda_on_cpu_switch_context, @function
.p2align 4
cuda_on_cpu_switch_context:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size cuda_on_cpu_switch_context, . - cuda_on_cpu_switch_context
)");

namespace cuda_on_cpu {

Context new_context(char* stack_high, void (*entry)()) {
  constexpr size_t kSavedRegisters = 6;
  auto* top = reinterpret_cast<uint64_t*>(reinterpret_cast<uintptr_t>(stack_high) & ~uintptr_t{15});
  // At the start of a function, the stack pointer is 8 bytes below a multiple of 16, and the word
  // there is the return address. Here, this address is zero, so that a debugger's list of calls
  // ends with this function.
  *--top = 0;
  *--top = reinterpret_cast<uint64_t>(entry);
  top -= kSavedRegisters;
  std::memset(top, 0, kSavedRegisters * sizeof *top);
  return top;
}

}  // namespace cuda_on_cpu

#elif defined(__aarch64__)

__asm__(R"(
.text
.globl cuda_on_cpu_switch_context
.hidden cuda_on_cpu_switch_context
.type cuda_on_cpu_switch_context, %function
.p2align 4
cuda_on_cpu_switch_context:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size cuda_on_cpu_switch_context, . - cuda_on_cpu_switch_context
)");

namespace cuda_on_cpu {

Context new_context(char* stack_high, void (*entry)()) {
  constexpr size_t kFrame = 160, kReturnAddress = 88;
  char* top = stack_high - reinterpret_cast<uintptr_t>(stack_high) % 16 - kFrame;
  std::memset(top, 0, kFrame);
  std::memcpy(top + kReturnAddress, &entry, sizeof entry);
  return top;
}

}  // namespace cuda_on_cpu

#else
#error "CUDA on the CPU has a stack switch for x86-64 and AArch64 only"
#endif
