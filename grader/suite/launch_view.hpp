// Finds which array of the case each step of a launch touches, and which element of this array.
#pragma once

#include <optional>
#include <vector>

#include "suite/rounds.hpp"

namespace handshake::suite {

class LaunchView {
 public:
  LaunchView(const KernelCase& kernel_case, const History& history, const LaunchHistory& launch)
      : kernel_case_(kernel_case), history_(history), launch_(launch) {}

 protected:
  ThreadId id(int thread) const { return {thread / launch_.threads, thread % launch_.threads}; }
  const Place& place_of(const Step& step) const { return history_.places[step.place]; }
  // array_of: the array that the step touches, or -1. index_in: the index of the first element that
  // the step touches in this array.
  int array_of(const Step& step) const;
  int index_in(const Step& step, int array) const;
  bool touches(const Step& step, int array, int index) const;
  // The elements that the round read before the step `until`, each once; if `until` is null, those
  // of the whole round. If one access reads several elements (an int4, for example), only those
  // in `wanted` count. If none of them is in `wanted`, only the first one counts.
  std::vector<ReadValue> reads_of(const Round& round, const Step* until,
                                  const std::vector<int>& wanted) const;
  ReadValue value_of(const Step& read, int array, int index) const;
  // The array that is this argument, or -1.
  int array_at(int position) const;

  const KernelCase& kernel_case_;
  const History& history_;
  const LaunchHistory& launch_;
};

}  // namespace handshake::suite
