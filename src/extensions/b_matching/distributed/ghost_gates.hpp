// What a rank knows about the gates of other ranks' nodes. The gate of a node is the worst offer
// that the node has taken; the node would drop this offer first. Only gates that were in an answer
// are stored. So memory grows with the number of answers, not with the number of neighbors on other
// ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/b_matching/distributed/offer.hpp"
#include "graph/generate_bits.hpp"

namespace handshake::b_matching {

class GhostGates {
 public:
  GhostGates() : slots_(kFirstSlots) {}

  // A lower bound of the current gate of the node `ghost`; kNoOffer if nothing is known about it.
  Offer find(Node ghost) const {
    const Slot& slot = slots_[place_of(ghost)];
    return {slot.weight, slot.giver};
  }

  void prefetch(Node ghost) const {
    __builtin_prefetch(&slots_[mix_bits(static_cast<std::uint32_t>(ghost)) & (slots_.size() - 1)]);
  }

  void raise(Node ghost, const Offer& gate, const OfferOrder& order) {
    Slot& slot = slots_[place_of(ghost)];
    const bool is_new = slot.ghost != ghost;
    if (!is_new && !order.better(ghost, gate, {slot.weight, slot.giver})) return;
    slot = {gate.weight, gate.giver, ghost};
    if (is_new && 2 * ++used_ > slots_.size()) grow();
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;  // a power of two
  struct Slot {
    std::uint64_t weight = kNoOffer.weight;
    Node giver = kNoOffer.giver;
    Node ghost = -1;
  };

  // The slot of the node `ghost`, or the free slot that it would get.
  std::size_t place_of(Node ghost) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = mix_bits(static_cast<std::uint32_t>(ghost)) & mask;
    while (slots_[place].ghost != ghost && slots_[place].ghost != -1) place = (place + 1) & mask;
    return place;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.ghost != -1) slots_[place_of(slot.ghost)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace handshake::b_matching
