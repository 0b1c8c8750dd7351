// How much of a call of the library is done, for a caller who waits for it; and calls that run on a
// thread of their own, so that the caller's thread can look at this, and ask the call to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "graph/stop.hpp"

namespace handshake {

// The share of the work that this thread's call has done, and the part of it, from `begin` to `end`,
// that the next step of the work is. `done` is null if nobody asks.
struct DoneShare {
  std::atomic<double>* done = nullptr;
  double begin = 0, end = 1;
};

inline DoneShare& done_share() {
  thread_local DoneShare share;
  return share;
}

// While this object exists, the work of this thread is the part of the call from `begin` to `end`;
// both are shares of the part that it was before.
class ProgressPart {
 public:
  ProgressPart(double begin, double end) : before_(done_share()) {
    const double size = before_.end - before_.begin;
    done_share() = {before_.done, before_.begin + begin * size, before_.begin + end * size};
  }
  ~ProgressPart() { done_share() = before_; }
  ProgressPart(const ProgressPart&) = delete;
  ProgressPart& operator=(const ProgressPart&) = delete;

 private:
  const DoneShare before_;
};

// Reports how much of the part is done, for the thread that has made this object. All threads of the
// call may report. What is done never becomes less.
class Progress {
 public:
  void report(double share) const {
    if (share_.done == nullptr) return;
    const double now = share_.begin + share * (share_.end - share_.begin);
    double seen = share_.done->load(std::memory_order_relaxed);
    while (seen < now &&
           !share_.done->compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
    }
  }

 private:
  const DoneShare share_ = done_share();
};

// Is called on the caller's thread with the share of the work that is done, a rough number from 0 to
// 1 that never falls: with 0 before the work begins, and then every 20 ms. If it returns true, the
// work stops.
using AskAboutProgress = std::function<bool(double done)>;

// Work on a thread of its own, which can be asked to stop.
class StoppableWork {
 public:
  // Throws std::system_error if the system cannot start a thread.
  template <class Work>
  explicit StoppableWork(const Work& work) : thread_([this, &work] { run(work); }) {}
  ~StoppableWork() { thread_.join(); }
  StoppableWork(const StoppableWork&) = delete;
  StoppableWork& operator=(const StoppableWork&) = delete;

  // Waits for the end of the work. Throws what the work or ask() has thrown, and Stopped if ask() has
  // returned true.
  void wait(const AskAboutProgress& ask) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!ended_.wait_for(lock, std::chrono::milliseconds(20), [&] { return has_ended_; })) {
      if (!stop_) stop_if(ask);
    }
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  void stop_if(const AskAboutProgress& ask) {
    try {
      if (!ask(done_)) return;
      fault_of_caller_ = std::make_exception_ptr(Stopped());
    } catch (...) {
      fault_of_caller_ = std::current_exception();
    }
    stop_ = true;
  }

  template <class Work>
  void run(const Work& work) {
    const StopScope scope(&stop_);
    done_share() = {&done_};
    std::exception_ptr fault;
    try {
      work();
    } catch (...) {
      fault = std::current_exception();
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    fault_ = fault_of_caller_ ? fault_of_caller_ : fault;
    has_ended_ = true;
    ended_.notify_one();
  }

  std::atomic<bool> stop_{false};
  std::atomic<double> done_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::exception_ptr fault_of_caller_, fault_;
  std::thread thread_;  // the last member: it uses the others
};

// Calls work(). Throws what work() or ask() throws, and Stopped if ask() returns true; then the work
// stops after the parts on which its threads work. If the system cannot start a thread, the work
// cannot be stopped.
template <class Work>
void run_with_progress(const AskAboutProgress& ask, const Work& work) {
  if (ask(0)) throw Stopped();
  std::optional<StoppableWork> other;
  try {
    other.emplace(work);
  } catch (const std::system_error&) {
  }
  other ? other->wait(ask) : work();
}

}  // namespace handshake
