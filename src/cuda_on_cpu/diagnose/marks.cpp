// The translator inserts calls of these functions into device code. The calls at loops count the
// iterations of a thread and find endless loops. For the history only, there are also calls at each
// `if`, `switch`, `break`, `goto` and early `return`, and where threadIdx or blockIdx is read.
#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/history.hpp"
#include "cuda_on_cpu/diagnose/requests.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

[[noreturn]] void tell_endless_loop(Thread& thread, const void* code) {
  Finding finding = finding_at(Kind::endless_loop, {now.first_thread + thread.number, code});
  finding.message.add("a loop has run %llu iterations in one thread",
                      static_cast<unsigned long long>(settings().loop_limit));
  finding.advice =
      "check the condition that should end the loop; CUCC_LOOP_LIMIT sets the allowed number "
      "of iterations";
  now.worker->stop(finding, cudaErrorLaunchTimeout);
}

void keep_step(Step step, const void* code) {
  if (this_thread != nullptr) add_step(step, now.first_thread + this_thread->number, code);
}

}  // namespace
}  // namespace cuda_on_cpu::diagnose

using namespace cuda_on_cpu;
using namespace cuda_on_cpu::diagnose;

extern "C" {

void cuda_on_cpu_loop_begins(unsigned long long id) {
  if (this_thread == nullptr) return;
  if (keep_history) keep_step(Step::loop, __builtin_return_address(0));
  ThreadState& state = state_of(*this_thread);
  if (state.depth++ >= kLoopDepth) return;
  LoopFrame& loop = state.loops[state.depth - 1];
  loop = {state.loop_hash, mix(state.loop_hash, id), 0};
  state.loop_hash = loop.own_hash;
}

void cuda_on_cpu_loop_ends() {
  if (this_thread == nullptr) return;
  if (keep_history) keep_step(Step::loop_end, __builtin_return_address(0));
  ThreadState& state = state_of(*this_thread);
  if (--state.depth < kLoopDepth) state.loop_hash = state.loops[state.depth].outer_hash;
}

void cuda_on_cpu_loop_turns() {
  Thread* thread = this_thread;
  if (thread == nullptr) return;
  if (keep_history) keep_step(Step::turn, __builtin_return_address(0));
  ThreadState& state = state_of(*thread);
  if (state.depth == 0 || state.depth > kLoopDepth) return;
  LoopFrame& loop = state.loops[state.depth - 1];
  loop.turns++;
  if (counting) state.loop_hash = mix(loop.own_hash, loop.turns);
  // A thread that waits in a loop for another thread of its block has to let the other thread run.
  constexpr uint64_t kTurnsAtOnce = 1024;
  if (loop.turns % kTurnsAtOnce != 0) return;
  if (loop.turns >= settings().loop_limit) {
    tell_endless_loop(*thread, __builtin_return_address(0));
  }
  now.worker->yield();
}

void cuda_on_cpu_decides() {
  if (keep_history) keep_step(Step::decision, __builtin_return_address(0));
}

bool cuda_on_cpu_decided(bool holds) {
  if (keep_history) {
    keep_step(holds ? Step::holds : Step::fails, __builtin_return_address(0));
  }
  return holds;
}

void cuda_on_cpu_leaves() {
  if (keep_history) keep_step(Step::leave, __builtin_return_address(0));
}

void cuda_on_cpu_selects() {
  if (keep_history) keep_step(Step::selection, __builtin_return_address(0));
}

void cuda_on_cpu_jumps() {
  if (keep_history) keep_step(Step::jump, __builtin_return_address(0));
}

void cuda_on_cpu_breaks() {
  if (keep_history) keep_step(Step::leave_loop, __builtin_return_address(0));
}

void cuda_on_cpu_asks_number() {
  if (keep_history) keep_step(Step::own_number, __builtin_return_address(0));
}

}  // extern "C"
