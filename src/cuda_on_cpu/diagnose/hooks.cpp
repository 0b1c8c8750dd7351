// Connects the diagnostic build with the runtime library.
#include "cuda_on_cpu/runtime/hooks.hpp"

#include <stdlib.h>  // on_exit

#include <mutex>

#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/diagnose/counters.hpp"
#include "cuda_on_cpu/diagnose/describe.hpp"
#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/history.hpp"
#include "cuda_on_cpu/diagnose/host_targets.hpp"
#include "cuda_on_cpu/diagnose/races.hpp"
#include "cuda_on_cpu/diagnose/requests.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/diagnose/stream_order.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

// A host thread holds this lock while its kernel runs, and while it changes the records of memory.
// Calls of the API change them, and a kernel cannot make such calls. So a thread that holds the
// lock takes it again only when it reports a finding.
std::recursive_mutex& one_at_a_time() {
  static auto& result = *new std::recursive_mutex;
  return result;
}
using Lock = std::lock_guard<std::recursive_mutex>;

uint32_t lanes_left[kMaxWarps];

void launch_begins(Launch& launch) {
  one_at_a_time().lock();
  begin_to_use_memory();
  constexpr uint64_t kMostThreads = uint64_t{1} << kThreadBits;
  now.launch = &launch;
  now.check_races = launch.blocks * launch.threads_per_block <= kMostThreads;
  now.global_generation++;
  if (shared_shadow == nullptr || shared_shadow->begin != cuda_on_cpu_dynamic_shared_memory) {
    // Blocks run in the thread that launches the kernel, and each operating system thread has its
    // own shared memory. So a launch by another thread needs a new shadow.
    if (shared_shadow != nullptr) free_shadow(shared_shadow);
    shared_shadow = make_shadow(cuda_on_cpu_dynamic_shared_memory, kSharedArena, nullptr);
  }
  forget_bounds();
  begin_publications_of_launch();
  if (keep_history) history_of_launch(launch);
  if (counting) {
    begin_requests_of_launch();
    count_launch(launch);
  }
}

void launch_ends(Launch& launch) {
  if (write_pending) settle_pending_write();
  if (counting && launch.stopped) drop_requests();
  now.launch = nullptr;
  if (streams_in_use) order_of_launch(launch);
  write_findings();
  if (keep_history) write_history();
  host_code_goes_on();
  one_at_a_time().unlock();
}

void block_begins(Worker& worker) {
  begin_block(worker);
  begin_publications_of_block();
  // Nothing in shared memory has been written yet.
  constexpr size_t kBitmap = kSharedArena / 8;
  __builtin_memset(shared_shadow->written, 0, kBitmap);
  for (uint32_t w = 0; w * kWarpSize < now.threads_per_block; w++) {
    const uint32_t rest = now.threads_per_block - w * kWarpSize;
    lanes_left[w] = rest < kWarpSize ? rest : kWarpSize;
  }
}

void thread_ends(Worker&, Thread& thread) {
  forget_told();
  if (write_pending) settle_pending_write();
  if (!counting) return;
  count_thread(state_of(thread));
  if (--lanes_left[thread.warp] == 0) count_requests(thread.warp);
}

void barrier_passed(Worker&) {
  forget_told();
  if (write_pending) settle_pending_write();
  pass_time();
  now.barrier_time = now.time;
  note_barrier();
}

void warp_passed(Worker&, uint32_t warp, uint32_t lanes) {
  forget_told();
  if (write_pending) settle_pending_write();
  pass_time();
  note_warp_operation(warp, lanes);
  for (; lanes != 0; lanes &= lanes - 1) {
    now.threads[warp * kWarpSize + static_cast<uint32_t>(__builtin_ctz(lanes))].synced_at =
        now.time;
  }
}

void kept_own_value(const Thread& lane) {
  if (keep_history) add_step(Step::own_value, now.first_thread + lane.number, lane.code);
}

void shuffled_from_nowhere(Worker&, const Thread& lane, uint32_t source) {
  if (!is_new(Kind::shuffle_from_inactive_lane, lane.code, nullptr)) return;
  Finding finding = finding_at(Kind::shuffle_from_inactive_lane,
                               {now.first_thread + lane.number, lane.code}, Severity::warning);
  finding.message.add("lane %u reads the value of lane %u, which does not take part in the shuffle",
                      lane.lane, source);
  finding.advice = "put both lanes into the mask, and let both lanes execute the shuffle";
  add(finding);
}

// Until the copy is made, its target counts as memory without a value.
void copy_started(const AsyncCopy& copy) {
  for_each_piece(copy, [&](size_t at) { expect_copy(copy.to + at, copy.piece); });
}

void copy_made(const char* to, const char* from, size_t bytes, const void* code) {
  check_copied(from, bytes, code);
  check_range(to, bytes, Access::write, code);
}

void allocated(const Allocation& allocation) {
  const Lock lock(one_at_a_time());
  allocation_made(allocation);
}

void freeing(const Allocation& allocation) {
  const Lock lock(one_at_a_time());
  order_of_free(allocation);
  allocation_freed(allocation);
}

