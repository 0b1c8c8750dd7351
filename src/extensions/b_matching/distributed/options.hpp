// What can be chosen when several ranks work on one b-matching.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "extensions/b_matching/distributed/strategy.hpp"

namespace handshake {

struct DistributedOptions {
  Strategy strategy;
  int ranks = 64;  // of a simulation; under MPI, mpirun says how many
  // Of a simulation. Without a seed all ranks go in step, and messages arrive in the order of the
  // ranks that sent them: counts are repeatable. With a seed, ranks go as chance has it, some far
  // ahead of others, and messages arrive late and in any order, even between the same two ranks.
  std::optional<std::uint64_t> delivery;
  // Under MPI: each rank continues as soon as any message has come, instead of all in step.
  bool is_asynchronous = false;
};

}  // namespace handshake
