// Starts the processes, and compares their replies with the right results.
#include "labs/matching/check/wrapper_runs.hpp"

#include <algorithm>

namespace handshake::check {

namespace {

constexpr int kSlower = 4;  // how many times longer a huge case may take than other cases
constexpr int kManyNodes = 60000, kManyThreads = 100000;

bool has_many(const suite::WrapperCase& wrapper_case) {
  return wrapper_case.graph.numNodes > kManyNodes || wrapper_case.numthreads > kManyThreads;
}

}  // namespace

suite::WrapperResult WrapperRuns::first(const suite::WrapperCase& wrapper_case,
                                        suite::PartResult& part) {
  std::vector<std::string> schedules = ProcessRunners(programs_).schedules();
  // Without -extra, no kernel of the submission runs here, so another order of threads would change
  // nothing. Huge cases do not need another order: smaller cases show the same mistakes.
  const bool is_huge = has_many(wrapper_case);
  if (!wrapper_case.extra || is_huge) schedules.resize(1);
  for (const std::string& schedule : schedules) {
    for (int poison = 0; poison < 2; poison++) {
      suite::WrapperResult result =
          run_wrapper_case(process(schedule, is_huge), wrapper_case, poison, forgiven_);
      part.runs++;
      for (const suite::Note& note : result.notes) add_note(part, note);
      if (!result.failure) continue;
      result.failure->schedule = schedule;
      return result;
    }
  }
  return {{}, 1, {}};
}

WrapperProcess& WrapperRuns::process(const std::string& schedule, bool is_huge) {
  const std::string name = schedule + (is_huge ? " huge" : "");
  for (const Opened& one : opened_)
    if (one.schedule == name) return *one.process;
  opened_.push_back(
      {name, std::make_unique<WrapperProcess>(programs_.command("run_wrapper", schedule),
                                              (is_huge ? kSlower : 1) * programs_.limit)});
  return *opened_.back().process;
}

}  // namespace handshake::check
