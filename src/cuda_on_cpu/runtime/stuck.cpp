// Explains why the threads of a block cannot continue.
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu {

Finding Worker::finding_about(Kind kind, const Thread& thread, const Place& place) const {
  Finding finding(kind, place);
  finding.actor = {true, block_index_, thread.index};
  finding.kernel = launch_->kernel->name;
  finding.launch_number = launch_->number;
  finding.launch_site = launch_->site;
  return finding;
}

// Adds another thread of the same block to the finding, and the place where that thread waits.
static void add_other_thread(const Thread& other, const char* text, Finding& finding) {
  finding.other = {other.site, other.code};
  finding.other_actor = {true, finding.actor.block, other.index};
  finding.other_text = text;
}

void Worker::report_stuck_threads() {
  const Thread* waiting = nullptr;
  const Thread* ended = nullptr;
  for (uint32_t i = 0; i < thread_count_; i++) {
    const Thread& thread = threads_[i];
    if (thread.finished) {
      if (ended == nullptr) ended = &thread;
    } else if (thread.waiting == Waiting::warp) {
      report_stuck_warp(thread);
    } else if (waiting == nullptr) {
      waiting = &thread;
    }
  }
  if (kinds_differ_) report_copy_and_barrier();
  if (sites_differ_) report_different_barriers();
  Finding finding = finding_about(Kind::barrier_not_reached, *waiting);
  finding.message.add("%u of %u threads of the block wait at %s, but the other %u have ended",
                      at_barrier_, thread_count_,
                      waiting->waiting == Waiting::copy ? "cg::memcpy_async" : "__syncthreads()",
                      finished_);
  finding.other_actor = {true, block_index_, ended->index};
  finding.other_text = "a thread that has ended:";
  finding.advice =
      "let every thread of the block reach the barrier: replace an early return by an if around "
      "the work";
  stop(finding, cudaErrorLaunchFailure);
}

void Worker::report_different_barriers() {
  const Thread* first = nullptr;
  const Thread* second = nullptr;
  for (uint32_t i = 0; i < thread_count_ && second == nullptr; i++) {
    const Thread& thread = threads_[i];
    if (thread.finished || *thread.site == '\0') continue;
    if (first == nullptr) {
      first = &thread;
    } else if (__builtin_strcmp(first->site, thread.site) != 0) {
      second = &thread;
    }
  }
  Finding finding = finding_about(Kind::barrier_divergence, *first);
  finding.message.add("threads of one block wait at different __syncthreads()");
  add_other_thread(*second, "the other barrier:", finding);
  finding.advice = "put one __syncthreads() at a place that all threads of the block reach";
  stop(finding, cudaErrorLaunchFailure);
}

// Some threads have called memcpy_async, and others wait at a barrier.
void Worker::report_copy_and_barrier() {
  const Thread* copies = nullptr;
  const Thread* waits = nullptr;
  for (uint32_t i = 0; i < thread_count_; i++) {
    const Thread& thread = threads_[i];
    if (thread.finished) continue;
    if (thread.waiting == Waiting::copy && copies == nullptr) copies = &thread;
    if (thread.waiting == Waiting::barrier && waits == nullptr) waits = &thread;
  }
  Finding finding = finding_about(Kind::barrier_divergence, *copies);
  finding.message.add("only some threads of the block call cg::memcpy_async");
  add_other_thread(*waits, "another thread waits here instead:", finding);
  finding.advice = "let all threads of the group call cg::memcpy_async, with the same arguments";
  stop(finding, cudaErrorLaunchFailure);
}

// A worker runs its blocks one after another, so threads of different blocks cannot wait for each
// other. The barrier works only if the grid has a single block.
void Worker::wait_for_grid(const void* code) {
  if (launch_->is_cooperative && launch_->blocks == 1) return wait_at_barrier("", code);
  Finding finding = finding_about(Kind::not_cooperative, *this_thread, {nullptr, code});
  if (launch_->is_cooperative) {
    finding.kind = Kind::cooperative_not_offered;
    finding.message.add("CUDA on the CPU does not offer grid.sync() for more than one block");
    finding.advice = "end the kernel here and launch another one";
  } else {
    finding.message.add(
        "grid.sync() works only in a cooperative launch (cudaLaunchCooperativeKernel), and this "
        "is an ordinary launch: its blocks cannot wait for each other");
    finding.advice = "end the kernel here and launch another one, or do not wait for other blocks";
  }
  stop(finding, cudaErrorLaunchFailure);
}

void Worker::report_stuck_warp(const Thread& thread) {
  const Warp& warp = warps_[thread.warp];
  const Meeting* meeting = warp.meeting;
  while ((meeting->arrived >> thread.lane & 1) == 0) meeting++;
  const uint32_t missing = meeting->mask & warp.alive & ~meeting->arrived;
  Finding finding = finding_about(Kind::warp_operation_not_reached, thread);
  finding.message.add(
      "a warp operation with mask 0x%08x waits for lanes 0x%08x of its warp, which never arrive",
      meeting->mask, missing);
  const Thread& absent =
      threads_[thread.warp * kWarpSize + static_cast<uint32_t>(__builtin_ctz(missing))];
  add_other_thread(absent, "a missing lane waits here:", finding);
  finding.advice =
      "let all lanes of the mask execute the operation, or compute the mask with __ballot_sync "
      "before the branch";
  stop(finding, cudaErrorLaunchFailure);
}

void Worker::report_bad_mask(uint32_t mask) {
  Finding finding = finding_about(Kind::bad_warp_mask, *this_thread);
  finding.message.add(
      "lane %u calls a warp operation with mask 0x%08x, which does not contain this lane",
      this_thread->lane, mask);
  finding.advice = "the mask must contain the calling lane and all lanes that take part";
  stop(finding, cudaErrorLaunchFailure);
}

void Worker::stop_without_memory() {
  Finding finding = finding_about(Kind::out_of_host_memory, *this_thread);
  finding.message.add("there is no memory for the stacks of %u threads", thread_count_);
  finding.advice = "set a larger limit of virtual memory (ulimit -v), or use smaller blocks";
  stop(finding, cudaErrorMemoryAllocation);
}

// Stops a block whose variables do not fit into shared memory. Only variables of device functions
// can cause this, because the variables of the kernel itself were checked at the launch.
void Worker::stop_for_shared_memory(const SharedVariable& wanted) {
  Finding finding =
      finding_about(Kind::too_much_shared_memory, *this_thread, {launch_->kernel->site, nullptr});
  finding.message.add(
      "__shared__ %s of %u bytes does not fit: the other variables take %zu bytes, and dynamic "
      "shared memory takes %zu bytes; a block may use %zu bytes for its variables, and %zu bytes "
      "of shared memory in all",
      wanted.name, wanted.bytes, shared_.static_bytes(), shared_.dynamic_bytes(),
      kStaticSharedBytes, kMaxSharedBytes);
  finding.advice = "use smaller arrays, or less dynamic shared memory";
  stop(finding, cudaErrorLaunchOutOfResources);
}

// Reports a write into the gap after a variable. It is not known which thread wrote there, and all
// threads of the block have ended, so no thread is stopped.
void Worker::report_written_guard(const char* name, size_t bytes) {
  Finding finding =
      finding_about(Kind::shared_out_of_bounds, threads_[0], {launch_->kernel->site, nullptr});
  finding.element.space = Space::shared;
  finding.element.variable.add("%s", name);
  finding.message.add(
      "a thread of this block wrote past the end of __shared__ %s, which has %zu bytes", name,
      bytes);
  finding.advice = "compare the index with the size of the array before using it";
  if (!launch_->stopped.exchange(true)) report(finding);
  cudaError none = cudaSuccess;
  launch_->device->kernel_error.compare_exchange_strong(none, cudaErrorIllegalAddress);
}

}  // namespace cuda_on_cpu
