// How a rank saves messages: section V of the paper.
#pragma once

#include <cstdint>
#include <string>

namespace handshake {

// b'N?_S as in the legends of the paper: b'10_N1_U is "b10_N1_U" with b = 10, or "ball_N1_U".
struct Strategy {
  enum class Batch { kAll, kConstant, kHalf, kShare, kAdaptive };

  Batch batch = Batch::kAll;  // b': how many proposals a node makes before it waits
  std::int32_t constant = 0;  // of Batch::kConstant
  std::int32_t subsets = 1;   // N: a superstep handles this part of the own nodes at the most
  bool is_ordered = false;    // S: nodes with the heaviest edge left go first; U: as they come
};

// Throws UsageError that says what is allowed.
Strategy parse_strategy(const std::string& text);

constexpr char kStrategyHelp[] =
    "bB_NN_U or bB_NN_S; B: a number, all, half, share (b/degree of b) or adaptive; N: from 1 to "
    "1000000; S: heaviest edge first, U: unordered";

}  // namespace handshake
