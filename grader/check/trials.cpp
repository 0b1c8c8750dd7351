// Runs cases with one chosen change of the submission.
#include "check/trials.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "suite/work_shares.hpp"

namespace handshake::check {

namespace {

constexpr long kTurns = 2000, kTurnsPerElement = 50;
constexpr std::chrono::milliseconds kLimit{200};  // for one launch

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
                           const suite::Kernel& kernel)
    : Trials(programs, directory),
      runners_(programs_),
      kernel_(kernel),
      cases_(kernel.cases()),
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

}  // namespace handshake::check
