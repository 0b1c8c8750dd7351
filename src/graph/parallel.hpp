// Runs the parts of a job on several threads if the compiler has OpenMP, and otherwise one by one.
// A library is compiled without OpenMP and with HANDSHAKE_OWN_THREADS: then the parts run on
// threads of our own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>

#ifdef _OPENMP
#include <omp.h>
#elif defined(HANDSHAKE_OWN_THREADS)
#include "graph/own_threads.hpp"
#endif

namespace handshake {

// Returns the number of threads to use if the caller wants `wanted` threads. If wanted is 0, the
// caller wants as many threads as OpenMP or the machine offers.
inline int thread_count(int wanted) {
#ifdef _OPENMP
  return wanted > 0 ? wanted : omp_get_max_threads();
#elif defined(HANDSHAKE_OWN_THREADS)
  return wanted > 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
#else
  (void)wanted;
  return 1;
#endif
}

// Calls run(part) once for each part 0 .. parts - 1, in rising order on each thread. If parts throw
// exceptions, one of these is thrown again after all parts have ended.
template <class Run>
void for_each_part(std::int64_t parts, int threads, const Run& run) {
  // There is at most one thread per part: a thread without a part would wait, and use a processor
  // that other programs may need.
  const int used = static_cast<int>(std::clamp<std::int64_t>(parts, 1, thread_count(threads)));
#ifdef HANDSHAKE_OWN_THREADS
  for_each_part_on_threads(parts, used, run);
#else
  std::exception_ptr fault;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(used) if (used > 1)
#else
  (void)used;
#endif
  for (std::int64_t part = 0; part < parts; part++) {
    try {
      run(part);
    } catch (...) {
#ifdef _OPENMP
#pragma omp critical(handshake_for_each_part)
#endif
      if (!fault) fault = std::current_exception();
    }
  }
  if (fault) std::rethrow_exception(fault);
#endif
}

// Calls run(i) once for each number i = 0 .. size - 1; a thread takes `block` consecutive numbers
// at a time.
template <class Run>
void for_each_number(std::int64_t size, std::int64_t block, int threads, const Run& run) {
  for_each_part((size + block - 1) / block, threads, [&](std::int64_t part) {
    const std::int64_t end = std::min(size, (part + 1) * block);
    for (std::int64_t i = part * block; i < end; i++) run(i);
  });
}

}  // namespace handshake