Shadow* shadow_of_any(const void* address, size_t bytes) {
  const auto* byte = static_cast<const char*>(address);
  return in_device_region(address) ? shadow_of(byte, bytes) : nullptr;
}

void copying(const char* call, const void* source, size_t bytes, const void* caller) {
  const Lock lock(one_at_a_time());
  Shadow* shadow = shadow_of_any(source, bytes);
  if (shadow == nullptr) return;
  size_t first = 0;
  const size_t count = count_unwritten(shadow, static_cast<const char*>(source), bytes, &first);
  if (count == 0) return;
  mark_written(shadow, static_cast<const char*>(source), bytes);
  Finding finding(Kind::uninitialised_copy, {nullptr, caller}, Severity::warning);
  finding.message.add("%s copies %zu bytes that have not been written, the first at ", call, count);
  describe_address(&finding, *shadow, static_cast<const char*>(source) + first);
  finding.advice = "write the whole array first, or copy only the elements that were written";
  collect(finding);
}

void written(const void* destination, size_t bytes) {
  const Lock lock(one_at_a_time());
  host_code_goes_on();
  Shadow* shadow = shadow_of_any(destination, bytes);
  if (shadow == nullptr) return;
  const auto* byte = static_cast<const char*>(destination);
  mark_written(shadow, byte, bytes);
}

void transferred(const Transfer& transfer) {
  const Lock lock(one_at_a_time());
  order_of_transfer(transfer);
}

void stream_created() {
  const Lock lock(one_at_a_time());
  order_after_creation();
}

void event_recorded(const void* event, const StreamName& stream) {
  const Lock lock(one_at_a_time());
  order_of_event(event, stream);
}

void stream_waits_for_event(const StreamName& stream, const void* event) {
  const Lock lock(one_at_a_time());
  order_after_event(stream, event);
}

void host_waits_for_event(const void* event) {
  const Lock lock(one_at_a_time());
  host_after_event(event);
}

void host_waits_for_stream(const StreamName& stream) {
  const Lock lock(one_at_a_time());
  host_after_stream(stream);
}

void host_waits_for_device(int device) {
  const Lock lock(one_at_a_time());
  host_after_device(device);
}

void pointer_argument(const void* pointer, int position) {
  if (!keep_history) return;
  const Lock lock(one_at_a_time());
  history_of_argument(pointer, position);
}

void launch_refused(const char* site, const char* kernel, const dim3& grid, const dim3& block,
                    size_t shared_bytes) {
  if (!keep_history) return;
  const Lock lock(one_at_a_time());
  history_of_refusal(site, kernel, grid, block, shared_bytes);
}

// Collects the finding. If an early use of host memory was recorded (see host_targets.hpp), reports
// this use first.
void collect_next(const Finding& finding) {
  tell_early_use();
  collect(finding);
}

void process_ends() {
  tell_early_use();
  write_findings();
  write_counters();
}

constexpr Hooks kHooks = {launch_begins,
                          launch_ends,
                          block_begins,
                          thread_ends,
                          barrier_passed,
                          warp_passed,
                          shuffled_from_nowhere,
                          kept_own_value,
                          copy_started,
                          copy_made,
                          allocated,
                          freeing,
                          copying,
                          written,
                          transferred,
                          stream_created,
                          event_recorded,
                          stream_waits_for_event,
                          host_waits_for_event,
                          host_waits_for_stream,
                          host_waits_for_device,
                          pointer_argument,
                          launch_refused,
                          collect_next,
                          was_told,
                          opens_host_target,
                          process_ends};

void tell_leaks() {
  for (const Allocation* allocation : live_allocations()) {
    Finding finding(Kind::leak, allocation->allocated, Severity::warning);
    finding.allocation_bytes = static_cast<long long>(allocation->bytes);
    finding.message.add("%zu bytes of %s memory are never freed", allocation->bytes,
                        allocation->kind == MemoryKind::device    ? "device"
                        : allocation->kind == MemoryKind::managed ? "managed"
                                                                  : "pinned");
    finding.advice = allocation->kind == MemoryKind::pinned ? "call cudaFreeHost" : "call cudaFree";
    if (is_new(Kind::leak, allocation->allocated.code, nullptr)) add(finding);
  }
}

// Runs after the destructors of the program's own objects.
void at_exit(int status, void*) {
  bool failed = status != 0;
  for (int i = 0; i < device_count(); i++) failed = failed || device(i).kernel_error != cudaSuccess;
  if (keep_history) history_of_exit();
  // A program that ends itself after an error need not free its memory.
  if (!failed) tell_leaks();
  process_ends();
  Line last;
  last.is_end = true;
  write_to_pipe(last);
}

// Installs the hooks before the runtime library starts, because the library uses them from the
// start.
__attribute__((constructor(199))) void install() {
  prepare_sites();
  counting = settings().counters.name != nullptr;
  prepare_requests();
  start_history();
  interleaving = settings().interleaves;
  hooks = &kHooks;
  on_exit(at_exit, nullptr);
}

}  // namespace
}  // namespace cuda_on_cpu::diagnose
