// Reads what the guard writes. Each line has two numbers about the time since the previous line:
// the seconds that the process waited, and the seconds of processor time that it used.
#include "check/own_time.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace handshake::check {

namespace {

constexpr Seconds kBetweenWords{1.5};  // a longer silence means: the guard waits for a processor
constexpr int kOldWords = 2;           // how many reports after begin() may cover time before it

Scheduled read_schedule(int file) {
  char text[128];
  const ssize_t got = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  text[std::max<ssize_t>(got, 0)] = 0;
  char* end = nullptr;
  using Nanoseconds = std::chrono::duration<double, std::nano>;
  const Nanoseconds worked(std::strtoull(text, &end, 10));
  return {worked, Nanoseconds(std::strtoull(end, nullptr, 10))};
}

Scheduled ours() {
  static const int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  return read_schedule(file);
}

}  // namespace

OwnTime::~OwnTime() {
  if (guard_ >= 0) close(guard_);
  if (watched_ >= 0) close(watched_);
}

void OwnTime::hear_from(int guard) {
  guard_ = guard;
  fcntl(guard, F_SETFL, O_NONBLOCK);
}

void OwnTime::watch(int process) {
  const std::string file = "/proc/" + std::to_string(process) + "/schedstat";
  watched_ = open(file.c_str(), O_RDONLY | O_CLOEXEC);
}

// Linux reports nothing about a process that has ended, so the last values are kept.
Scheduled OwnTime::theirs() const {
  const Scheduled now = read_schedule(watched_);
  if (now.worked > theirs_.worked) theirs_ = now;
  return theirs_;
}

void OwnTime::begin() {
  begun_ = heard_ = Clock::now();
  waited_ = Seconds(0);
  listen();
  worked_ = Seconds(0);
  num_words_ = 0;
  ours_before_ = ours();
  theirs_before_ = theirs();
}

Seconds OwnTime::listen() {
  char words[4096];
  const Seconds before = waited_;
  for (ssize_t got; guard_ >= 0 && (got = read(guard_, words, sizeof words)) > 0;) {
    heard_ = Clock::now();
    if (!has_heard_) waited_ = wall();
    has_heard_ = true;
    unread_.append(words, got);
  }
  for (size_t end; (end = unread_.find('\n')) != std::string::npos; unread_.erase(0, end + 1)) {
    const std::string line = unread_.substr(0, end);
    char* rest = nullptr;
    waited_ += Seconds(std::strtod(line.c_str(), &rest));
    if (++num_words_ > kOldWords) worked_ += Seconds(std::strtod(rest, nullptr));
  }
  return waited_ - before;
}

Seconds OwnTime::used() const {
  if (is_starting()) return Seconds(0);
  Seconds silence{0};
  if (guard_ >= 0) silence = std::max<Seconds>(silence, Clock::now() - heard_ - kBetweenWords);
  const Scheduled there = theirs();
  const Seconds here = ours().waited - ours_before_.waited;
  const Seconds used = wall() - waited_ - silence - here - (there.waited - theirs_before_.waited);
  // A report of the guard may arrive late, during the next run. Then the time of the next run may
  // be negative, but the sum over all runs is right.
  if (watched_ < 0) return used;
  // If both processes waited at the same time, this time was subtracted twice. Then `used` may be
  // too small, but the processor time of the watched process is a lower bound.
  return std::max(used, there.worked - theirs_before_.worked);
}

Seconds OwnTime::worked() const {
  return std::max(Seconds(0), std::min(worked_, wall() - waited_));
}

bool OwnTime::is_late(Seconds limit) const {
  return wall() >= limit && std::max(used(), worked()) >= limit;
}

bool OwnTime::is_starved() const {
  return guard_ >= 0 && wall() > patience &&
         wall() > patience + kMostStretch * std::max(used(), worked());
}

}  // namespace handshake::check
