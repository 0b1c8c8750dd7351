// How a rank sends fewer messages, as in section V of the paper (Khan et al. 2016).
#pragma once

#include <cstdint>
#include <string>

namespace handshake::b_matching {

// A strategy is named as in the legends of the paper, but without the prime: b'10_N1_U is written
// "b10_N1_U". If all nodes may have 10 partners, "ball_N1_U" means the same strategy.
struct Strategy {
  enum class Batch { kAll, kConstant, kHalf, kShare, kAdaptive };

  Batch batch = Batch::kAll;  // b': how many proposals a node makes before it waits
  std::int32_t constant = 0;  // b' of Batch::kConstant
  std::int32_t subsets = 1;   // N: a superstep handles at most one N-th of a rank's nodes
  bool is_ordered = false;    // S: nodes with the heaviest remaining edges come first; U: unordered
};

// Throws a UsageError that says what is allowed.
Strategy parse_strategy(const std::string& text);

constexpr char kStrategyHelp[] =
    "bB_NK_U or bB_NK_S; B: a number, all, half, share (b * b / degree) or adaptive; K: from 1 to "
    "1000000; S: heaviest edge first, U: unordered";

}  // namespace handshake::b_matching
