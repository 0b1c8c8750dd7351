// Threads that go through the steps of an algorithm together. They are started only once, because
// starting threads takes longer than one step on a small graph. They are not threads of OpenMP,
// because ThreadSanitizer does not understand OpenMP.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "graph/own_threads.hpp"
#include "graph/parallel.hpp"
#include "graph/stop.hpp"

namespace handshake {

// How many threads to use if the caller wants `wanted` threads, or as many as are useful (0), for
// `size` nodes and directed edges. To start a thread takes as long as to match a small graph.
inline int threads_for(std::int64_t size, int wanted) {
  constexpr std::int64_t kSizeOfAThread = 1 << 15;
  if (wanted > 0) return wanted;
  return static_cast<int>(std::clamp<std::int64_t>(size / kSizeOfAThread, 1, thread_count(0)));
}

class Team {
 public:
  explicit Team(int threads) : threads_(threads > 0 ? threads : thread_count(0)) {}

  // Calls work() on every thread. work() must not throw, and all threads must go through the same
  // steps. If the system cannot start all threads, those that have been started do the work. Throws
  // Stopped if the call is asked to stop.
  template <class Work>
  void run(const Work& work) {
    std::atomic<bool> is_open{false};
    const auto enter = [&] {
      while (!is_open.load(std::memory_order_acquire)) std::this_thread::yield();
      work();
    };
    const Threads others(threads_ - 1, std::cref(enter));
    threads_ = others.count() + 1;
    is_open.store(true, std::memory_order_release);
    work();
    if (is_asked_to_stop(stop_)) throw Stopped();
  }

  // One step: divides the numbers 0 .. size - 1 into parts of `part` numbers, and calls
  // visit(begin, end) for each part. A thread that is free takes the next part. Returns when all
  // parts are done. Once a thread has seen that the call is asked to stop, it leaves out its parts;
  // in all later steps, every thread leaves out all parts, so no thread reads unfinished data.
  template <class Visit>
  void share(std::int64_t size, std::int64_t part, const Visit& visit) {
    while (!is_asked_to_stop(stop_)) {
      const std::int64_t begin = next_.fetch_add(part, std::memory_order_relaxed);
      if (begin >= size) break;
      visit(begin, std::min(size, begin + part));
    }
    wait([] {});
  }

  // Waits for all threads. The last thread that arrives calls alone(); then all continue.
  template <class Alone>
  void wait(const Alone& alone) {
    const unsigned now = step_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      alone();
      next_.store(0, std::memory_order_relaxed);
      arrived_.store(0, std::memory_order_relaxed);
      step_.store(now + 1, std::memory_order_release);
      return;
    }
    for (int spins = 0; step_.load(std::memory_order_acquire) == now; ++spins) {
      if (spins > kSpins) std::this_thread::yield();
    }
  }

 private:
  static constexpr int kSpins = 2000;
  int threads_;
  const StopFlag stop_ = stop_flag();  // of the thread that makes the team
  std::atomic<std::int64_t> next_{0};
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> step_{0};
};

}  // namespace handshake
