// What the diagnostic build knows about the launch, the block and the threads that run now.
//
// Theory of operation. Compiled code calls a function for every access to memory (check.cpp,
// callbacks.cpp). Blocks run one after another on one operating system thread. So this state needs
// no locks, and every run has the same findings. Host threads that launch at the same time take
// turns.
#pragma once
#include <cstdint>

#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu::diagnose {

constexpr uint32_t kLoopDepth = 24;

struct LoopFrame {
  uint64_t outer_hash;
  uint64_t own_hash;
  uint64_t turns;
};

// One CUDA thread of the block that runs.
struct ThreadState {
  uint64_t loop_hash;    // a hash of the loops that the thread is in, and of their iterations
  uint32_t depth;        // how many loops the thread is in
  uint32_t next_global;  // the index in its warp's list at which its next request is expected
  uint32_t next_shared;
  uint32_t next_atomic;
  uint32_t accesses;   // number of accesses to global and shared memory
  uint32_t synced_at;  // time of its last operation with other lanes of its warp
  LoopFrame loops[kLoopDepth];
};

struct Running {
  Launch* launch = nullptr;
  Worker* worker = nullptr;
  uint32_t threads_per_block = 0;
  bool check_races = true;    // false if a thread's number may not fit into a record
  uint64_t first_thread = 0;  // the number of the block's first thread in the grid
  // The clock of the block: each barrier and each warp operation adds 1. An access was before a
  // barrier if its time is smaller than the time of the barrier.
  uint32_t time = 0;
  uint32_t barrier_time = 0;
  // The current generations: one for the shadow of global memory, one for that of shared memory.
  // A record of another generation is out of date.
  uint32_t global_generation = 0;
  uint32_t shared_generation = 0;
  ThreadState threads[kMaxThreadsPerBlock];
};

extern Running now;

inline ThreadState& state_of(const Thread& thread) {
  return now.threads[thread.number];
}

// The thread with this number in the grid, in the form that findings use.
Actor actor_of(uint64_t grid_thread);

void begin_block(Worker& worker);
void pass_time();

}  // namespace cuda_on_cpu::diagnose
