// The graph in the form that the algorithms for CPUs use, and the atomic operations on words that
// threads share.
#pragma once

#include <cstdint>

#include "extensions/common/order.hpp"
#include "graph/csr.hpp"

namespace handshake::suitor {

struct CpuGraph {
  Node nodes = 0;
  const EdgeIndex* offsets = nullptr;
  const Node* neighbors = nullptr;
  const std::int32_t* weight_bits = nullptr;  // see common/device_weights.hpp

  EdgeIndex begin(Node v) const { return offsets[v]; }
  EdgeIndex end(Node v) const { return offsets[v + 1]; }
  int degree(Node v) const { return static_cast<int>(offsets[v + 1] - offsets[v]); }
  // The neighbor and the weight of edge e in one word. Under the index rule, the larger of two
  // words is the better offer.
  Offer word(EdgeIndex e) const {
    return make_offer_word(weight_order(weight_bits[e]), neighbors[e]);
  }
};

template <class T>
T load(const T* word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
template <class T>
void store(T* word, T value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
template <class T>
bool replace(T* word, T expected, T value) {
  return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_ACQUIRE);
}

// Replaces *best with `offer` if `offer` is better, as place_offer does on a GPU. Returns the old
// value of *best: this value is worse than `offer` if and only if `offer` has replaced it.
template <class Ties>
Offer offer_to(const Ties& ties, Node receiver, Offer* best, Offer offer) {
  Offer seen = load(best);
  while (better_offer(ties, receiver, offer, seen) && !replace(best, seen, offer)) {
    seen = load(best);
  }
  return seen;
}

}  // namespace handshake::suitor
