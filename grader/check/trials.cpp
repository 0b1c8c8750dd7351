// Chooses a change, and runs cases with it.
#include "check/trials.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace handshake::check {

namespace {

constexpr long kTurns = 2000, kTurnsPerElement = 50;
constexpr size_t kNoLimit = 1u << 30;             // diagnostic mode limits loops itself
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
  const long numbers[2] = {variant, kTurns + kTurnsPerElement * static_cast<long>(elements)};
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  if (!file.is_open()) file.open(path_, std::ios::binary | std::ios::out);
  file.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
  if (!file.flush()) throw std::runtime_error(path_ + ": cannot be written");
}

KernelTrials::KernelTrials(const Programs& programs, const std::string& directory,
                           suite::Kernel kernel)
    : choice_(programs.scratch_path("variant")),
      programs_(programs_with(programs, directory, choice_)),
      limit_(programs.limit),
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
  suite::Rehearsal fresh(runners_, kernel_);
  const auto wrong = std::find_if_not(order_.begin(), order_.end(), [&](const auto* one) {
    return is_right(fresh, *one, variant);
  });
  if (wrong == order_.end()) return true;
  std::rotate(order_.begin(), wrong, wrong + 1);
  return false;
}

bool KernelTrials::is_clean(int case_number, int variant) {
  choice_.choose(variant, kNoLimit);
  Programs programs = programs_;
  programs.limit = limit_;
  ProcessRunners runners(programs);
  return suite::finds_nothing(runners, kernel_, case_number) &&
         suite::finds_nothing(runners, kernel_, 0);
}

bool KernelTrials::is_right(suite::Rehearsal& rehearsal, const suite::KernelCase& one,
                            int variant) {
  choice_.choose(variant, one.expected.size());
  return rehearsal.is_right(one);
}

}  // namespace handshake::check
