// How a rank saves messages: section V of the paper.
#pragma once

#include <cstdint>
#include <string>

namespace handshake {

// Named as in the legends of the paper: b'10_N1_U is written "b10_N1_U". With b = 10, it is also
// "ball_N1_U".
struct Strategy {
  enum class Batch { kAll, kConstant, kHalf, kShare, kAdaptive };

  Batch batch = Batch::kAll;  // b': how many proposals a node makes before it waits
  std::int32_t constant = 0;  // the number of Batch::kConstant
  std::int32_t subsets = 1;   // N: a superstep handles at most one N-th of the own nodes
  bool is_ordered = false;    // S: nodes with the heaviest edge left go first; U: as they come
};

// Throws a UsageError that says what is allowed.
Strategy parse_strategy(const std::string& text);

constexpr char kStrategyHelp[] =
    "bB_NN_U or bB_NN_S; B: a number, all, half, share (b/degree of b) or adaptive; N: from 1 to "
    "1000000; S: heaviest edge first, U: unordered";

}  // namespace handshake
