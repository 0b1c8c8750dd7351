// Runs the cases of one part, each time with at most one small change to the submission. One
// program contains all these changes (src/cuda_on_cpu/translate/variants.hpp).
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "check/programs.hpp"
#include "suite/check_kernel.hpp"

namespace handshake::check {

// The file that says which change is chosen. The program reads it at the start of each function
// (runner/chosen_variant.cpp).
class Choice {
 public:
  explicit Choice(std::string path) : path_(std::move(path)) {}
  ~Choice();
  Choice(const Choice&) = delete;
  Choice& operator=(const Choice&) = delete;

  const std::string& path() const { return path_; }
  // `elements` determines how many iterations the loops of a function may make. If they make more,
  // the change has made a loop endless, and the program ends this loop.
  void choose(int variant, size_t elements) const;
  // What the program has written into the file.
  struct Seen {
    bool has_ended_loop;
    long outcomes;  // values of the changed condition: 1: only false, 2: only true, 3: both
  };
  Seen seen() const;

 private:
  std::string path_;
};

class Trials {
 public:
  Trials(const Programs& programs, const std::string& directory);
  virtual ~Trials() = default;
  Trials(const Trials&) = delete;
  Trials& operator=(const Trials&) = delete;

  // The time that all runs took, without the time in which they waited for a processor. The
  // search has a limit for this time, so it finds the same repairs on a busy machine.
  Seconds used() const;
  // Whether one case is right with one change; `variant` 0: with no change. One process makes many
  // runs, so a wrong change may affect later runs.
  virtual bool is_right(int case_number, int variant) = 0;
  // Whether all cases are right. They run in new processes.
  virtual bool all_are_right(int variant) = 0;
  // Whether the changed condition was always true, or always false, in the last call of
  // all_are_right.
  bool has_fixed_condition() const { return outcomes_ == 1 || outcomes_ == 2; }
  // Whether all_are_right leaves out the largest cases, which would take too long.
  virtual bool leaves_out_largest() const = 0;
  // Returns false if diagnostic mode finds a mistake in a case. The case `case_number` runs first.
  virtual bool is_clean(int case_number, int variant) = 0;
  // Whether the change makes the threads write an element of the result more often than before. If
  // so, the change only hides the mistake: a right value is written after the wrong one.
  virtual bool writes_more(int case_number, int variant) = 0;

 protected:
  Programs with_limit(std::chrono::milliseconds limit) const;  // the time limit of one run
  bool has_ended_no_loop();

  Choice choice_;
  Programs programs_;
  std::chrono::milliseconds limit_;  // of a run in diagnostic mode
  long outcomes_ = 0;
};

// The limits of the runs with one change.
constexpr size_t kNoLimit = 1u << 30;  // diagnostic mode limits loops itself

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

class KernelTrials : public Trials {
 public:
  // The programs with changes are in `directory`, and in `directory`/diagnostic.
  KernelTrials(const Programs& programs, const std::string& directory, const suite::Kernel& kernel);
  bool is_right(int case_number, int variant) override;
  bool all_are_right(int variant) override;
  bool leaves_out_largest() const override { return false; }
  bool is_clean(int case_number, int variant) override;
  bool writes_more(int case_number, int variant) override;

 private:
  bool is_right(suite::Rehearsal& rehearsal, const suite::KernelCase& one, int variant);
  int most_writes(int case_number, int variant);

  ProcessRunners runners_;
  suite::Kernel kernel_;
  std::vector<suite::KernelCase> cases_;
  std::vector<const suite::KernelCase*> order_;  // cases that failed with other changes come first
  suite::Rehearsal rehearsal_;
  std::map<int, int> unchanged_writes_;  // for each tried case: most_writes() without a change
};

}  // namespace handshake::check
