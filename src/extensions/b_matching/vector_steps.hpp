// Steps of a round for one node, in vector registers. Only for processors with AVX-512, and only
// for the index rule: under this rule, the larger word is the better neighbor.
#pragma once

#include <cstdint>

#include "extensions/b_matching/entry.hpp"

namespace handshake::b_matching {

constexpr std::int64_t kMostInVectors = 32;

bool has_vector_steps();

// The neighbors of a node, in the rising order of their numbers. A neighbor is wanted if it is
// worse than `above`, and its bit in `full` is not set. If `full` is null, no bit is checked.
struct NeighborList {
  const std::int32_t* weight_bits;
  const Node* neighbors;
  std::int64_t size;
  Entry above;
  const std::uint64_t* full;
};

// Writes the best of the wanted neighbors, best first, but not more than `most` of them. Returns
// how many it wrote. most <= kMostInVectors.
std::int64_t best_in_vectors(const NeighborList& list, std::int64_t most, Entry* best);

// Writes the nodes of `count` entries, best first; leaves out kNoEntry. count <= 8.
void write_partners(const Entry* entries, std::int64_t count, Node* partners);

}  // namespace handshake::b_matching
