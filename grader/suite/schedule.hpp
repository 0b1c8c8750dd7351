// The names of schedules. A schedule is the order of the threads in a run. CUDA on the CPU has
// "forward", "reverse" and "shuffle:SEED"; the other names are below.
#pragma once

#include <string>

namespace handshake::suite {

inline constexpr char kGpuOrder[] = "gpu";  // a GPU chooses its own order

// Schedules of diagnostic mode, "turns:1" and so on: the threads of a block take turns, one access
// at a time.
inline constexpr char kTakingTurns[] = "turns:";

inline std::string taking_turns(int number) {
  return kTakingTurns + std::to_string(number);
}

inline bool is_taking_turns(const std::string& schedule) {
  return schedule.rfind(kTakingTurns, 0) == 0;
}

}  // namespace handshake::suite
