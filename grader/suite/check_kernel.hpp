// Checks one required kernel: runs every case at every launch shape, in several orders of threads.
// Before a launch, the arrays that the kernel writes are filled with one of the two patterns of
// run_case.hpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/kernel_runner.hpp"
#include "suite/part.hpp"

namespace handshake::suite {

// Opens the runners of kernels. The caller owns the runners.
class RunnerSource {
 public:
  virtual ~RunnerSource() = default;
  // Orders of threads, the natural one first.
  virtual std::vector<std::string> schedules() const = 0;
  // If all runs together have a time limit, they get the whole time again. After a launch that did
  // not end (`is_short`), the time of each launch, and of all together, is much shorter.
  virtual void begin_kind(bool /*is_short*/) {}
  virtual std::unique_ptr<KernelRunner> open(const Kernel& kernel, const std::string& schedule) = 0;
  // The runner that sees races and bad accesses; null: there is none.
  virtual std::unique_ptr<KernelRunner> open_diagnostic(const Kernel& kernel,
                                                        const std::string& schedule) = 0;
  // The runner in which the threads of a block take turns at every access, in a random order; null:
  // there is none.
  virtual std::unique_ptr<KernelRunner> open_interleaved(const Kernel& kernel) = 0;
  // The runner of diagnostic mode that also keeps the history of a run; null: there is none.
  virtual std::unique_ptr<KernelRunner> open_recorded(const Kernel& kernel,
                                                      const std::string& schedule) = 0;
};

struct Selection {
  int case_number = 0;        // run only this case, counted from 1; 0: all cases
  bool verdict_only = false;  // stop at the first failure, and do not explain it
};

PartResult check_kernel(RunnerSource& source, const Kernel& kernel, Selection selection);

// Runs single cases in plain mode, in every order of threads. Each process runs many cases.
class Rehearsal {
 public:
  Rehearsal(RunnerSource& source, const Kernel& kernel);
  ~Rehearsal();
  bool is_right(const KernelCase& kernel_case);

 private:
  struct Runners;
  std::unique_ptr<Runners> runners_;
};

// Whether case `case_number` passes in diagnostic mode. 0: whether all cases that run in this mode
// pass.
bool finds_nothing(RunnerSource& source, const Kernel& kernel, int case_number);

}  // namespace handshake::suite
