// Data races by CUDA's rules: two threads access the same memory, at least one of them writes, and
// nothing orders the two accesses. A barrier orders the accesses of a block, a warp operation
// orders the accesses of a warp, and the end of a launch orders all accesses. Fences and atomic
// functions order the accesses of different blocks (publications.hpp).
#pragma once
#include "cuda_on_cpu/diagnose/publications.hpp"
#include "cuda_on_cpu/diagnose/shadow.hpp"
#include "cuda_on_cpu/diagnose/sites.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {

enum class Conflict : uint8_t { read_after_write, write_after_write, write_after_read };
struct Accesses {
  Shadow* shadow;
  const char* address;
  uint32_t bytes;
  uint64_t mine;
  uint64_t other;
  Access access;
  Conflict conflict;
};
__attribute__((noinline)) void found_conflict(const Accesses& accesses);
// True if a write conflicts with another access, and this conflict has not been reported yet. The
// report must wait for the write, which shows whether the value changes.
extern bool write_pending;
__attribute__((noinline)) void settle_pending_write();

inline bool same_block(uint64_t thread) {
  return thread - now.first_thread < now.threads_per_block;
}

inline bool ordered(uint64_t other, uint64_t my_thread) {
  const uint64_t thread = thread_in(other);
  if (thread == my_thread) return true;
  if (!same_block(thread)) return false;
  const uint32_t time = time_in(other);
  if (time < now.barrier_time) return true;
  const auto a = static_cast<uint32_t>(thread - now.first_thread);
  const auto b = static_cast<uint32_t>(my_thread - now.first_thread);
  return a / kWarpSize == b / kWarpSize && now.threads[a].synced_at > time &&
         now.threads[b].synced_at > time;
}

__attribute__((always_inline)) inline void race_read(Cell* cell, uint64_t my_thread,
                                                     const Accesses& accesses) {
  if (cell->write != 0 && !ordered(cell->write, my_thread)) {
    Accesses conflict = accesses;
    conflict.other = cell->write;
    conflict.conflict = Conflict::read_after_write;
    found_conflict(conflict);
  }
  const uint64_t before = cell->read;
  if (before == 0 || thread_in(before) == my_thread) {
    const bool same_interval = before != 0 && time_in(before) >= now.barrier_time;
    cell->read = accesses.mine | (same_interval ? before & kMarkBit : 0);
  } else if (ordered(before, my_thread) || (fences_in_use && published(before, my_thread))) {
    cell->read = accesses.mine;
  } else {
    cell->read = before | kMarkBit;
  }
}

__attribute__((always_inline)) inline void race_write(Cell* cell, uint64_t my_thread,
                                                      const Accesses& accesses) {
  const bool atomic = accesses.access == Access::atomic;
  if (cell->write != 0 && !(atomic && (cell->write & kMarkBit) != 0) &&
      !ordered(cell->write, my_thread)) {
    Accesses conflict = accesses;
    conflict.other = cell->write;
    conflict.conflict = Conflict::write_after_write;
    found_conflict(conflict);
  }
  const uint64_t read = cell->read;
  if (read != 0) {
    const bool others_too = (read & kMarkBit) != 0 && time_in(read) >= now.barrier_time;
    if (others_too || !ordered(read, my_thread)) {
      Accesses conflict = accesses;
      conflict.other = read;
      conflict.conflict = Conflict::write_after_read;
      found_conflict(conflict);
    }
    cell->read = 0;
  }
  cell->write = accesses.mine | (atomic ? kMarkBit : 0);
}

// Checks an access whose bytes are all in the memory that accesses.shadow describes.
__attribute__((always_inline)) inline void check_race(const Accesses& accesses, uint64_t my_thread,
                                                      uint32_t generation) {
  Shadow& shadow = *accesses.shadow;
  if (accesses.bytes < 4 && shadow.granule_shift != 0) refine(&shadow);
  const auto offset = static_cast<size_t>(accesses.address - shadow.begin);
  size_t granule = offset >> shadow.granule_shift;
  const size_t last = (offset + accesses.bytes - 1) >> shadow.granule_shift;
  for (; granule <= last; granule++) {
    uint32_t& of_group = shadow.generations[granule / kGroup];
    if (of_group != generation) {
      clear_group(&shadow.cells[granule / kGroup * kGroup]);
      of_group = generation;
    }
    if (accesses.access == Access::read) {
      race_read(&shadow.cells[granule], my_thread, accesses);
    } else {
      race_write(&shadow.cells[granule], my_thread, accesses);
    }
  }
}

}  // namespace cuda_on_cpu::diagnose
