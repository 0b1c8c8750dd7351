// How one block of threads runs.
//
// Theory of operation. An operating system thread (a worker) runs one block at a time. The threads
// of the block wait in a queue. A fiber (a stack, fiber.hpp) takes them one after another and runs
// each to its end, so a kernel without barriers never switches stacks. When a thread has to wait,
// at a barrier or for the other lanes of its warp, it keeps the fiber, and another fiber continues
// with the queue. The last thread to arrive at a barrier puts all threads back into the queue. If
// the queue is empty and threads still wait, they wait for a thread that will never arrive. This is
// an error in the program.
#pragma once
#include <cstdint>

#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"
#include "cuda_on_cpu/runtime/async_copies.hpp"
#include "cuda_on_cpu/runtime/fiber.hpp"
#include "cuda_on_cpu/runtime/report.hpp"
#include "cuda_on_cpu/runtime/schedule.hpp"
#include "cuda_on_cpu/runtime/shared_memory.hpp"

// The values that the program uses as threadIdx and so on, and the shared memory of the block:
// dynamic shared memory first, then the variables. The program refers to all of them by the names
// below.
extern "C" {
extern __thread uint3 cuda_on_cpu_thread_index;
extern __thread uint3 cuda_on_cpu_block_index;
extern __thread uint3 cuda_on_cpu_block_size;
extern __thread uint3 cuda_on_cpu_grid_size;
extern __thread char cuda_on_cpu_dynamic_shared_memory[cuda_on_cpu::kSharedArena];
}

namespace cuda_on_cpu {

constexpr uint32_t kMaxThreadsPerBlock = 1024;
constexpr uint32_t kWarpSize = 32;
constexpr uint32_t kMaxWarps = kMaxThreadsPerBlock / kWarpSize;
// The value of each byte that was never written. An index or a pointer made of such bytes is
// clearly wrong.
constexpr int kJunkByte = 0xA5;
constexpr int kGuardByte = 0x6B;  // each byte in the gap after a variable in shared memory

struct Launch;
class Worker;

// `copy`: the thread waits at cooperative_groups::memcpy_async for the other threads of its block.
enum class Waiting : uint8_t { no, barrier, copy, warp, active_mask };

// One CUDA thread of the block that a worker runs.
struct alignas(64) Thread {
  Context context;   // where the thread continues; null if it has not started
  const char* site;  // the place of the operation at which it waits
  const void* code;
  const char* stack_high;  // the end of the stack on which it runs
  uint3 index;
  uint32_t number;  // the index as one number
  Waiting waiting;
  bool finished;
  uint8_t lane;
  uint8_t warp;
};

// Lanes of one warp that wait at the same operation with the same mask.
struct Meeting {
  uint32_t mask;
  uint32_t arrived;
  int operation;
};

struct Warp {
  uint32_t alive;  // lanes that exist and have not ended
  uint32_t meetings;
  Meeting meeting[kWarpSize];
  unsigned long long value[kWarpSize];
  unsigned long long result[kWarpSize];
  int argument[kWarpSize];
  int width[kWarpSize];
};

// A queue of threads: first in, first out. A thread is in the queue at most once.
class ThreadQueue {
 public:
  bool empty() const { return head_ == tail_; }
  void push(uint16_t thread) { items_[tail_++ % kMaxThreadsPerBlock] = thread; }
  uint16_t pop() { return items_[head_++ % kMaxThreadsPerBlock]; }
  void clear() { head_ = tail_ = 0; }
  // The queue must be empty.
  void fill(const uint16_t* threads, uint32_t count);

 private:
  uint16_t items_[kMaxThreadsPerBlock];
  uint32_t head_ = 0;
  uint32_t tail_ = 0;
};

class Worker {
 public:
  Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Runs blocks of the launch until none is left or the launch is stopped.
  void run(Launch& launch);

  // Called by the threads of the block.
  void wait_at_barrier(const char* site, const void* code, Waiting why = Waiting::barrier);
  unsigned long long wait_for_warp(int operation, uint32_t mask, unsigned long long value,
                                   int argument, int width, const void* code);
  uint32_t wait_for_active_mask(const char* site, const void* code);
  void copy_later(const AsyncCopy& copy, uint32_t lanes);
  void make_copies(size_t left);
  void yield();
  // Does nothing if no other thread of the block can run.
  void let_others_run();
  void* shared_variable(const SharedVariable& wanted);
  // A barrier of the whole grid.
  void wait_for_grid(const void* code);
  // Waits at a barrier. Returns the number of threads of the block for which the predicate is true.
  uint32_t count_at_barrier(int predicate, const char* site, const void* code);

  // Ends the launch in the middle of a kernel: the error is stored, and no thread of the launch
  // continues.
  [[noreturn]] void stop(const Finding& finding, cudaError error);
  // Does the same for a mistake that has been reported already.
  [[noreturn]] void stop_silently(cudaError error);
  // Prepares the worker for use by another operating system thread.
  void recycle();
  // A finding that names the kernel, the launch and this thread.
  Finding finding_about(Kind kind, const Thread& thread, const Place& place) const;
  Finding finding_about(Kind kind, const Thread& thread) const {
    return finding_about(kind, thread, {thread.site, thread.code});
  }

