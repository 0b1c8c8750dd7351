// Runs the cases of one part with a program that holds many small changes of the submission
// (src/cuda_on_cpu/translate/variants.hpp), of which one is made.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "check/programs.hpp"
#include "suite/check_kernel.hpp"

namespace handshake::check {

// The numbers that the program reads when a function begins (runner/chosen_variant.cpp), in a file.
class Choice {
 public:
  explicit Choice(std::string path) : path_(std::move(path)) {}
  ~Choice();
  Choice(const Choice&) = delete;
  Choice& operator=(const Choice&) = delete;

  const std::string& path() const { return path_; }
  // If the loops of a function make more turns than a right one may need for so many elements, the
  // change has made a loop endless, and the program ends.
  void choose(int variant, size_t elements) const;

 private:
  std::string path_;
};

class Trials {
 public:
  virtual ~Trials() = default;
  // Change 0 is none. The processes stay, so that a wrong change may leave something behind.
  virtual bool is_right(int case_number, int variant) = 0;
  // All cases, by fresh processes.
  virtual bool all_are_right(int variant) = 0;
  // In diagnostic mode: whether nothing is found there. The case that is given comes first.
  virtual bool is_clean(int case_number, int variant) = 0;
};

class KernelTrials : public Trials {
 public:
  // The programs are in `directory`, and in `directory`/diagnostic.
  KernelTrials(const Programs& programs, const std::string& directory, suite::Kernel kernel);
  bool is_right(int case_number, int variant) override;
  bool all_are_right(int variant) override;
  bool is_clean(int case_number, int variant) override;

 private:
  bool is_right(suite::Rehearsal& rehearsal, const suite::KernelCase& one, int variant);

  Choice choice_;
  Programs programs_;
  std::chrono::milliseconds limit_;  // of a run in diagnostic mode
  ProcessRunners runners_;
  suite::Kernel kernel_;
  std::vector<suite::KernelCase> cases_;
  std::vector<const suite::KernelCase*> order_;  // those first that were wrong with other changes
  suite::Rehearsal rehearsal_;
};

}  // namespace handshake::check
