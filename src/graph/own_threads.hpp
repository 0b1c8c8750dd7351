// Threads of our own, for a library that must not bring the threads of OpenMP into the program of
// its user. They exist only during a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "graph/stop.hpp"

namespace handshake {

// Threads that call work() once. The destructor waits for them. If the system cannot start a thread,
// there are fewer of them.
class Threads {
 public:
  // work() must not throw.
  Threads(int wanted, std::function<void()> work) : work_(std::move(work)) {
    try {
      for (int i = 0; i < wanted; i++) threads_.emplace_back(std::cref(work_));
    } catch (const std::exception&) {  // std::system_error or std::bad_alloc
    }
  }
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(threads_.size()); }

 private:
  const std::function<void()> work_;
  std::vector<std::thread> threads_;
};

// As for_each_part in parallel.hpp, on at most `threads` threads. Throws Stopped if the call is asked
// to stop.
template <class Run>
void for_each_part_on_threads(std::int64_t parts, int threads, const Run& run) {
  std::atomic<std::int64_t> next{0};
  std::exception_ptr fault;
  std::mutex mutex;
  const StopFlag stop = stop_flag();
  const auto work = [&] {
    const StopScope scope(stop);
    for (std::int64_t part = next++; part < parts && !is_asked_to_stop(stop); part = next++) {
      try {
        run(part);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!fault) fault = std::current_exception();
      }
    }
  };
  {
    const Threads others(threads - 1, std::cref(work));
    work();
  }
  if (fault) std::rethrow_exception(fault);
  if (is_asked_to_stop(stop)) throw Stopped();
}

}  // namespace handshake
