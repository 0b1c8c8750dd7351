// Checks the events that the compiler's instrumentation does not report; translate/accesses.hpp
// inserts the calls of these checks. There are two kinds of events. Accesses by single instructions
// are checked unless the last check of the same thread covered them. Integers that become floats,
// or that are stored in fewer bytes, are always checked.
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/diagnose/numbers.hpp"
#include "cuda_on_cpu/runtime/block.hpp"

using namespace cuda_on_cpu::diagnose;

extern "C" void cuda_on_cpu_check_untold(const char* address, size_t bytes, int what,
                                         const void* code) {
  if (cuda_on_cpu::this_thread == nullptr) return;
  const auto number = static_cast<long long>(reinterpret_cast<intptr_t>(address));
  switch (what) {
    case 0:
      return check_copied(address, bytes, code);
    case 1:
      return check_range(address, bytes, Access::write, code);
    case 2:
      return check_float(number, code);
    case 3:
      return check_narrow(number, 16, reinterpret_cast<const char*>(bytes), code);
    case 4:
      return check_narrow(number, 8, reinterpret_cast<const char*>(bytes), code);
    case 5:
      return check_signed(number, static_cast<int>(bytes), code);
    case 6:
      return note_read_of_half(address, static_cast<uint32_t>(bytes / 2), bytes % 2 == 0 ? 16 : 8);
    case 7:
      return check_sign(static_cast<uint32_t>(number));
    default:
      return check_sum(number, reinterpret_cast<const char*>(bytes), code);
  }
}

#ifdef __x86_64__

// For an access, rdi holds the address, and rsi holds the number of bytes. For a check of
// numbers.hpp, rdi holds the first argument, and rsi may hold further ones. All other registers
// keep their values, because the caller is in the middle of an expression. If the access is inside
// of the range of this thread's last check, the function returns at once.
__asm__(R"(
  .text
  .globl cuda_on_cpu_reads
  .type cuda_on_cpu_reads, @function
cuda_on_cpu_reads:
  pushq $0
  pushq %rax
  leaq cuda_on_cpu_told(%rip), %rax
  jmp 1f
  .size cuda_on_cpu_reads, . - cuda_on_cpu_reads

  .globl cuda_on_cpu_rounds
  .type cuda_on_cpu_rounds, @function
cuda_on_cpu_rounds:
  pushq $2
  jmp 4f
  .size cuda_on_cpu_rounds, . - cuda_on_cpu_rounds

  .globl cuda_on_cpu_narrows_to_byte
  .type cuda_on_cpu_narrows_to_byte, @function
cuda_on_cpu_narrows_to_byte:
  pushq $4
  jmp 4f
  .size cuda_on_cpu_narrows_to_byte, . - cuda_on_cpu_narrows_to_byte

  .globl cuda_on_cpu_cuts
  .type cuda_on_cpu_cuts, @function
cuda_on_cpu_cuts:
  pushq $5
  jmp 4f
  .size cuda_on_cpu_cuts, . - cuda_on_cpu_cuts

  .globl cuda_on_cpu_reads_half
  .type cuda_on_cpu_reads_half, @function
cuda_on_cpu_reads_half:
  pushq $6
  jmp 4f
  .size cuda_on_cpu_reads_half, . - cuda_on_cpu_reads_half

  .globl cuda_on_cpu_reads_sign
  .type cuda_on_cpu_reads_sign, @function
cuda_on_cpu_reads_sign:
  pushq $7
  jmp 4f
  .size cuda_on_cpu_reads_sign, . - cuda_on_cpu_reads_sign

  .globl cuda_on_cpu_adds_to_half
  .type cuda_on_cpu_adds_to_half, @function
cuda_on_cpu_adds_to_half:
  pushq $8
  jmp 4f
  .size cuda_on_cpu_adds_to_half, . - cuda_on_cpu_adds_to_half

  .globl cuda_on_cpu_narrows
  .type cuda_on_cpu_narrows, @function
cuda_on_cpu_narrows:
  pushq $3
4:
  pushq %rax
  pushq %rcx
  jmp 3f
  .size cuda_on_cpu_narrows, . - cuda_on_cpu_narrows

  .globl cuda_on_cpu_writes
  .type cuda_on_cpu_writes, @function
cuda_on_cpu_writes:
  pushq $1
  pushq %rax
  leaq 24 + cuda_on_cpu_told(%rip), %rax
1:
  pushq %rcx
  movq _ZN11cuda_on_cpu11this_threadE@gottpoff(%rip), %rcx
  movq %fs:(%rcx), %rcx
  testq %rcx, %rcx
  jz 2f
  cmpq %rcx, (%rax)
  jne 3f
  cmpq 8(%rax), %rdi
  jb 3f
  leaq (%rdi, %rsi), %rcx
  cmpq %rdi, %rcx
  jb 3f
  cmpq 16(%rax), %rcx
  ja 3f
2:
  popq %rcx
  popq %rax
  leaq 8(%rsp), %rsp
  ret
3:
  pushq %rbp
  movq %rsp, %rbp
  pushq %rdx
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  subq $272, %rsp
  andq $-16, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movups %xmm8, 128(%rsp)
  movups %xmm9, 144(%rsp)
  movups %xmm10, 160(%rsp)
  movups %xmm11, 176(%rsp)
  movups %xmm12, 192(%rsp)
  movups %xmm13, 208(%rsp)
  movups %xmm14, 224(%rsp)
  movups %xmm15, 240(%rsp)
  cld
  movq 24(%rbp), %rdx
  movq 32(%rbp), %rcx
  call cuda_on_cpu_check_untold
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  movups 128(%rsp), %xmm8
  movups 144(%rsp), %xmm9
  movups 160(%rsp), %xmm10
  movups 176(%rsp), %xmm11
  movups 192(%rsp), %xmm12
  movups 208(%rsp), %xmm13
  movups 224(%rsp), %xmm14
  movups 240(%rsp), %xmm15
  movq -40(%rbp), %r11
  movq -32(%rbp), %r10
  movq -24(%rbp), %r9
  movq -16(%rbp), %r8
  movq -8(%rbp), %rdx
  movq %rbp, %rsp
  popq %rbp
  jmp 2b
  .size cuda_on_cpu_writes, . - cuda_on_cpu_writes
)");

#endif
