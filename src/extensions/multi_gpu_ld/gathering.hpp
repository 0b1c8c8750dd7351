// The host threads of all GPUs meet here before a collective operation. A thread that started the
// operation without the others would wait forever, so either all threads start it or none does.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace handshake::ld {

class Gathering {
 public:
  explicit Gathering(int threads) : threads_(threads) {}

  // Waits until all threads have arrived, or until a thread has given up. Returns true in every
  // thread if all have arrived, and otherwise false.
  bool meet() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (given_up_) return false;
    const std::uint64_t mine = number_;
    if (++arrived_ == threads_) {
      arrived_ = 0;
      ++number_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return number_ != mine || given_up_; });
    return number_ != mine;
  }

  void give_up() {
    const std::lock_guard<std::mutex> lock(mutex_);
    given_up_ = true;
    changed_.notify_all();
  }

  bool given_up() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return given_up_;
  }

 private:
  const int threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  std::uint64_t number_ = 0;  // number of the meeting that threads now wait for
  bool given_up_ = false;
};

}  // namespace handshake::ld
