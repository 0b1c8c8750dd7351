// Runs every case for its share. See count_shares.hpp.
#include "suite/count_shares.hpp"

#include <string>

#include "suite/diagnose.hpp"
#include "suite/every_run.hpp"
#include "suite/turns.hpp"

namespace handshake::suite {

namespace {

const char* threads_of(const KernelCase& kernel_case, Shape shape) {
  return shape.total() >= static_cast<int>(kernel_case.expected.size()) ? "enough" : "few";
}

// Takes the worst of the runs of one case. After a run that hangs, no more cases run with this
// number of threads: each would take the whole time limit.
class Count {
 public:
  Count(int number, const KernelCase& kernel_case, const char* threads)
      : case_(kernel_case), counted_{number, kernel_case.kind, threads, false, 1, {}} {
    counted_.is_free = is_free(case_);
  }
  void run(OpenRunner& opened, RunSettings settings, PartResult& outside) {
    CaseResult result = run_case(*opened.runner, case_, settings);
    has_run_ = true;
    is_begun_ = is_begun_ || (!result.failure && !counted_.is_free);
    if (!result.failure) return;
    result.failure->schedule = opened.schedule;
    const bool has_output = result.output.size() == case_.expected.size() && !result.spoils;
    is_begun_ = is_begun_ || (has_output && shows_thought(case_, result.output));
    double share = has_output ? share_right(case_, result.output) : 0;
    // No secret graph shows a mistake in these cases, so they count only as a whole.
    if (case_.kind == "general" && share < 1) share = 0;
    if (share == 1) add_failure(outside, *result.failure);  // an element outside was written
    if (share >= counted_.share) return;
    counted_.share = share;
    counted_.failure = std::move(result.failure);
    counted_.failure->case_number = counted_.case_number;
  }
  void give_up() {
    has_run_ = true;
    counted_.share = 0;
  }
  bool is_over() const { return has_run_ && counted_.share == 0; }
  bool hangs() const { return counted_.failure && counted_.failure->hangs; }
  void add_to(Shares& shares) const {
    if (has_run_) shares.cases.push_back(counted_);
    shares.is_begun = shares.is_begun || is_begun_;
  }

 private:
  const KernelCase& case_;
  CaseShare counted_;
  bool has_run_ = false, is_begun_ = false;
};

}  // namespace

Shares count_shares(RunnerSource& source, Kernel kernel) {
  const std::vector<KernelCase> cases = all_cases(kernel);
  std::vector<OpenRunner> runners = open_all(source, kernel);
  Shares shares;
  PartResult unclean;
  unclean.id = info(kernel).id;
  for (const char* const threads : {"enough", "few"}) {
    bool has_hung = false;
    for (int number = 1; number <= static_cast<int>(cases.size()); number++) {
      const KernelCase& one = cases[number - 1];
      Count count(number, one, threads);
      for_every_run(one, runners, [&](OpenRunner& opened, RunSettings settings) {
        if (threads != std::string(threads_of(one, settings.shape))) return true;
        if (has_hung)
          count.give_up();
        else
          count.run(opened, settings, unclean);
        return !count.is_over();
      });
      has_hung = has_hung || count.hangs();
      count.add_to(shares);
    }
  }
  runners.clear();
  if (unclean.failures.empty()) diagnose_cases(source, cases, {}, unclean, is_unclean);
  if (unclean.failures.empty() && is_right(shares)) take_turns(source, cases, {}, unclean);
  if (!unclean.failures.empty()) shares.unclean = unclean.failures.front();
  return shares;
}

}  // namespace handshake::suite
