// Repeats a run, and returns the measures of the fastest run.
#pragma once

namespace handshake {

// Calls run() at least once. The measures that run() returns include `milliseconds`.
template <class Run>
auto best_of(int repeat, const Run& run) {
  auto best = run();
  for (int i = 1; i < repeat; ++i) {
    const auto measures = run();
    if (measures.milliseconds < best.milliseconds) best = measures;
  }
  return best;
}

}  // namespace handshake
