// Measures time on the host, in milliseconds.
#pragma once

#include <chrono>

namespace handshake::louvain {

class Stopwatch {
 public:
  double total() const { return since(start_); }
  // Milliseconds since the last call of lap() or, at the first call, since the construction.
  double lap() {
    const double time = since(lap_);
    lap_ = Clock::now();
    return time;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double since(Clock::time_point then) {
    return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
  }

  Clock::time_point start_ = Clock::now();
  Clock::time_point lap_ = start_;
};

}  // namespace handshake::louvain
