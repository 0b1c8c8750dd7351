// How long a kernel took in its last launch. This predicts which launches are so short that running
// them on several threads does not help.
//
// The pace is stored in the kernel's record: nanoseconds per 1024 threads, 0 before the first
// launch. Host threads that launch the same kernel on several devices may read and write the pace
// at the same time.
#pragma once
#include <cstdint>

namespace cuda_on_cpu {

constexpr double kWorthWaking = 20000;  // nanoseconds of work

// Whether the launch is known to be short. Returns false if the kernel was never launched.
inline bool is_known_as_short(const long& pace, uint64_t threads) {
  const long known = __atomic_load_n(&pace, __ATOMIC_RELAXED);
  return known > 0 &&
         static_cast<double>(known) * static_cast<double>(threads) < kWorthWaking * 1024;
}

inline void note_pace(long* pace, double nanoseconds, uint64_t threads) {
  const double took = nanoseconds * 1024 / static_cast<double>(threads);
  __atomic_store_n(pace, static_cast<long>(took) + 1, __ATOMIC_RELAXED);
}

}  // namespace cuda_on_cpu
