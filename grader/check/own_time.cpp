// Reads what the guard writes. Each line has the seconds that the process waited since the line
// before.
#include "check/own_time.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace handshake::check {

namespace {

constexpr Seconds kBetweenWords{1.5};  // a guard that is silent for longer is itself waiting

// For how long a thread has waited for a processor, as the kernel counts; 0 where it does not.
Seconds waited_of(int file) {
  char text[128];
  const ssize_t got = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  text[std::max<ssize_t>(got, 0)] = 0;
  char* end = nullptr;
  std::strtoull(text, &end, 10);  // nanoseconds on a processor
  return std::chrono::duration<double, std::nano>(std::strtoull(end, nullptr, 10));
}

Seconds waited_here() {
  static const int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  return waited_of(file);
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

// A process that has ended says nothing more.
Seconds OwnTime::waited_there() const {
  theirs_ = std::max(theirs_, waited_of(watched_));
  return theirs_;
}

void OwnTime::begin() {
  begun_ = heard_ = Clock::now();
  waited_ = Seconds(0);
  ours_before_ = waited_here();
  theirs_before_ = waited_there();
}

void OwnTime::listen() {
  char words[4096];
  for (ssize_t got; guard_ >= 0 && (got = read(guard_, words, sizeof words - 1)) > 0;) {
    words[got] = 0;
    heard_ = Clock::now();
    if (!has_heard_) waited_ = wall();
    has_heard_ = true;
    char* end = words;
    for (const char* at = words; at < words + got; at = end + 1) {
      waited_ += Seconds(std::strtod(at, &end));
      if (end == at) break;
    }
  }
}

Seconds OwnTime::used() const {
  if (is_starting()) return Seconds(0);
  Seconds silence{0};
  if (guard_ >= 0) silence = std::max<Seconds>(silence, Clock::now() - heard_ - kBetweenWords);
  return wall() - waited_ - silence - (waited_here() - ours_before_) -
         (waited_there() - theirs_before_);
}

}  // namespace handshake::check
