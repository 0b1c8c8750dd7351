// For a node of this rank: its suitors (S(p) in the paper), and a lock for them.
#pragma once

#include <cstdint>

#include "extensions/b_matching/distributed/offer.hpp"

namespace handshake::b_matching {

// Every proposal reads these members, so they are next to each other in memory.
struct Seats {
  Offer gate;           // S(p).last, once all places are taken
  Offer* suitors;       // best first
  std::int32_t taken;   // how many places are taken, or kHeld
  std::int32_t places;  // min(b, degree)

  static constexpr std::int32_t kHeld = -1;  // value of `taken` while a thread changes the seats

  // Whether the offer is lighter than the gate. The caller does not need the lock. A result of true
  // stays true, because gates only rise.
  bool refuse(const Offer& offer) const {
    return offer.weight < __atomic_load_n(&gate.weight, __ATOMIC_RELAXED);
  }
};

// Locks the seats of one node for a few instructions. A thread holds at most one of these locks at
// a time, so there is no deadlock.
class HeldSeats {
 public:
  HeldSeats(Seats* seats, bool is_shared)
      : seats_(*seats), taken_(is_shared ? hold(seats) : seats->taken) {}
  ~HeldSeats() { __atomic_store_n(&seats_.taken, taken_, __ATOMIC_RELEASE); }
  HeldSeats(const HeldSeats&) = delete;
  HeldSeats& operator=(const HeldSeats&) = delete;

  const Offer& gate() const { return seats_.gate; }
  bool are_full() const { return taken_ == seats_.places; }
  Offer drop_last() { return seats_.suitors[--taken_]; }
  void insert(Node at, const Offer& offer, const OfferOrder& order) {
    Offer* to = seats_.suitors + taken_++;
    for (; to > seats_.suitors && order.better(at, offer, to[-1]); --to) *to = to[-1];
    *to = offer;
    if (!are_full()) return;
    const Offer& last = seats_.suitors[taken_ - 1];
    __atomic_store_n(&seats_.gate.weight, last.weight, __ATOMIC_RELAXED);
    seats_.gate.giver = last.giver;
  }

 private:
  static std::int32_t hold(Seats* seats) {
    for (;;) {
      const std::int32_t taken = __atomic_exchange_n(&seats->taken, Seats::kHeld, __ATOMIC_ACQUIRE);
      if (taken != Seats::kHeld) return taken;
    }
  }

  Seats& seats_;
  std::int32_t taken_;
};

}  // namespace handshake::b_matching
