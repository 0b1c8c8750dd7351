// Decides whether a word on the stack is the guard of a function, and reports a write to the guard.
#include "cuda_on_cpu/diagnose/stack_guards.hpp"

#ifdef __x86_64__

#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {

namespace {

// Whether the word is the guard of a function that still runs. A word with the value of a guard may
// have been left by a function that has ended: then it is ordinary memory now. The guard of a
// function that still runs is the highest word with this value below the function's frame. Only
// saved registers are between the guard and the frame.
bool is_guard_of_frame(const char* word, uintptr_t guard) {
  constexpr ptrdiff_t kSavedRegisters = 128;
  const auto* frame = static_cast<const char*>(__builtin_frame_address(0));
  const char* const end = this_thread->stack_high;
  while (frame <= word) {
    const char* const caller = *reinterpret_cast<const char* const*>(frame);
    if (caller <= frame || caller >= end) return false;
    frame = caller;
  }
  if (frame - word > kSavedRegisters) return false;
  for (const char* above = word + sizeof guard; above < frame; above += sizeof guard)
    if (*reinterpret_cast<const uintptr_t*>(above) == guard) return false;
  return true;
}

}  // namespace

void tell_guard_write(const char* word, uintptr_t guard, const void* code) {
  if (!is_guard_of_frame(word, guard)) return;
  Finding finding =
      this_worker->finding_about(Kind::out_of_bounds_of_own_array, *this_thread, {nullptr, code});
  finding.element.space = Space::local;
  finding.message.add("write past the end of a local array of the thread");
  finding.advice = "compare the pointer with the end of the array before using it";
  this_worker->stop(finding, cudaErrorIllegalAddress);
}

}  // namespace cuda_on_cpu::diagnose

#endif
