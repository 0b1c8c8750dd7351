// The neighbors to which each node of this rank makes its next offers, best first. Lists are sorted
// in pieces, because few nodes reach the end of their lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "extensions/b_matching/distributed/graph_part.hpp"
#include "extensions/b_matching/distributed/offer.hpp"
#include "graph/buffer.hpp"

namespace handshake::b_matching {

// Several threads may use one object at the same time, each for different nodes.
class Candidates {
 public:
  // `part` must outlive this object.
  explicit Candidates(const GraphPart& part);

  // Returns an offer whose `giver` is the best neighbor that was not taken yet, and whose weight is
  // the weight of the edge to this neighbor. Returns a null pointer if no neighbor is left.
  const Offer* peek(Node i) {
    List& list = lists_[i];
    if (list.next == list.end && !refill(i)) return nullptr;
    return list.next;
  }
  void take(Node i) { ++lists_[i].next; }
  // How many sorted candidates are in memory, counted from the candidate that peek(i) returns.
  std::ptrdiff_t sorted_left(Node i) const { return lists_[i].end - lists_[i].next; }

 private:
  struct List {
    Offer* next = nullptr;
    Offer* end = nullptr;
    std::int32_t sorted = 0;  // how many neighbors have been sorted so far
  };

  bool refill(Node i);
  std::int32_t first_piece(Node i) const;

  const GraphPart& part_;
  OfferOrder order_;
  Buffer<EdgeIndex> places_;  // [nodes + 1]; where each node's first piece begins in first_
  Buffer<Offer> first_;
  Buffer<List> lists_;
  std::vector<std::unique_ptr<Offer[]>> later_;  // [nodes]; the current piece, unless in first_
};

}  // namespace handshake::b_matching
