// Finds the best neighbors in a list, with vector instructions if the processor has them.
#pragma once

#include "extensions/common/order.hpp"
#include "extensions/common/vector_instructions.hpp"
#include "graph/csr.hpp"

namespace handshake::suitor {

// A list of neighbors, and bits that show which of them may be chosen.
struct NeighborList {
  const std::int32_t* weight_bits;
  const Node* nodes;
  EdgeIndex size;
  const std::uint32_t* matched_bits;  // one bit per node; 1 forbids the node; null: all are allowed
};

constexpr int kMostBest = 5;

// Writes the kWanted best neighbors as words made by make_offer_word, best first. If the list has
// fewer neighbors, kNoOffer fills the remaining words. If weights are equal, the node with the
// smaller index is better. 2 <= kWanted <= kMostBest. The answer is the same for every kind of
// vector instructions.
template <int kWanted>
void best_offers(const NeighborList& list, Offer* best,
                 VectorInstructions instructions = kVectorInstructions);

}  // namespace handshake::suitor
