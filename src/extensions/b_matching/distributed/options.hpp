// The options for several ranks that work on one b-matching.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "extensions/b_matching/distributed/strategy.hpp"

namespace handshake::b_matching {

struct DistributedOptions {
  Strategy strategy;
  int ranks = 64;  // only for a simulation; under MPI, mpirun sets the number
  // The seed of a simulation. Without a seed, all ranks do each superstep together, and messages
  // arrive in the order of the ranks that sent them. So every run has the same number of messages
  // and of supersteps. With a seed, one rank at a time does a superstep. This rank is chosen at
  // random, so some ranks get far ahead of others. Messages arrive late and in any order, even
  // messages between the same two ranks.
  std::optional<std::uint64_t> delivery;
  // Only for MPI. If true, a rank with work never waits for other ranks. If false, all ranks do
  // each superstep together.
  bool is_asynchronous = false;
};

}  // namespace handshake::b_matching
