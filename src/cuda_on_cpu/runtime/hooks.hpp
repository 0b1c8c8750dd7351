// The events that the runtime reports to the diagnostic library. In the plain library, the pointer
// `hooks` is null.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/runtime/report.hpp"
#include "cuda_on_cpu/runtime/streams.hpp"

namespace cuda_on_cpu {

class Worker;
struct Thread;
struct Launch;
struct Allocation;
struct AsyncCopy;

// A copy or a cudaMemset. `written` and `read` point to the memory that this operation may still
// use after the call has returned; null: there is no such memory.
struct Transfer {
  const char* call;
  StreamName stream;
  const void* written;
  const void* read;
  size_t bytes;
  bool host_waits;  // whether, on a GPU, the call returns only when the work has ended
  bool reads_pinned;
  bool fills_host;  // the copy writes values of a device into pinned memory
  Place place;
};

struct Hooks {
  void (*launch_begins)(Launch&);
  void (*launch_ends)(Launch&);
  void (*block_begins)(Worker&);
  void (*thread_ends)(Worker&, Thread&);
  void (*barrier_passed)(Worker&);
  void (*warp_passed)(Worker&, uint32_t warp, uint32_t lanes);
  // In a shuffle of the running thread's warp, a lane got a value from a lane that does not take
  // part in the shuffle.
  void (*shuffled_from_nowhere)(Worker&, const Thread& lane, uint32_t source);
  // A lane got its own value, because the lane from which it wanted to read is not in the same
  // group of `width` lanes.
  void (*kept_own_value)(const Thread& lane);
  // `copy_started`: the running thread has started its part of a copy (async_copies.hpp).
  // `copy_made`: called just before the running thread copies a piece of its part.
  void (*copy_started)(const AsyncCopy&);
  void (*copy_made)(const char* to, const char* from, size_t bytes, const void* code);
  void (*allocated)(const Allocation&);
  void (*freeing)(const Allocation&);
  // `copying`: a copy will read this range. `written`: a copy or cudaMemset has written this range.
  void (*copying)(const char* call, const void* source, size_t bytes, const void* caller);
  void (*written)(const void* destination, size_t bytes);
  void (*transferred)(const Transfer&);
  void (*stream_created)();
  void (*event_recorded)(const void* event, const StreamName&);
  void (*stream_waits_for_event)(const StreamName&, const void* event);
  void (*host_waits_for_event)(const void* event);
  void (*host_waits_for_stream)(const StreamName&);
  void (*host_waits_for_device)(int device);
  // A pointer argument of the kernel that is launched next. Calls such as cudaFuncGetAttributes
  // also report the pointer arguments of a kernel, but do not launch it. Positions are counted
  // from 1.
  void (*pointer_argument)(const void* pointer, int position);
  // A launch with a configuration that CUDA does not allow.
  void (*launch_refused)(const char* site, const char* kernel, const dim3& grid, const dim3& block,
                         size_t shared_bytes);
  void (*collect)(const Finding&);
  // Whether a bad access by the running thread to this address was reported already.
  bool (*was_told)(const void* address);
  // Host code has faulted at this address; `verb` is "reads", "writes to" or "uses". Returns
  // whether the host code can continue.
  bool (*host_goes_on)(const void* address, const char* verb, const void* instruction);
  // Host code has crashed: everything that is still to be reported must be reported now.
  void (*process_ends)();
};

extern const Hooks* hooks;

// The size in bytes of the gap after each variable in shared memory. Because of the gap, an index
// just past the end does not reach the next variable. Diagnostic mode checks each access; the plain
// library checks the gap when the block has ended.
inline size_t shared_gap() {
  return hooks != nullptr ? 64 : 256;
}

}  // namespace cuda_on_cpu
