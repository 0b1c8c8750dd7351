// The runs of a case in plain mode: at every launch shape, in several orders of threads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "suite/check_kernel.hpp"
#include "suite/run_case.hpp"

namespace handshake::suite {

struct OpenRunner {
  std::string schedule;
  std::unique_ptr<KernelRunner> runner;
};

std::vector<OpenRunner> open_all(RunnerSource& source, const Kernel& kernel);

// Calls `run` for every run of the case, until it returns false. In the natural order of threads,
// both patterns of run_case.hpp are used. In other orders, only one pattern is used, because the
// faults that a pattern shows do not depend on the order.
void for_every_run(const KernelCase& kernel_case, std::vector<OpenRunner>& runners,
                   const std::function<bool(OpenRunner&, RunSettings)>& run);

}  // namespace handshake::suite
