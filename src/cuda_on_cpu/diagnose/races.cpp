// Decides which conflicts are races, and describes the races. See races.hpp.
#include "cuda_on_cpu/diagnose/races.hpp"

#include <algorithm>
#include <cstring>

#include "cuda_on_cpu/diagnose/describe.hpp"
#include "cuda_on_cpu/diagnose/findings.hpp"

namespace cuda_on_cpu::diagnose {

bool write_pending;

namespace {

struct Pending {
  Accesses accesses;
  unsigned char before[16];
};
Pending pending;

void describe_race(const Accesses& accesses, Kind kind, Severity severity, const char* what) {
  const uint64_t mine = thread_in(accesses.mine), other = thread_in(accesses.other);
  const void* code = sites[site_in(accesses.mine)].code;
  const void* other_code = sites[site_in(accesses.other)].code;
  if (!is_new(kind, code, other_code)) return;
  Finding finding = finding_at(kind, {mine, code}, severity);
  finding.message.add("%s ", what);
  describe_address(&finding, *accesses.shadow, accesses.address);
  finding.other.code = other_code;
  // Only the first of several readers is remembered. This reader may be the writer itself.
  if (other != mine) finding.other_actor = actor_of(other);
  finding.other_text = accesses.conflict == Conflict::write_after_read ? "the read:" : "the write:";
  if (severity != Severity::note) {
    const bool shared = accesses.shadow == shared_shadow;
    finding.advice = shared
                         ? "put __syncthreads() between the two accesses, or use an atomic function"
                         : "read and write different arrays, use an atomic function, or let only "
                           "one thread write each element";
  }
  add(finding);
}

// A write deletes the record of the read before it. If the write changed nothing, the read is
// recorded again, because a later write of the same thread may still be a race with it.
void remember_read_again(const Accesses& accesses) {
  const Shadow& shadow = *accesses.shadow;
  const auto offset = static_cast<size_t>(accesses.address - shadow.begin);
  const size_t last = (offset + accesses.bytes - 1) >> shadow.granule_shift;
  for (size_t granule = offset >> shadow.granule_shift; granule <= last; granule++)
    if (shadow.cells[granule].read == 0) shadow.cells[granule].read = accesses.other;
}

}  // namespace

void found_conflict(const Accesses& accesses) {
  if (fences_in_use && published(accesses.other, thread_in(accesses.mine))) return;
  const bool mine_atomic = accesses.access == Access::atomic;
  const bool other_atomic =
      accesses.conflict != Conflict::write_after_read && (accesses.other & kMarkBit) != 0;
  if (accesses.conflict == Conflict::read_after_write) {
    if (other_atomic) {
      describe_race(accesses, Kind::race_with_atomic, Severity::warning,
                    "an ordinary read of memory that another thread changes by an atomic "
                    "function:");
    } else {
      describe_race(accesses, Kind::race_read_write, Severity::error,
                    "data race: one thread reads and another writes");
    }
  } else if (mine_atomic && accesses.conflict == Conflict::write_after_read) {
    describe_race(accesses, Kind::race_with_atomic, Severity::warning,
                  "an atomic function changes memory that another thread reads by an ordinary "
                  "read:");
  } else if (mine_atomic || other_atomic) {
    describe_race(accesses, Kind::race_with_atomic_write, Severity::error,
                  "data race: an ordinary write and an atomic function, on");
  } else if (!write_pending) {
    write_pending = true;
    pending.accesses = accesses;
    std::memcpy(pending.before, accesses.address,
                std::min<size_t>(accesses.bytes, sizeof pending.before));
  }
}

void settle_pending_write() {
  write_pending = false;
  const Accesses& accesses = pending.accesses;
  const bool unchanged = std::memcmp(pending.before, accesses.address,
                                     std::min<size_t>(accesses.bytes, sizeof pending.before)) == 0;
  if (unchanged) {
    const bool is_read = accesses.conflict == Conflict::write_after_read;
    describe_race(accesses, Kind::race_same_value, Severity::note,
                  is_read ? "a thread writes the value that is already there, and nothing orders "
                            "this write and the read of another thread:"
                          : "threads write the value that is already there, and nothing orders "
                            "the writes:");
    if (is_read) remember_read_again(accesses);
  } else if (accesses.conflict == Conflict::write_after_read) {
    describe_race(accesses, Kind::race_read_write, Severity::error,
                  "data race: one thread reads and another writes");
  } else {
    describe_race(accesses, Kind::race_write_write, Severity::error,
                  "data race: two threads write different values to");
  }
}

}  // namespace cuda_on_cpu::diagnose
