// Counts what a part of a submission gets right, case by case. A grader gives a part of the points
// for a part of the cases.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite {

// The share of one case that is right.
struct CaseShare {
  int case_number = 0;  // from 1, in the order of the part's cases
  std::string kind;     // see KernelCase::kind
  // "enough": the runs with at least one thread for each element; "few": the runs with fewer
  // threads; "": all runs
  std::string threads;
  // Whether a kernel without any thought is right in this case, too: one that writes nothing, that
  // writes one value everywhere, or that copies an input. Such a case earns nothing.
  bool is_free = false;
  double share =
      0;  // 0 to 1; 0 if the run did not end well, or changed an array that is used later
  std::optional<Failure> failure;  // the first failure of these runs; none if share is 1
};

struct Shares {
  std::vector<CaseShare> cases;
  // Whether at least one case shows some thought: see shows_thought.
  bool is_begun = false;
  // The first leak, and the first race or other wrong use of memory.
  std::vector<Failure> unclean;
};

// Whether every case is right.
bool is_right(const Shares& shares);

// Whether a kernel without any thought is right in this case.
bool is_free(const KernelCase& kernel_case);

// How much of `output` is right: 1 if all elements are, and otherwise at most a half. For each kernel
// without any thought, only those elements count that it gets wrong. If `output` shows some thought,
// the result is half of the mean share of these elements that is right, otherwise of the smallest
// share; so it is 0 for a kernel without any thought.
double share_right(const KernelCase& kernel_case, const std::vector<int>& output);

// Whether `output` differs from that of every kernel without any thought, in at least a tenth of the
// elements.
bool shows_thought(const KernelCase& kernel_case, const std::vector<int>& output);

}  // namespace handshake::suite
