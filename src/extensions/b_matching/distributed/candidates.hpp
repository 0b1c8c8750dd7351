// The neighbors to which each own node makes its next offers, best first. Lists are sorted in
// pieces, because few nodes reach the end of their lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "extensions/b_matching/distributed/graph_part.hpp"
#include "extensions/b_matching/distributed/offer.hpp"
#include "graph/buffer.hpp"

namespace handshake {

// Several threads may use this at the same time, each for different nodes.
class Candidates {
 public:
  // The part must outlive this.
  explicit Candidates(const GraphPart& part);

  // The best neighbor that was not taken yet (as `giver`), and the weight of the edge to it.
  // Returns a null pointer if there is none.
  const Offer* peek(Node i) {
    List& list = lists_[i];
    if (list.next == list.end && !refill(i)) return nullptr;
    return list.next;
  }
  void take(Node i) { ++lists_[i].next; }
  // How many candidates follow each other in memory, from peek(i) on.
  std::ptrdiff_t sorted_left(Node i) const { return lists_[i].end - lists_[i].next; }

 private:
  struct List {
    Offer* next = nullptr;
    Offer* end = nullptr;
    std::int32_t sorted = 0;  // how many neighbors were in the list so far
  };

  bool refill(Node i);
  std::int32_t first_piece(Node i) const;

  const GraphPart& part_;
  OfferOrder order_;
  Buffer<EdgeIndex> places_;  // [nodes + 1]; where the first piece of a node goes in first_
  Buffer<Offer> first_;
  Buffer<List> lists_;
  std::vector<std::unique_ptr<Offer[]>> later_;  // [nodes]; the piece after the first
};

}  // namespace handshake
