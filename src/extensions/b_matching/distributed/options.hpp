// The options for several ranks that work on one b-matching.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "extensions/b_matching/distributed/strategy.hpp"

namespace handshake {

struct DistributedOptions {
  Strategy strategy;
  int ranks = 64;  // only for a simulation; under MPI, mpirun sets it
  // The seed of a simulation. Without a seed, all ranks work in step, and messages arrive in the
  // order of the ranks that sent them, so counts are repeatable. With a seed, ranks take turns at
  // random, some far ahead of others, and messages arrive late and in any order, even between the
  // same two ranks.
  std::optional<std::uint64_t> delivery;
  // Only for MPI: each rank continues as soon as any message has arrived. Otherwise, all ranks work
  // in step.
  bool is_asynchronous = false;
};

}  // namespace handshake
