// Runs one case once, and then checks every element of all arrays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/failure.hpp"
#include "suite/kernel_runner.hpp"

namespace handshake::suite {

constexpr int kOldValue = 0x5bad5bad;  // of an output before the launch, with poison 0

struct RunSettings {
  Shape shape{1, 1};
  int poison = 0;  // 0 or 1: the pattern in outputs and guards before the launch
  // true: there are no guard elements, so each array ends where its allocation ends
  bool without_guards = false;
  // true: outputs are not filled, so that a read of an element that was never written is noticed
  bool unfilled = false;
};
constexpr RunSettings diagnostic_run(Shape shape) {
  return {shape, 0, true, true};
}
constexpr RunSettings recorded_run(Shape shape) {
  return {shape, 0, true, false};
}

struct CaseResult {
  std::optional<Failure> failure;  // without part, case_number and schedule: the caller sets them
  std::vector<Note> notes;         // what is right, but should be changed
  std::vector<Finding> findings;   // what the CUDA runtime noticed
  std::vector<int> output;         // the output of the kernel, if the launch ended well
  bool spoils = false;             // whether it changed an array that is used later
};

CaseResult run_case(KernelRunner& runner, const KernelCase& kernel_case, RunSettings settings);

}  // namespace handshake::suite