  Launch& launch() const { return *launch_; }
  uint3 block_index() const { return block_index_; }
  const Thread* threads() const { return threads_; }
  uint32_t thread_count() const { return thread_count_; }
  const FiberPool& fibers() const { return fibers_; }
  const AsyncCopies& copies() const { return copies_; }
  const std::vector<SharedVariable>& shared_variables() const { return shared_.variables(); }
  // A stack for work after a fault, when the thread's own stack cannot be trusted.
  char* fault_stack_high() { return fault_stack_ + sizeof fault_stack_; }

 private:
  [[noreturn]] static void fiber_main();
  [[noreturn]] void fiber_loop();
  bool begin_next_block();
  void guard_shared(size_t end);
  void check_shared_guards();
  bool run_quietly(const Fiber& fiber);
  void end_quiet();
  void begin_launch(Launch& launch);
  void run_kernel(const Fiber& fiber);
  void finish(Thread* thread);
  void become(Thread* thread);
  void suspend(Thread* self, Waiting why);
  // The thread to run next; null when the block has ended.
  Thread* next_thread();
  Thread* resolve();
  void resolve_active_masks();
  void release_barrier();
  bool opens_for_the_rest() const;
  [[noreturn]] void abandon();
  [[noreturn]] void report_stuck_threads();
  [[noreturn]] void report_stuck_warp(const Thread& thread);
  [[noreturn]] void report_different_barriers();
  [[noreturn]] void report_copy_and_barrier();
  [[noreturn]] void report_bad_mask(uint32_t mask);
  [[noreturn]] void stop_without_memory();
  [[noreturn]] void stop_for_shared_memory(const SharedVariable& wanted);
  void report_written_guard(const char* name, size_t bytes);
  bool complete(uint32_t warp, uint32_t meeting);
  void compute(Warp* warp, const Meeting& meeting);
  void release_lanes(uint32_t warp, uint32_t lanes);
  void recheck_meetings(uint32_t warp);

  Launch* launch_ = nullptr;
  uint3 block_index_{};
  uint64_t block_number_ = 0;
  uint32_t thread_count_ = 0;
  uint32_t finished_ = 0;
  uint32_t at_barrier_ = 0;
  uint32_t in_warp_operation_ = 0;
  uint32_t at_active_mask_ = 0;
  // Threads start in this order; those from position unstarted_ on have not started yet.
  const uint16_t* start_order_ = nullptr;
  uint32_t unstarted_ = 0;
  bool quiet_ = false;
  bool sites_differ_ = false;
  bool kinds_differ_ = false;
  Waiting barrier_kind_ = Waiting::barrier;
  const char* barrier_site_ = nullptr;
  uint32_t predicate_count_ = 0;
  uint32_t reduced_count_ = 0;
  ThreadQueue queue_;
  // Lanes that were released by a warp operation run first, because their stacks are still in the
  // cache.
  ThreadQueue urgent_;
  uint32_t urgent_turns_ = 0;
  Thread* handed_ = nullptr;  // the thread that the next idle fiber will run
  Fiber* handed_fiber_ = nullptr;
  bool abandoned_ = false;
  Context main_context_ = nullptr;
  FiberPool fibers_;
  ThreadOrder order_;
  SharedMemory shared_;
  AsyncCopies copies_{kMaxThreadsPerBlock};
  uint3 shape_{};
  Thread threads_[kMaxThreadsPerBlock];
  Warp warps_[kMaxWarps];
  alignas(16) char fault_stack_[128 * 1024];
};

// The worker of this operating system thread, and the CUDA thread that the worker runs. In host
// code, both are null.
extern __thread Worker* this_worker;
extern __thread Thread* this_thread;

// The worker of this operating system thread; it is made at the first use.
Worker& own_worker();

inline void Worker::become(Thread* thread) {
  this_thread = thread;
  cuda_on_cpu_thread_index = thread->index;
}

inline Thread* Worker::next_thread() {
  // From time to time, a thread that is not urgent comes first. Otherwise, a warp that waits in
  // a loop of warp operations for another warp would never let the other warp run.
  constexpr uint32_t kUrgentInARow = 4096;
  if (!urgent_.empty() && ++urgent_turns_ % kUrgentInARow != 0) return &threads_[urgent_.pop()];
  if (unstarted_ < thread_count_) return &threads_[start_order_[unstarted_++]];
  if (!queue_.empty()) return &threads_[queue_.pop()];
  if (!urgent_.empty()) return &threads_[urgent_.pop()];
  return finished_ == thread_count_ ? nullptr : resolve();
}

inline void Worker::suspend(Thread* self, Waiting why) {
  self->waiting = why;
  Thread* next = next_thread();
  if (next != self) {
    if (next->context != nullptr) {
      become(next);
      cuda_on_cpu_switch_context(&self->context, next->context);
    } else {
      Fiber* fiber = fibers_.take();
      if (fiber == nullptr) stop_without_memory();
      handed_ = next;
      handed_fiber_ = fiber;
      cuda_on_cpu_switch_context(&self->context, fiber->context);
    }
  }
  self->waiting = Waiting::no;
}

}  // namespace cuda_on_cpu
