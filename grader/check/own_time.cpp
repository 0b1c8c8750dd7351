// Reading the guard's words: one line each, the seconds waited since the line before.
#include "check/own_time.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace handshake::check {

namespace {

constexpr Seconds kBetweenWords{1.5};  // a guard that is silent for longer waits itself

}  // namespace

OwnTime::~OwnTime() {
  if (guard_ >= 0) close(guard_);
}

void OwnTime::hear_from(int guard) {
  guard_ = guard;
  fcntl(guard, F_SETFL, O_NONBLOCK);
}

void OwnTime::begin() {
  begun_ = heard_ = Clock::now();
  waited_ = Seconds(0);
}

void OwnTime::listen() {
  char words[4096];
  for (ssize_t got; guard_ >= 0 && (got = read(guard_, words, sizeof words - 1)) > 0;) {
    words[got] = 0;
    heard_ = Clock::now();
    char* end = words;
    for (const char* at = words; at < words + got; at = end + 1) {
      waited_ += Seconds(std::strtod(at, &end));
      if (end == at) break;
    }
  }
}

Seconds OwnTime::used() const {
  Seconds silence{0};
  if (guard_ >= 0) silence = std::max<Seconds>(silence, Clock::now() - heard_ - kBetweenWords);
  return wall() - waited_ - silence;
}

}  // namespace handshake::check
