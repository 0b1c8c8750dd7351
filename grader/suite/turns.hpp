// Random orders in which the threads of a kernel take turns, one access at a time.
#pragma once

#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

// Atomic functions of several threads do not race, but the result may depend on their order.
// Threads that wait for each other's locks may even wait without end. So if a kernel uses atomic
// functions, its small cases are run in many orders of single accesses. A right kernel is right in
// every such order. Adds the first failure to the part.
void take_turns(RunnerSource& source, const std::vector<KernelCase>& cases, Selection selection,
                PartResult& part);

}  // namespace handshake::suite
