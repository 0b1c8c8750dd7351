// How long a process has worked: the elapsed time, minus the time in which it waited for a
// processor. The grader, which reads the answers, may have waited as well; that time is subtracted,
// too.
#pragma once

#include <chrono>
#include <string>

namespace handshake::check {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// The time that many runs may take together, and the time that each of them may take.
struct Allowance {
  Seconds whole = Seconds::max(), left = whole, each = Seconds::max();
};

// The times that Linux counts for a thread: how long it ran on a processor, and how long it waited
// for one; 0 if Linux does not count them.
struct Scheduled {
  Seconds worked{0}, waited{0};
};

// If a guard (handshake_grader/sandbox/guard with --waited) starts the process, the guard's first
// report says that the process starts. Later reports say how long the process waited and how
// long it was on a processor. Before the first report, the process does not run. Without a guard,
// Linux reports these times for the first thread of the process.
class OwnTime {
 public:
  static constexpr int kDescriptor = 6;  // the guard writes its reports to it

  OwnTime() = default;
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;
  ~OwnTime();

  void hear_from(int guard);  // `guard`: a descriptor, which the destructor closes
  void watch(int process);    // for a process that has no guard
  Seconds listen();           // reads the guard's reports; returns the increase of the waiting time

  // The descriptor on which the guard reports that the process begins; -1 after this report.
  int first_word() const { return is_starting() ? guard_ : -1; }

  void begin();
  Seconds used() const;  // since begin()
  // A lower bound of the time that is left: until the limit has passed on the clock, waiting counts
  // as used time, because reading the waiting times takes time.
  Seconds left(Seconds limit) const { return limit - (wall() < limit ? wall() : used()); }
  bool is_late(Seconds limit) const;
  // How long the process was on a processor. used() may be less: it also subtracts the time in
  // which the grader waited for a processor, although the process may have worked meanwhile.
  Seconds worked() const;
  // Whether the process had a processor for less than a hundredth of the time. If so, nothing can
  // be said about the run. Otherwise, the run continues until the process ends or exceeds its
  // limit. Without a guard, as on a student's own machine, this function always returns false.
  bool is_starved() const;

  static constexpr int kMostStretch = 100;
  static inline Seconds patience{60};

 private:
  Seconds wall() const { return Clock::now() - begun_; }
  Scheduled theirs() const;
  bool is_starting() const { return guard_ >= 0 && !has_heard_; }

  int guard_ = -1;
  int watched_ = -1;  // a descriptor of /proc/PID/schedstat
  bool has_heard_ = false;
  int num_words_ = 0;  // reports since begin()
  Clock::time_point begun_ = Clock::now(), heard_ = begun_;
  Seconds waited_{0}, worked_{0};
  std::string unread_;  // an incomplete line
  Scheduled ours_before_, theirs_before_;
  mutable Scheduled theirs_;
};

}  // namespace handshake::check
