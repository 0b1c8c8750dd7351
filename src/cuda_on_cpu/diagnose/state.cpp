// The state of the diagnostic build. See state.hpp.
#include "cuda_on_cpu/diagnose/state.hpp"

#include <cstring>

#include "cuda_on_cpu/diagnose/shadow.hpp"

namespace cuda_on_cpu::diagnose {

Running now;

Actor actor_of(uint64_t grid_thread) {
  const Launch& launch = *now.launch;
  const auto number = static_cast<uint32_t>(grid_thread % launch.threads_per_block);
  const uint64_t block = grid_thread / launch.threads_per_block;
  const dim3 &grid = launch.grid, &size = launch.block;
  Actor actor;
  actor.known = true;
  actor.block = {static_cast<uint32_t>(block % grid.x),
                 static_cast<uint32_t>(block / grid.x % grid.y),
                 static_cast<uint32_t>(block / grid.x / grid.y)};
  actor.thread = {number % size.x, number / size.x % size.y, number / size.x / size.y};
  return actor;
}

void begin_block(Worker& worker) {
  const Launch& launch = worker.launch();
  const uint3 block = worker.block_index();
  now.worker = &worker;
  now.threads_per_block = launch.threads_per_block;
  now.first_thread = ((uint64_t{block.z} * launch.grid.y + block.y) * launch.grid.x + block.x) *
                     launch.threads_per_block;
  now.time = now.barrier_time = 1;
  now.shared_generation++;
  for (uint32_t i = 0; i < now.threads_per_block; i++) {
    ThreadState& thread = now.threads[i];
    thread.loop_hash = 0x1234567;
    thread.depth = thread.accesses = thread.synced_at = 0;
    thread.next_global = thread.next_shared = thread.next_atomic = 0;
  }
}

void pass_time() {
  constexpr uint32_t kMostTime = (1u << kTimeBits) - 1;
  if (++now.time < kMostTime) return;
  // The clock has reached its last value and starts again, and all records so far count as out of
  // date. So no race is reported by mistake, but a race between an access before this point and a
  // later access is missed.
  now.time = now.barrier_time = 1;
  now.global_generation++;
  now.shared_generation++;
  for (uint32_t i = 0; i < now.threads_per_block; i++) now.threads[i].synced_at = 0;
}

}  // namespace cuda_on_cpu::diagnose
