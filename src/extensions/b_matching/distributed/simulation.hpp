// Simulates many ranks in one process, one after the other. A simulation counts messages, and finds
// faults that depend on the order of delivery.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extensions/b_matching/distributed/messages.hpp"
#include "extensions/b_matching/distributed/options.hpp"
#include "extensions/b_matching/problem.hpp"

namespace handshake {

struct Simulation {
  BMatching matching;
  std::vector<Counts> counts;  // [ranks]
  std::int64_t bundles = 0;    // messages of MPI that would have been sent

  Counts total() const;
};

// Throws std::logic_error when the ranks end in a state that no symmetric graph has.
Simulation simulate(const BProblem& problem, const DistributedOptions& options, int threads);

}  // namespace handshake
