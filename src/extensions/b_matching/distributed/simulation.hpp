// Simulates many ranks in one process, one after the other. A simulation counts messages, and finds
// faults that depend on the order of delivery.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extensions/b_matching/distributed/messages.hpp"
#include "extensions/b_matching/distributed/options.hpp"
#include "extensions/b_matching/problem.hpp"

namespace handshake::b_matching {

struct Simulation {
  BMatching matching;
  std::vector<Counts> counts;  // [ranks]
  std::int64_t bundles = 0;    // how many messages MPI would have sent

  Counts total() const;
};

// Throws std::logic_error if the ranks end in a state that is impossible for a symmetric graph.
Simulation simulate(const Problem& problem, const DistributedOptions& options, int threads);

}  // namespace handshake::b_matching
