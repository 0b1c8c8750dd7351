// Copies selected lists of neighbors, so that they are next to each other in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "extensions/b_matching/problem.hpp"

namespace handshake::b_matching {

// The memory for the copies, and how many edges and lists fit into it.
struct GatheredLists {
  Node* neighbors;
  std::int32_t* bits;  // of the weights
  Node* nodes;
  EdgeIndex* starts;  // where the list of each of these nodes begins
  std::size_t most_edges, most_lists;
};

struct Gathered {
  std::size_t lists, edges;
};

// Copies the wanted lists in their order, until the next list does not fit, or until all `count`
// lists are copied. Uses all threads.
Gathered gather_lists(const Problem& problem, const std::int32_t* weight_bits, const Node* wanted,
                      std::size_t count, const GatheredLists& to);

}  // namespace handshake::b_matching
