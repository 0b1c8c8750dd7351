// Runs the threads of a kernel in random orders, one access at a time. See turns.hpp.
#include "suite/turns.hpp"

#include "suite/diagnose.hpp"
#include "suite/history.hpp"
#include "suite/run_case.hpp"
#include "suite/schedule.hpp"

namespace handshake::suite {

namespace {

bool uses_atomics(const History& history) {
  for (const LaunchHistory& launch : history.launches)
    for (const Step& step : launch.steps)
      if (step.kind == StepKind::atomic || step.kind == StepKind::atomic_in_vain) return true;
  return false;
}

// The small cases of the selection, if the kernel uses atomic functions in one of them; otherwise
// none.
std::vector<int> numbers_with_atomics(RunnerSource& source, const std::vector<KernelCase>& cases,
                                      const Selection& selection) {
  constexpr size_t kMostElements = 33, kMostCases = 12;
  const auto runner = source.open_recorded(*cases.front().kernel, source.schedules().front());
  std::vector<int> numbers;
  for (int number = 1; runner && number <= static_cast<int>(cases.size()); number++) {
    if (selection.case_number != 0 && selection.case_number != number) continue;
    const KernelCase& one = cases[number - 1];
    if (one.expected.size() > kMostElements || numbers.size() == kMostCases) continue;
    run_case(*runner, one, recorded_run(small_shapes(one).front()));
    numbers.push_back(number);
  }
  if (numbers.empty()) return {};
  runner->finish();
  return uses_atomics(runner->history()) ? numbers : std::vector<int>();
}

Shape shape_of_turn(const KernelCase& kernel_case, int run) {
  const std::vector<Shape> shapes = small_shapes(kernel_case);
  return shapes[static_cast<size_t>(run) % shapes.size()];
}

// Repeats the first `runs` runs of run_in_turns, and returns what the threads did in the last one.
// All orders follow from one seed, so they are the same as in run_in_turns.
History history_of_turns(RunnerSource& source, const KernelCase& kernel_case, int runs) {
  const auto runner = source.open_recorded(*kernel_case.kernel, taking_turns(1));
  if (!runner) return {};
  for (int run = 0; run < runs; run++)
    run_case(*runner, kernel_case, recorded_run(shape_of_turn(kernel_case, run)));
  runner->finish();
  History history = runner->history();
  if (history.launches.size() > 1)
    history.launches.erase(history.launches.begin(), history.launches.end() - 1);
  return history;
}

// Runs a case many times, with the accesses of the threads in another order each time, and returns
// its first failure.
std::optional<Failure> run_in_turns(RunnerSource& source, const KernelCase& kernel_case,
                                    bool verdict_only, PartResult& part) {
  constexpr int kRuns = 32;
  const auto runner = source.open_interleaved(*kernel_case.kernel);
  for (int run = 0; runner && run < kRuns; run++) {
    part.runs++;
    CaseResult result =
        run_case(*runner, kernel_case, recorded_run(shape_of_turn(kernel_case, run)));
    if (!result.failure) continue;
    Failure failure = std::move(*result.failure);
    failure.schedule = taking_turns(1);
    failure.diagnostic = true;
    failure.hint.propose({"changed_in_between"});
    std::vector<Finding> findings = std::move(result.findings);
    for (Finding& finding : runner->finish()) findings.push_back(std::move(finding));
    const auto seen = first_error(about_submission(findings));
    if (seen) use_cause(*seen, failure);
    if (verdict_only) return failure;
    const History history = history_of_turns(source, kernel_case, run + 1);
    if (seen && seen->finding->kind == Kind::endless_loop)
      explain_endless(kernel_case, history, thread_of(*seen->finding, failure.shape), failure);
    else
      explain_with_history(kernel_case, history, failure);
    return failure;
  }
  return std::nullopt;
}

}  // namespace

void take_turns(RunnerSource& source, const std::vector<KernelCase>& cases, Selection selection,
                PartResult& part) {
  for (const int number : numbers_with_atomics(source, cases, selection)) {
    std::optional<Failure> failure =
        run_in_turns(source, cases[number - 1], selection.verdict_only, part);
    if (!failure) continue;
    if (failure->is_spent) return;
    failure->part = part.id;
    failure->case_number = number;
    return add_failure(part, std::move(*failure));
  }
}

}  // namespace handshake::suite
