// Runs every case for its share. See count_shares.hpp.
#include "suite/count_shares.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "suite/diagnose.hpp"
#include "suite/every_run.hpp"
#include "suite/turns.hpp"

namespace handshake::suite {

namespace {

const char* threads_of(const KernelCase& kernel_case, Shape shape) {
  return shape.total() >= static_cast<int>(kernel_case.expected.size()) ? "enough" : "few";
}

// Whether the work is large if every thread does all of it.
bool is_large(const KernelCase& kernel_case, Shape shape) {
  constexpr double kMost = 1 << 24;
  return static_cast<double>(kernel_case.expected.size()) * shape.total() > kMost;
}

// Takes the worst of the launch shapes of one case. For one shape, it takes the mean of the worst and
// the best order of threads: a data race may do harm in some orders only.
class Count {
 public:
  Count(int number, const KernelCase& kernel_case, const char* threads)
      : case_(kernel_case),
        counted_{number, kernel_case.kind, threads, is_free(kernel_case), 1, {}} {}
  void run(OpenRunner& opened, RunSettings settings, PartResult& outside) {
    CaseResult result = run_case(*opened.runner, case_, settings);
    const bool has_output = result.output.size() == case_.expected.size() && !result.spoils;
    const double share = !result.failure ? 1 : has_output ? share_right(case_, result.output) : 0;
    is_begun_ = is_begun_ || (!result.failure && !counted_.is_free) ||
                (has_output && shows_thought(case_, result.output));
    const auto known =
        of_shapes_.try_emplace(settings.shape.total(), std::pair(share, share)).first;
    known->second = std::minmax({known->second.first, known->second.second, share});
    if (!result.failure) return;
    result.failure->schedule = opened.schedule;
    result.failure->case_number = counted_.case_number;
    if (share == 1)
      add_failure(outside, *result.failure);  // an element outside was written
    else if (!counted_.failure)
      counted_.failure = std::move(result.failure);
    is_over_ = is_over_ || !has_output;
  }
  void give_up() {
    of_shapes_[0] = {0, 0};
    is_over_ = true;
  }
  bool is_over() const { return is_over_; }
  bool hangs() const { return counted_.failure && counted_.failure->hangs; }
  void add_to(Shares& shares) const {
    if (of_shapes_.empty()) return;
    CaseShare counted = counted_;
    for (const auto& [total, range] : of_shapes_)
      counted.share = std::min(counted.share, (range.first + range.second) / 2);
    if (is_over_) counted.share = 0;
    // No secret graph shows a mistake in these cases, so they count only as a whole.
    if (case_.kind == "general" && counted.share < 1) counted.share = 0;
    shares.cases.push_back(std::move(counted));
    shares.is_begun = shares.is_begun || is_begun_;
  }

 private:
  const KernelCase& case_;
  CaseShare counted_;
  std::map<int, std::pair<double, double>> of_shapes_;  // the worst and the best share
  bool is_begun_ = false, is_over_ = false;
};

}  // namespace

Shares count_shares(RunnerSource& source, const Kernel& kernel) {
  const std::vector<KernelCase> cases = kernel.cases();
  std::vector<OpenRunner> runners = open_all(source, kernel);
  Shares shares;
  PartResult unclean;
  unclean.id = kernel.id;
  bool has_hung = false;
  for (const char* const threads : {"enough", "few"}) {
    std::vector<Count> counts;
    for (const KernelCase& one : cases)
      counts.emplace_back(static_cast<int>(counts.size()) + 1, one, threads);
    std::set<std::string> hung, begun;  // kinds of cases
    // The large runs are the last: a kernel in which every thread does all work, and that is too
    // slow only there, loses no other case.
    for (const bool large : {false, true}) {
      for (size_t c = 0; c < cases.size(); c++) {
        const KernelCase& one = cases[c];
        if (begun.insert(one.kind + (large ? " large" : "")).second) source.begin_kind(has_hung);
        for_every_run(one, runners, [&](OpenRunner& opened, RunSettings settings) {
          if (threads != std::string(threads_of(one, settings.shape)) ||
              large != is_large(one, settings.shape))
            return true;
          if (hung.count(one.kind) > 0)
            counts[c].give_up();
          else if (!counts[c].is_over())
            counts[c].run(opened, settings, unclean);
          return !counts[c].is_over();
        });
        has_hung = has_hung || counts[c].hangs();
        if (!large && counts[c].hangs()) hung.insert(one.kind);
      }
    }
    for (const Count& count : counts) count.add_to(shares);
  }
  runners.clear();
  source.begin_kind(has_hung);
  if (unclean.failures.empty()) diagnose_cases(source, cases, {}, unclean, is_unclean);
  if (unclean.failures.empty() && is_right(shares)) take_turns(source, cases, {}, unclean);
  if (!unclean.failures.empty()) shares.unclean.push_back(unclean.failures.front());
  return shares;
}

}  // namespace handshake::suite
