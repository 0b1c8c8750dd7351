// See wrapper_trials.hpp.
#include "labs/matching/check/wrapper_trials.hpp"

#include <algorithm>

namespace handshake::check {

using suite::Verdict;

namespace {

constexpr std::chrono::milliseconds kLimitOfWhole{1000};  // for all passes over one graph

// Whether the case is so large that a run with one change takes seconds.
bool is_large(const suite::WrapperCase& one) {
  constexpr int kMost = 60000;
  return one.numthreads > kMost || one.graph.numNodes > kMost || one.graph.numEdges() > kMost;
}

}  // namespace

WrapperTrials::WrapperTrials(const Programs& programs, const std::string& directory,
                             const WrapperOptions& options, bool is_extra)
    : Trials(programs, directory),
      options_(options),
      cases_(is_extra ? suite::extra_cases() : suite::memory_cases()),
      runs_(programs_, options.forgiven) {
  options_.selection.verdict_only = true;
  if (is_extra) others_ = suite::memory_cases();
  constexpr size_t kSmallCases = 2;
  const std::vector<suite::WrapperCase> extra = suite::extra_cases();
  if (!is_extra) with_extra_.assign(extra.begin(), extra.begin() + kSmallCases);
  for (const auto* cases : {&cases_, &others_})
    for (const suite::WrapperCase& one : *cases)
      if (!is_large(one)) order_.push_back(&one);
}

bool WrapperTrials::has(int case_number) const {
  return case_number <= static_cast<int>(cases_.size()) && !is_large(cases_[case_number - 1]);
}

bool WrapperTrials::is_right(int case_number, int variant) {
  return is_right(runs_, cases_[case_number - 1], variant);
}

bool WrapperTrials::all_are_right(int variant) {
  outcomes_ = 0;
  const Programs programs = with_limit(kLimitOfWhole);
  WrapperRuns fresh(programs, options_.forgiven);
  return are_right(order_,
                   [&](const suite::WrapperCase& one) { return is_right(fresh, one, variant); }) &&
         !harms_extra(fresh, variant);
}

// Whether a run with -extra uses GPU memory wrongly because of the change. Runs with and without
// -extra use the same arrays. Wrong values of the extra credit do not count here.
bool WrapperTrials::harms_extra(WrapperRuns& runs, int variant) {
  return std::any_of(with_extra_.begin(), with_extra_.end(), [&](const suite::WrapperCase& one) {
    choice_.choose(variant, one.graph.numNodes + one.graph.numEdges());
    suite::PartResult part;
    const auto failure = runs.run(one, part);
    return failure && (failure->verdict == Verdict::memory || failure->verdict == Verdict::crash);
  });
}

bool WrapperTrials::is_clean(int case_number, int variant) {
  choice_.choose(variant, kNoLimit);
  const Programs programs = with_limit(limit_);
  WrapperOptions options = options_;
  options.selection.case_number = case_number;
  if (!finds_nothing(programs, cases_, options)) return false;
  options.selection.case_number = 0;
  return finds_nothing(programs, cases_, options) && finds_nothing(programs, others_, options);
}

bool WrapperTrials::is_right(WrapperRuns& runs, const suite::WrapperCase& one, int variant) {
  choice_.choose(variant, one.graph.numNodes + one.graph.numEdges());
  suite::PartResult part;
  return !runs.run(one, part) && has_ended_no_loop();
}

}  // namespace handshake::check
