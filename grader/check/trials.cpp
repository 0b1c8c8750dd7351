// Runs cases with one chosen change of the submission.
#include "check/trials.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "suite/work_shares.hpp"

namespace handshake::check {

using suite::Verdict;

namespace {

constexpr long kTurns = 2000, kTurnsPerElement = 50;
constexpr size_t kNoLimit = 1u << 30;                     // diagnostic mode limits loops itself
constexpr std::chrono::milliseconds kLimit{200};          // for one launch
constexpr std::chrono::milliseconds kLimitOfWhole{1000};  // for all passes over one graph

Programs programs_with(const Programs& others, const std::string& directory, const Choice& choice) {
  Programs programs = others;
  programs.directory = directory;
  programs.diagnostic = directory + "/diagnostic";
  programs.limit = kLimit;
  programs.allowances = std::make_shared<Allowances>();
  programs.environment = {{"HANDSHAKE_VARIANT", choice.path()}};
  programs.begin_part();
  return programs;
}

// Whether the case is so large that a run with one change takes seconds.
bool is_large(const suite::WrapperCase& one) {
  constexpr int kMost = 60000;
  return one.numthreads > kMost || one.graph.numNodes > kMost || one.graph.numEdges() > kMost;
}

// Whether all these cases are right. Stops at the first wrong case, and moves it to the front, so
// that it runs first the next time.
template <typename Case, typename IsRight>
bool are_right(std::vector<const Case*>& order, const IsRight& is_right) {
  const auto wrong =
      std::find_if_not(order.begin(), order.end(), [&](const Case* one) { return is_right(*one); });
  if (wrong == order.end()) return true;
  std::rotate(order.begin(), wrong, wrong + 1);
  return false;
}

}  // namespace

Choice::~Choice() {
  std::remove(path_.c_str());
}

void Choice::choose(int variant, size_t elements) const {
  const long numbers[] = {variant, kTurns + kTurnsPerElement * static_cast<long>(elements), 0, 0};
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  if (!file.is_open()) file.open(path_, std::ios::binary | std::ios::out);
  file.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
  if (!file.flush()) throw std::runtime_error(path_ + ": cannot be written");
}

Choice::Seen Choice::seen() const {
  long numbers[4] = {};
  std::ifstream file(path_, std::ios::binary);
  file.read(reinterpret_cast<char*>(numbers), sizeof numbers);
  return {!file || numbers[2] != 0, numbers[3]};
}

Trials::Trials(const Programs& programs, const std::string& directory)
    : choice_(programs.scratch_path("variant")),
      programs_(programs_with(programs, directory, choice_)),
      limit_(programs.limit) {}

bool Trials::has_ended_no_loop() {
  const Choice::Seen seen = choice_.seen();
  outcomes_ |= seen.outcomes;
  return !seen.has_ended_loop;
}

Programs Trials::with_limit(std::chrono::milliseconds limit) const {
  Programs programs = programs_;
  programs.limit = limit;
  return programs;
}

Seconds Trials::used() const {
  const Allowances& times = *programs_.allowances;
  Seconds sum{0};
  for (const Allowance& one : {times.plain, times.diagnostic, times.interleaved})
    sum += one.whole - one.left;
  return sum;
}

KernelTrials::KernelTrials(const Programs& programs, const std::string& directory,
                           suite::Kernel kernel)
    : Trials(programs, directory),
      runners_(programs_),
      kernel_(kernel),
      cases_(suite::all_cases(kernel)),
      rehearsal_(runners_, kernel) {
  for (const suite::KernelCase& one : cases_) order_.push_back(&one);
}

bool KernelTrials::is_right(int case_number, int variant) {
  return is_right(rehearsal_, cases_[case_number - 1], variant);
}

bool KernelTrials::all_are_right(int variant) {
  outcomes_ = 0;
  suite::Rehearsal fresh(runners_, kernel_);
  return are_right(order_,
                   [&](const suite::KernelCase& one) { return is_right(fresh, one, variant); });
}

bool KernelTrials::is_clean(int case_number, int variant) {
  choice_.choose(variant, kNoLimit);
  const Programs programs = with_limit(limit_);
  ProcessRunners runners(programs);
  return suite::finds_nothing(runners, kernel_, case_number) &&
         suite::finds_nothing(runners, kernel_, 0);
}

int KernelTrials::most_writes(int case_number, int variant) {
  const Programs programs = with_limit(limit_);
  ProcessRunners runners(programs);
  choice_.choose(variant, kNoLimit);
  return suite::most_writes(runners, cases_[case_number - 1]);
}

bool KernelTrials::writes_more(int case_number, int variant) {
  if (unchanged_writes_.count(case_number) == 0)
    unchanged_writes_[case_number] = std::max(1, most_writes(case_number, 0));
  return most_writes(case_number, variant) > unchanged_writes_[case_number];
}

bool KernelTrials::is_right(suite::Rehearsal& rehearsal, const suite::KernelCase& one,
                            int variant) {
  choice_.choose(variant, one.expected.size());
  return rehearsal.is_right(one) && has_ended_no_loop();
}

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
