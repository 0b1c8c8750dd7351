// A man proposes: the step that Gale-Shapley and McVitie-Wilson share, for one thread or for many.
//
// The suitors of a woman are stored as words. Each change of a word is one compare-and-swap, and
// makes the word smaller (the suitor better). So a woman who refused a man once would refuse him
// forever. A man is owned by one thread at a time: by the thread that took him at the start, or by
// the thread that put another man in his place. So his position in his list needs no lock; it is
// written before other threads can see his offer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/stable_marriage/problem.hpp"
#include "extensions/stable_marriage/views.hpp"
#include "graph/buffer.hpp"
#include "graph/parallel.hpp"

namespace handshake::marriage {

constexpr std::int64_t kMostAhead = 8;  // how many of a man's next women are prefetched

// The problem, and the state of the proposals. The places of woman w begin at
// suitors[women_places.first(w)] and end before suitors[women_places.first(w + 1)].
template <class View>
struct Proposals {
  using Word = typename View::Word;

  View view;
  const Problem& problem;
  Buffer<Word> suitors;
  Buffer<std::int64_t> next;  // of man m: the entry that he looks at next
  Buffer<std::int32_t> owed;  // of man m: number of partners to find; empty: one partner each

  Proposals(const Problem& of, const View& lists, int threads)
      : view(lists),
        problem(of),
        suitors(of.women_places.first(of.women)),
        next(of.men),
        owed(of.one_each() ? 0 : of.men) {
    const auto places = static_cast<std::int64_t>(suitors.size());
    for_each_number(places, kPersonsInARow, threads,
                    [&](std::int64_t i) { suitors[i] = kNoOffer<Word>; });
    for_each_number(of.men, kPersonsInARow, threads,
                    [&](std::int64_t m) { next[m] = view.begin(m); });
    for (std::size_t m = 0; m < owed.size(); ++m) {
      owed[m] = static_cast<std::int32_t>(of.men_places.count(static_cast<Person>(m)));
    }
  }
};

// The work of one thread. kMany: whether persons may have several places. kThreads: whether other
// threads work at the same time.
template <class View, bool kMany, bool kThreads>
class Proposer {
 public:
  using Word = typename View::Word;

  // `turn`: how many women a man looks at before other men continue. Not used if kMany.
  Proposer(Proposals<View>* all, std::int64_t turn) : all_(*all), view_(all->view), turn_(turn) {}

  // Finds partners for a man who is free; calls free_again(man) for each man who must be served
  // again.
  template <class FreeAgain>
  void serve(Person man, const FreeAgain& free_again) {
    if constexpr (!kMany) {
      const Person loser = propose(man);
      if (loser != kNobody) free_again(loser);
    } else {
      if (load(&all_.owed[man]) == 0) return;  // only at the start, for a man without places
      do {
        const Person loser = propose(man);
        if (loser != kNobody && add(&all_.owed[loser], 1) == 0) free_again(loser);
      } while (add(&all_.owed[man], -1) > 1);
    }
  }

  void prefetch_position(Person man) const {
    __builtin_prefetch(&all_.next[man], 1);
    view_.prefetch_end(man);
  }
  void prefetch_list(Person man) const { view_.prefetch(all_.next[man]); }
  void prefetch_women(Person man) const {
    if (kMany) return;
    const std::int64_t at = all_.next[man];
    const std::int64_t end = std::min(view_.end(man), at + std::min(turn_, kMostAhead));
    for (std::int64_t i = at; i < end; ++i) {
      __builtin_prefetch(&all_.suitors[view_.woman(i)], 1);
    }
  }

  std::int64_t placements() const { return placements_; }

 private:
  // The man goes through his list until a woman takes him, or until his turn ends. Returns the man
  // who must continue: the man who lost her, or `man` if his turn has ended, or kNobody.
  Person propose(Person man) {
    const std::int64_t end = view_.end(man);
    std::int64_t at = all_.next[man];
    const std::int64_t pause = std::min(end, at + turn_);
    for (;; ++at) {
      if constexpr (!kMany) {
        at = view_.first_taker(at, pause, man, all_.suitors.data());
        if (at == pause && pause < end) {
          all_.next[man] = at;
          return man;
        }
      }
      all_.next[man] = std::min(at + 1, end);
      if (at >= end) return kNobody;
      const Word offer = view_.offer(at, man);
      Word old;
      for (Word* place = worst_place(view_.woman(at), &old); offer < old;
           place = worst_place(view_.woman(at), &old)) {
        if (!replace(place, old, offer)) continue;
        ++placements_;
        return old == kNoOffer<Word> ? kNobody : view_.man_of(old);
      }
    }
  }

  // Returns the place of a woman's worst suitor, and sets *worst to his word. As long as this word
  // is in the place, he is her worst suitor, because the suitors in her other places are only
  // replaced by better ones.
  Word* worst_place(Person woman, Word* worst) {
    if constexpr (!kMany) {
      *worst = load(&all_.suitors[woman]);
      return &all_.suitors[woman];
    }
    *worst = 0;  // a woman without places takes no man
    Word* place = nullptr;
    const std::int64_t end = all_.problem.women_places.first(woman + 1);
    for (std::int64_t i = all_.problem.women_places.first(woman); i < end; ++i) {
      const Word suitor = load(&all_.suitors[i]);
      if (place != nullptr && suitor <= *worst) continue;
      *worst = suitor;
      place = &all_.suitors[i];
    }
    return place;
  }

  template <class T>
  static T load(const T* word) {
    return kThreads ? __atomic_load_n(word, __ATOMIC_ACQUIRE) : *word;
  }
  static bool replace(Word* place, Word old, Word offer) {
    if constexpr (kThreads) {
      return __atomic_compare_exchange_n(place, &old, offer, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE);
    }
    *place = offer;
    return true;
  }
  // Returns the old value.
  static std::int32_t add(std::int32_t* number, std::int32_t summand) {
    if constexpr (kThreads) return __atomic_fetch_add(number, summand, __ATOMIC_ACQ_REL);
    *number += summand;
    return *number - summand;
  }

  Proposals<View>& all_;
  const View view_;
  const std::int64_t turn_;
  std::int64_t placements_ = 0;
};

}  // namespace handshake::marriage
