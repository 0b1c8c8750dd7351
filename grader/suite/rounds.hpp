// The steps of each thread, cut into rounds. There is a cut where a loop begins, where an iteration
// of a loop begins, and where a loop ends.
#pragma once

#include <algorithm>
#include <vector>

#include "suite/history.hpp"

namespace handshake::suite {

// The steps of one thread from one cut to the next: for example, one iteration of a loop.
struct Round {
  int thread;
  bool in_loop = false;
  bool left = false;  // whether a `return` ended it
  int loop = 0;       // number of the outermost loop, counted from 1
  int turn = -1;      // iteration of that loop, counted from 0; -1: before the first one
  std::vector<const Step*> steps;

  const Step* last(bool (*wanted)(const Step&)) const {
    const auto found =
        std::find_if(steps.rbegin(), steps.rend(), [&](const Step* step) { return wanted(*step); });
    return found == steps.rend() ? nullptr : *found;
  }
  const Step* first(bool (*wanted)(const Step&)) const {
    const auto found =
        std::find_if(steps.begin(), steps.end(), [&](const Step* step) { return wanted(*step); });
    return found == steps.end() ? nullptr : *found;
  }
};

bool is_decision(const Step& step);  // reaches an `if` or a `switch`
bool is_outcome(const Step& step);   // is the outcome of a decision
bool is_leave(const Step& step);

// The rounds of all threads, thread by thread.
std::vector<Round> rounds_of(const LaunchHistory& launch);

}  // namespace handshake::suite
