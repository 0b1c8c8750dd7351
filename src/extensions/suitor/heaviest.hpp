// The heaviest neighbors of a list, by vector instructions where the processor has them.
#pragma once

#include <cstdint>

#include "graph/csr.hpp"

namespace handshake {

constexpr int kHeaviestChunk = 128;
constexpr int kMostHeaviest = 4;

// A part of a list, and which of its neighbors come into question.
struct ListChunk {
  const std::int32_t* weight_bits;
  const Node* nodes;
  int count;                          // at most kHeaviestChunk
  const std::uint32_t* matched_bits;  // one bit a node: those that may not be chosen; null: nobody
  std::uint32_t floor;                // weight_order of the lightest one that may be chosen
};

// Positions, rising, of the neighbors in question that are not lighter than number `wanted` of them,
// which is at most kMostHeaviest. More than `wanted` where weights are equal, all where there are
// fewer. Returns how many; `at` has room for kHeaviestChunk. Every processor gives the same answer.
int heaviest_of(const ListChunk& chunk, int wanted, int* at);

// The same without vector instructions, for tests.
int heaviest_of_anywhere(const ListChunk& chunk, int wanted, int* at);

}  // namespace handshake
