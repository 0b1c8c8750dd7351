// Cuts the steps of each thread into rounds. See rounds.hpp.
#include "suite/rounds.hpp"

#include <map>

namespace handshake::suite {

bool is_decision(const Step& step) {
  return step.kind == StepKind::decision || step.kind == StepKind::selection;
}
bool is_outcome(const Step& step) {
  return step.kind == StepKind::holds || step.kind == StepKind::fails;
}
bool is_leave(const Step& step) {
  return step.kind == StepKind::leave;
}

std::vector<Round> rounds_of(const LaunchHistory& launch) {
  std::map<int, std::vector<Round>> of_thread;
  struct Where {
    int depth = 0, loop = 0, turn = -1;
  };
  std::map<int, Where> where_of;
  for (const Step& step : launch.steps) {
    std::vector<Round>& rounds = of_thread[step.thread];
    Where& where = where_of[step.thread];
    if (step.kind == StepKind::loop && where.depth++ == 0) where.loop++, where.turn = -1;
    if (step.kind == StepKind::loop_end) where.depth--;
    if (step.kind == StepKind::turn && where.depth == 1) where.turn++;
    const bool cuts = step.kind == StepKind::loop || step.kind == StepKind::turn ||
                      step.kind == StepKind::loop_end;
    // A `return` also ends the loops around it; the ends of these loops do not begin new rounds.
    if (cuts && !rounds.empty() && rounds.back().left) continue;
    if (rounds.empty() || cuts)
      rounds.push_back({step.thread, where.depth > 0, false, where.loop, where.turn, {}});
    rounds.back().steps.push_back(&step);
    rounds.back().left |= is_leave(step);
  }
  std::vector<Round> all;
  for (auto& [thread, rounds] : of_thread)
    all.insert(all.end(), std::make_move_iterator(rounds.begin()),
               std::make_move_iterator(rounds.end()));
  return all;
}

}  // namespace handshake::suite
