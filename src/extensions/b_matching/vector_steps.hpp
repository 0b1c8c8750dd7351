// Steps of a round for one node in vector registers, under the index rule, where the larger word is
// the better neighbor. Only for processors with AVX-512.
#pragma once

#include <cstdint>

#include "extensions/b_matching/entry.hpp"

namespace handshake {

constexpr std::int64_t kMostInVectors = 32;

bool has_vector_steps();

// The neighbors of a node, in rising order. Those that come after `above` and have no bit in `full`
// are wanted; `full` may be null.
struct NeighborList {
  const std::int32_t* weight_bits;
  const Node* neighbors;
  std::int64_t size;
  Entry above;
  const std::uint64_t* full;
};

// Writes the best `most` neighbors that are wanted, best first; returns how many there are.
// most <= kMostInVectors.
std::int64_t best_in_vectors(const NeighborList& list, std::int64_t most, Entry* best);

// Writes the nodes of `count` entries, best first, without those that are kNoEntry. count <= 8.
void write_partners(const Entry* entries, std::int64_t count, Node* partners);

}  // namespace handshake
