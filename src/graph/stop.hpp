// How a long call of the library is asked to stop: somebody sets a flag, and the threads of the call
// look at it between the parts of their work.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

namespace handshake {

// Ends a call that was asked to stop.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "the call was asked to stop"; }
};

using StopFlag = const std::atomic<bool>*;

// The flag of the call that this thread works for, or null.
inline StopFlag& stop_flag() {
  thread_local StopFlag flag = nullptr;
  return flag;
}

inline bool is_asked_to_stop(StopFlag flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

inline void stop_if_asked() {
  if (is_asked_to_stop(stop_flag())) throw Stopped();
}

// While this object exists, its thread looks at `flag`.
class StopScope {
 public:
  explicit StopScope(StopFlag flag) : before_(std::exchange(stop_flag(), flag)) {}
  ~StopScope() { stop_flag() = before_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const StopFlag before_;
};

}  // namespace handshake
