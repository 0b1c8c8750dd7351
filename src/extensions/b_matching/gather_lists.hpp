// Lists of neighbors that lie anywhere in a graph, copied to one place.
#pragma once

#include <cstddef>
#include <cstdint>

#include "extensions/b_matching/problem.hpp"

namespace handshake {

// Where they go, and how many have room.
struct GatheredLists {
  Node* neighbors;
  std::int32_t* bits;  // of the weights
  Node* nodes;
  EdgeIndex* starts;  // of the list of each of these nodes
  std::size_t most_edges, most_lists;
};

struct Gathered {
  std::size_t lists, edges;
};

// As many lists as have room, of the first of `count` wanted ones, by all threads.
Gathered gather_lists(const BProblem& problem, const std::int32_t* weight_bits, const Node* wanted,
                      std::size_t count, const GatheredLists& to);

}  // namespace handshake
