// Counts what a wrong kernel gets right.
#pragma once

#include "suite/check_kernel.hpp"
#include "suite/share.hpp"

namespace handshake::suite {

// Runs all cases of a kernel, also those after a failure, and looks for races and wrong uses of
// memory even if elements are wrong.
Shares count_shares(RunnerSource& source, const Kernel& kernel);

}  // namespace handshake::suite
