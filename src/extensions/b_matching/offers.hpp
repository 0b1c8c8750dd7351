// Lock-free b-Suitor: nodes make offers to each other, and each place of a node holds one of the
// best offers that the node has got. One compare-and-swap replaces the worst offer with a better
// offer. An offer is replaced only with a better offer. So if the compare-and-swap finds the worst
// offer unchanged, this offer is still the worst. The result is the same as if offers were taken or
// refused one after another.
//
// Every node owes a number of offers: one for each partner that it still looks for. The thread that
// raises this number from 0 owns the node until the number is 0 again. So no lock is needed for the
// position that the node has reached in its list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/b_matching/cached_lists.hpp"

namespace handshake::b_matching {

// The places in which a node collects offers.
struct OfferPlaces {
  Entry* begin;
  Entry* end;
};

// Replaces the worst offer to x with `offer`, if `offer` is better. Returns the offer that was
// replaced, or `offer` if it was refused.
template <TieRule kRule>
Entry place_offer(const EntryOrder<kRule>& order, Node x, OfferPlaces places, Entry offer) {
  for (;;) {
    Entry worst = kAboveAll;
    Entry* place = nullptr;
    for (Entry* p = places.begin; p < places.end; ++p) {
      const Entry word = __atomic_load_n(p, __ATOMIC_RELAXED);
      if (place != nullptr && !order.better(x, worst, word)) continue;
      worst = word;
      place = p;
      if (worst == kNoEntry) break;
    }
    if (place == nullptr || !order.better(x, offer, worst)) return offer;
    if (__atomic_compare_exchange_n(place, &worst, offer, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      return worst;
    }
  }
}

// The data that all threads share: the nodes that are left after the handshakes, and their free
// places.
template <TieRule kRule>
class Offers {
 public:
  Offers(const View<kRule>& view, CachedLists<kRule>* lists, const FullBits& full, Slots* slots,
         Buffer<std::int32_t>* owed)
      : view_(view),
        lists_(*lists),
        full_(full),
        slots_(*slots),
        owed_(*owed),
        missing_(view.nodes()) {
    std::fill(missing_.begin(), missing_.end(), 0);
  }

  // Must be called for every node that is left, before any offer is made.
  void open(Node v) { missing_[v] = owed_[v]; }

  // Makes the offers that v owes. If other nodes lose a place to these offers, makes their new
  // offers, too. Returns how many offers were taken.
  std::int64_t settle(Node v, std::vector<Node>* losers, std::vector<Entry>* scratch) {
    std::int64_t taken = 0;
    losers->assign(1, v);
    while (!losers->empty()) {
      const Node giver = losers->back();
      losers->pop_back();
      taken += serve(giver, losers, scratch);
    }
    return taken;
  }

 private:
  std::int64_t serve(Node giver, std::vector<Node>* losers, std::vector<Entry>* scratch) {
    std::int64_t taken = 0;
    do {
      Entry wish = lists_.next(giver, full_, scratch);
      for (; wish != kNoEntry; wish = lists_.next(giver, full_, scratch)) {
        const Node x = node_of(wish);
        const Entry offer = seen_from_neighbor(wish, giver);
        const Entry before = place_offer(view_.order, x, places(x), offer);
        if (before == offer) continue;
        ++taken;
        if (before != kNoEntry) {
          const Node loser = node_of(before);
          if (__atomic_fetch_add(&owed_[loser], 1, __ATOMIC_ACQ_REL) == 0) losers->push_back(loser);
        }
        break;
      }
    } while (__atomic_fetch_sub(&owed_[giver], 1, __ATOMIC_ACQ_REL) > 1);
    return taken;
  }

  OfferPlaces places(Node x) { return {slots_.end(x) - missing_[x], slots_.end(x)}; }

  const View<kRule>& view_;
  CachedLists<kRule>& lists_;
  const FullBits& full_;
  Slots& slots_;
  Buffer<std::int32_t>& owed_;
  // How many free places each node has that is left; 0 for all others. (Only if the graph is not
  // symmetric can such a node get an offer.)
  Buffer<std::int32_t> missing_;
};

}  // namespace handshake::b_matching
