// Sorts the list of a node's neighbors, one piece at a time.
#include "extensions/b_matching/distributed/candidates.hpp"

#include <algorithm>
#include <cstring>
#include <variant>
#include <vector>

#include "extensions/b_matching/heaviest.hpp"
#include "extensions/common/vector_instructions.hpp"

namespace handshake::b_matching {
namespace {

// Keeps the best of the offers that are added, at most `room` of them, best first.
class BestOffers {
 public:
  BestOffers(Offer* place, std::int32_t room, Node at, const OfferOrder& order)
      : begin_(place), end_(place), limit_(place + room), at_(at), order_(order) {}

  void add(const Offer& offer) {
    if (end_ == limit_ && !order_.better(at_, offer, end_[-1])) return;
    Offer* to = end_ == limit_ ? end_ - 1 : end_++;
    for (; to > begin_ && order_.better(at_, offer, to[-1]); --to) *to = to[-1];
    *to = offer;
  }

 private:
  Offer* const begin_;
  Offer* end_;
  Offer* const limit_;
  const Node at_;
  const OfferOrder& order_;
};

// Calls visit(offer) for the edges of own node i that are worse than `last`, or for all its edges
// if `last` is null.
template <class Visit>
void visit_after(const GraphPart& part, const OfferOrder& order, Node i, const Offer* last,
                 const Visit& visit) {
  const Node at = part.first + i;
  std::visit(
      [&](const auto* weights) {
        for (EdgeIndex e = part.row(i); e < part.row(i + 1); ++e) {
          const Offer offer{weight_key(static_cast<double>(weights[e])), part.neighbors[e]};
          if (!last || order.better(at, *last, offer)) visit(offer);
        }
      },
      part.weights);
}

// Writes the `room` best neighbors of own node i to `place`, best first. The weights are compared
// as floats, which vector registers can sort. Returns false if this does not work: without AVX-512,
// if `room` is too large, or if equal floats do not show which neighbors are the best.
bool best_by_floats(const GraphPart& part, const OfferOrder& order, Node i, std::int32_t room,
                    Offer* place) {
  if (kVectorInstructions != VectorInstructions::kAvx512 || room >= kMostHeaviest) return false;
  thread_local std::vector<std::int32_t> bits;
  const Node at = part.first + i;
  const auto degree = static_cast<std::size_t>(part.degree(i));
  const Node* const neighbors = part.neighbors + part.row(i);
  return std::visit(
      [&](const auto* all) {
        const auto* const weights = all + part.row(i);
        bits.resize(degree);
        for (std::size_t e = 0; e < degree; ++e) {
          const float weight = static_cast<float>(weights[e]) + 0.0f;  // + 0 turns -0 into 0
          std::memcpy(&bits[e], &weight, sizeof weight);
        }
        std::int32_t found[kMostHeaviest];
        const int count = heaviest(bits.data(), static_cast<std::int64_t>(degree), room + 1, found);
        if (count < 0 || (count > room && bits[found[room - 1]] == bits[found[room]])) return false;
        BestOffers best(place, room, at, order);
        for (std::int32_t k = 0; k < room; ++k) {
          best.add({weight_key(static_cast<double>(weights[found[k]])), neighbors[found[k]]});
        }
        return true;
      },
      part.weights);
}

}  // namespace

Candidates::Candidates(const GraphPart& part)
    : part_(part),
      order_(part.order()),
      places_(part.nodes + std::size_t{1}),
      lists_(part.nodes),
      later_(part.nodes) {
  places_[0] = 0;
  for (Node i = 0; i < part.nodes; ++i) places_[i + 1] = places_[i] + first_piece(i);
  first_ = Buffer<Offer>(places_[part.nodes]);
  std::fill(lists_.begin(), lists_.end(), List());
}

// The length of the first piece: about the number of neighbors to which the node will make offers,
// or all neighbors if the list is short.
std::int32_t Candidates::first_piece(Node i) const {
  const EdgeIndex degree = part_.degree(i);
  if (part_.bounds[i] <= 0) return 0;
  return static_cast<std::int32_t>(std::min<EdgeIndex>(degree, EdgeIndex{part_.bounds[i]} + 6));
}

bool Candidates::refill(Node i) {
  List& list = lists_[i];
  const auto degree = static_cast<std::int32_t>(part_.degree(i));
  if (list.sorted == degree || part_.bounds[i] <= 0) return false;
  const Node at = part_.first + i;
  const bool is_first = list.sorted == 0;
  const Offer last = is_first ? kNoOffer : list.end[-1];
  const Offer* const after = is_first ? nullptr : &last;
  // Each later piece is four times as long as all earlier pieces together, so a long list is read
  // only a few times.
  const std::int64_t wanted = is_first ? first_piece(i) : 4 * std::int64_t{list.sorted};
  const auto room = static_cast<std::int32_t>(std::min<std::int64_t>(wanted, degree - list.sorted));
  if (!is_first) later_[i].reset(new Offer[room]);  // `last` is a copy, so it stays valid
  Offer* const place = is_first ? first_.data() + places_[i] : later_[i].get();
  constexpr std::int32_t kMostInserted = 48;
  if (is_first && best_by_floats(part_, order_, i, room, place)) {
    // the piece is complete
  } else if (room <= kMostInserted) {
    BestOffers best(place, room, at, order_);
    visit_after(part_, order_, i, after, [&](const Offer& offer) { best.add(offer); });
  } else {
    const auto better = [&](const Offer& a, const Offer& b) { return order_.better(at, a, b); };
    const std::unique_ptr<Offer[]> all(new Offer[degree - list.sorted]);
    Offer* end = all.get();
    visit_after(part_, order_, i, after, [&](const Offer& offer) { *end++ = offer; });
    std::nth_element(all.get(), all.get() + room - 1, end, better);
    std::sort(all.get(), all.get() + room, better);
    std::copy_n(all.get(), room, place);
  }
  list = {place, place + room, list.sorted + room};
  return true;
}

}  // namespace handshake::b_matching
