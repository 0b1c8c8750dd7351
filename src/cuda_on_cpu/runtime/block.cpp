// Runs the threads of a block. See block.hpp.
#include "cuda_on_cpu/runtime/block.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

extern "C" {
// In the program, these variables are called threadIdx and so on, and are declared as constants.
__thread uint3 cuda_on_cpu_thread_index;
__thread uint3 cuda_on_cpu_block_index;
__thread uint3 cuda_on_cpu_block_size;
__thread uint3 cuda_on_cpu_grid_size;
__thread char cuda_on_cpu_dynamic_shared_memory[cuda_on_cpu::kSharedArena]
    __attribute__((aligned(1024)));
}

namespace cuda_on_cpu {

const Hooks* hooks = nullptr;

__thread Worker* this_worker;
__thread Thread* this_thread;

void ThreadQueue::fill(const uint16_t* threads, uint32_t count) {
  std::memcpy(items_, threads, count * sizeof *threads);
  head_ = 0;
  tail_ = count;
}

Worker::Worker() : fibers_(&Worker::fiber_main) {}

void Worker::begin_launch(Launch& launch) {
  launch_ = &launch;
  shared_.begin_block(0);
  cuda_on_cpu_block_size = launch.block;
  cuda_on_cpu_grid_size = launch.grid;
  const uint3 shape = launch.block;
  if (shape.x == shape_.x && shape.y == shape_.y && shape.z == shape_.z) return;
  shape_ = shape;
  thread_count_ = launch.threads_per_block;
  for (uint32_t i = 0; i < thread_count_; i++) {
    Thread& thread = threads_[i];
    thread.number = i;
    thread.lane = static_cast<uint8_t>(i % kWarpSize);
    thread.warp = static_cast<uint8_t>(i / kWarpSize);
    thread.index = {i % shape.x, i / shape.x % shape.y, i / shape.x / shape.y};
  }
}

bool Worker::begin_next_block() {
  Launch& launch = *launch_;
  if (hooks == nullptr) check_shared_guards();
  if (launch.stopped.load(std::memory_order_relaxed)) return false;
  const uint64_t turn = launch.next_turn.fetch_add(1, std::memory_order_relaxed);
  if (turn >= launch.blocks) return false;
  const uint64_t block = launch.order.is_forward() ? turn : launch.order.block_at(turn);
  block_number_ = block;
  const uint32_t width = launch.grid.x, height = launch.grid.y;
  block_index_ = {static_cast<uint32_t>(block % width),
                  static_cast<uint32_t>(block / width % height),
                  static_cast<uint32_t>(block / width / height)};
  cuda_on_cpu_block_index = block_index_;
  at_barrier_ = in_warp_operation_ = at_active_mask_ = 0;
  predicate_count_ = 0;
  sites_differ_ = kinds_differ_ = false;
  copies_.clear();
  shared_.begin_block(launch.dynamic_shared);
  order_.begin_block(thread_count_, launch.number, block);
  start_order_ = order_.next();
  unstarted_ = 0;
  quiet_ = true;
  std::memset(cuda_on_cpu_dynamic_shared_memory, kJunkByte, launch.dynamic_shared);
  if (launch.dynamic_shared > 0) guard_shared(launch.dynamic_shared);
  if (hooks != nullptr) hooks->block_begins(*this);
  return true;
}

void Worker::run(Launch& launch) {
  if (launch.next_turn.load(std::memory_order_relaxed) >= launch.blocks) return;
  Worker* const outer = this_worker;
  this_worker = this;
  begin_launch(launch);
  finished_ = unstarted_ = thread_count_;
  urgent_.clear();
  queue_.clear();
  if (Fiber* fiber = fibers_.take()) {
    handed_ = nullptr;
    handed_fiber_ = fiber;
    cuda_on_cpu_switch_context(&main_context_, fiber->context);
  } else if (!launch.stopped.exchange(true)) {
    Finding finding(Kind::out_of_host_memory);
    finding.message.add("there is no memory for the stack of a CUDA thread");
    finding.advice = "set a larger limit of virtual memory (ulimit -v)";
    report(finding);
    launch.device->kernel_error = cudaErrorMemoryAllocation;
  }
  if (abandoned_) {
    abandoned_ = false;
    fibers_.abandon_all();
  }
  this_thread = nullptr;
  this_worker = outer;
}

void Worker::fiber_main() {
  this_worker->fiber_loop();
}

void Worker::fiber_loop() {
  Fiber* const self = handed_fiber_;
  for (;;) {
    Thread* thread = handed_;
    do {
      if (thread != nullptr) {
        become(thread);
        run_kernel(*self);
        finish(thread);
      }
      thread = next_thread();
      while (thread == nullptr && begin_next_block()) {
        if (!run_quietly(*self)) thread = next_thread();
      }
    } while (thread != nullptr && thread->context == nullptr);
    fibers_.give_back(self);
    if (thread == nullptr) {
      this_thread = nullptr;
      cuda_on_cpu_switch_context(&self->context, main_context_);
    } else {
      become(thread);
      cuda_on_cpu_switch_context(&self->context, thread->context);
    }
  }
}

// Runs the threads of a new block one after another, until a thread waits for another one. Does not
// record which threads have ended. Returns true if the whole block has ended.
bool Worker::run_quietly(const Fiber& fiber) {
  while (unstarted_ < thread_count_) {
    Thread* thread = &threads_[start_order_[unstarted_++]];
    become(thread);
    run_kernel(fiber);
    if (!quiet_) {
      finish(thread);
      return false;
    }
    if (hooks != nullptr) hooks->thread_ends(*this, *thread);
  }
  finished_ = thread_count_;
  return true;
}

// Called before the first wait in a block. Sets the states of all threads and warps, because
// run_quietly does not set them.
void Worker::end_quiet() {
  quiet_ = false;
  for (uint32_t i = 0; i < thread_count_; i++) {
    threads_[i].context = nullptr;
    threads_[i].waiting = Waiting::no;
    threads_[i].finished = false;
  }
  for (uint32_t w = 0; w * kWarpSize < thread_count_; w++) {
    const uint32_t lanes = std::min(kWarpSize, thread_count_ - w * kWarpSize);
    warps_[w].alive = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
    warps_[w].meetings = 0;
  }
  finished_ = unstarted_ - 1;  // all threads before the one that runs now
  for (uint32_t i = 0; i < finished_; i++) {
    Thread& thread = threads_[start_order_[i]];
    thread.finished = true;
    warps_[thread.warp].alive &= ~(1u << thread.lane);
  }
}

void Worker::run_kernel(const Fiber& fiber) {
  this_thread->stack_high = fiber.stack_high;
  launch_->kernel->run(launch_->body);
  if (copies_.any()) make_copies(0);
}

void Worker::finish(Thread* thread) {
  if (hooks != nullptr) hooks->thread_ends(*this, *thread);
  thread->finished = true;
  finished_++;
  Warp& warp = warps_[thread->warp];
  warp.alive &= ~(1u << thread->lane);
  if (warp.meetings != 0) recheck_meetings(thread->warp);
}

void Worker::yield() {
  if (quiet_) end_quiet();
  Thread* self = this_thread;
  if (launch_->stopped.load(std::memory_order_relaxed)) abandon();
  if (queue_.empty() && urgent_.empty() && unstarted_ == thread_count_) {
    sched_yield();
    return;
  }
  queue_.push(static_cast<uint16_t>(self->number));
  suspend(self, Waiting::no);
}

void Worker::let_others_run() {
  if (!queue_.empty() || !urgent_.empty() || unstarted_ < thread_count_) yield();
}

void Worker::wait_at_barrier(const char* site, const void* code, Waiting why) {
  if (quiet_) end_quiet();
  Thread* self = this_thread;
  self->site = site;
  self->code = code;
  self->waiting = why;
  if (at_barrier_++ == 0) {
    barrier_site_ = site;
    barrier_kind_ = why;
  } else if (why != barrier_kind_) {
    kinds_differ_ = true;
  } else if (site != barrier_site_ && *site != '\0' && *barrier_site_ != '\0' &&
             std::strcmp(site, barrier_site_) != 0) {
    sites_differ_ = true;
  }
  if (at_barrier_ == thread_count_) release_barrier();
  suspend(self, why);
}

void Worker::release_barrier() {
  if (kinds_differ_) report_copy_and_barrier();
  if (sites_differ_) report_different_barriers();
  at_barrier_ = 0;
  reduced_count_ = predicate_count_;
  predicate_count_ = 0;
  queue_.fill(order_.next(), thread_count_);
  if (hooks != nullptr && barrier_kind_ == Waiting::barrier) hooks->barrier_passed(*this);
}

uint32_t Worker::count_at_barrier(int predicate, const char* site, const void* code) {
  predicate_count_ += predicate != 0;
  wait_at_barrier(site, code);
  return reduced_count_;
}

// Called if no thread can run, but not all threads have ended. Finds a thread that can continue.
Thread* Worker::resolve() {
  if (at_active_mask_ > 0) {
    resolve_active_masks();
    return next_thread();
  }
  if (opens_for_the_rest()) {
    at_barrier_ = 0;
    reduced_count_ = predicate_count_;
    predicate_count_ = 0;
    for (uint32_t i = 0; i < thread_count_; i++)
      if (!threads_[i].finished) queue_.push(static_cast<uint16_t>(i));
    return next_thread();
  }
  report_stuck_threads();
}

// On most GPUs, a thread that has ended does not keep the other threads of its block at a barrier.
bool Worker::opens_for_the_rest() const {
  return settings().forgives_barriers && hooks == nullptr && !kinds_differ_ && !sites_differ_ &&
         barrier_kind_ == Waiting::barrier && at_barrier_ > 0 &&
         at_barrier_ + finished_ == thread_count_;
}

void* Worker::shared_variable(const SharedVariable& wanted) {
  const SharedVariable* variable = shared_.find(wanted.key);
  if (variable != nullptr) return cuda_on_cpu_dynamic_shared_memory + variable->offset;
  variable = shared_.add(wanted, shared_gap());
  if (variable == nullptr) stop_for_shared_memory(wanted);
  char* place = cuda_on_cpu_dynamic_shared_memory + variable->offset;
  std::memset(place, kJunkByte, variable->bytes);
  guard_shared(variable->offset + variable->bytes);
  return place;
}

void Worker::guard_shared(size_t end) {
  const size_t bytes = std::min(shared_gap(), kSharedArena - end);
  std::memset(cuda_on_cpu_dynamic_shared_memory + end, kGuardByte, bytes);
}

// Called when a block has ended. Reports writes past the end of variables in shared memory.
void Worker::check_shared_guards() {
  const auto is_written = [](size_t end) {
    const char* first = cuda_on_cpu_dynamic_shared_memory + end;
    return std::any_of(first, first + std::min(shared_gap(), kSharedArena - end),
                       [](char byte) { return byte != kGuardByte; });
  };
  if (shared_.dynamic_bytes() > 0 && is_written(shared_.dynamic_bytes())) {
    report_written_guard("dynamic shared memory", shared_.dynamic_bytes());
  }
  for (const SharedVariable& variable : shared_.variables()) {
    if (is_written(variable.offset + variable.bytes)) {
      report_written_guard(variable.name, variable.bytes);
    }
  }
}

void Worker::abandon() {
  abandoned_ = true;
  this_thread = nullptr;
  Context nowhere;
  cuda_on_cpu_switch_context(&nowhere, main_context_);
  __builtin_unreachable();
}

void Worker::stop(const Finding& finding, cudaError error) {
  this_thread = nullptr;
  if (!launch_->stopped.exchange(true)) report(finding);
  stop_silently(error);
}

void Worker::stop_silently(cudaError error) {
  launch_->stopped = true;
  cudaError none = cudaSuccess;
  launch_->device->kernel_error.compare_exchange_strong(none, error);
  abandon();
}

void Worker::recycle() {
  fibers_.abandon_all();
  shape_ = {};
}

namespace {

// When a host thread ends, its worker is kept here for the next host thread that launches a kernel.
// Making the stacks of a new worker would take long.
struct SpareWorkers {
  std::mutex mutex;
  std::vector<Worker*> list;
};
SpareWorkers& spare_workers() {
  static auto& result = *new SpareWorkers;
  return result;
}

struct WorkerOfThread {
  Worker* worker;
  WorkerOfThread() {
    SpareWorkers& spare = spare_workers();
    const std::lock_guard<std::mutex> lock(spare.mutex);
    if (spare.list.empty()) {
      worker = new Worker;
      return;
    }
    worker = spare.list.back();
    spare.list.pop_back();
    worker->recycle();
  }
  ~WorkerOfThread() {
    SpareWorkers& spare = spare_workers();
    const std::lock_guard<std::mutex> lock(spare.mutex);
    spare.list.push_back(worker);
  }
};

}  // namespace

Worker& own_worker() {
  static thread_local WorkerOfThread own;
  return *own.worker;
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

void cuda_on_cpu_barrier(const char* site) {
  this_worker->wait_at_barrier(site, __builtin_return_address(0));
}
int cuda_on_cpu_barrier_count(int predicate, const char* site) {
  return static_cast<int>(
      this_worker->count_at_barrier(predicate, site, __builtin_return_address(0)));
}
int cuda_on_cpu_barrier_and(int predicate, const char* site) {
  return this_worker->count_at_barrier(predicate, site, __builtin_return_address(0)) ==
         this_worker->thread_count();
}
int cuda_on_cpu_barrier_or(int predicate, const char* site) {
  return this_worker->count_at_barrier(predicate, site, __builtin_return_address(0)) != 0;
}
int cuda_on_cpu_is_cooperative() {
  return this_worker->launch().is_cooperative;
}
void cuda_on_cpu_grid_barrier() {
  this_worker->wait_for_grid(__builtin_return_address(0));
}
void cuda_on_cpu_yield() {
  if (this_thread != nullptr) this_worker->yield();
}
void cuda_on_cpu_found_taken(const void* address) {
  static __thread struct {
    Thread* thread;
    const void* address;
  } last;
  if (this_thread == nullptr) return;
  if (last.thread == this_thread && last.address == address) this_worker->yield();
  last = {this_thread, address};
}
void* cuda_on_cpu_shared(const cuda_on_cpu_shared_variable* declared) {
  return this_worker->shared_variable(
      {declared, declared->name, declared->bytes, declared->alignment, declared->element_bytes, 0});
}
void* cuda_on_cpu_dynamic_shared() {
  return cuda_on_cpu_dynamic_shared_memory;
}

}  // extern "C"
