// For every node the best of its neighbors that are left, best first: a window into its list.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "extensions/b_matching/best_of_list.hpp"
#include "extensions/b_matching/slots.hpp"

namespace handshake {

// How many neighbors a node keeps at hand: enough for its places and some that it will lose.
inline std::int64_t cached_for(const BProblem& problem, Node v) {
  constexpr std::int64_t kMore = 4;
  const std::int64_t places = problem.bounds[v];
  if (places == 0) return 0;
  std::int64_t most = places + kMore;
  for (std::int64_t size = 8; size <= 32; size *= 2) {
    if (most <= size) most = size;
  }
  return std::min<std::int64_t>(most, problem.degree(v));
}

// One bit per node: it has all the partners that it may have.
class FullBits {
 public:
  FullBits(Node nodes, int threads) : words_((nodes + 63) / 64) {
    for_each_number(static_cast<std::int64_t>(words_.size()), 4096, threads,
                    [this](std::int64_t i) { words_[i] = 0; });
  }
  bool operator[](Node v) const {
    return __atomic_load_n(&words_[v >> 6], __ATOMIC_RELAXED) >> (v & 63) & 1;
  }
  void set(Node v) {
    __atomic_fetch_or(&words_[v >> 6], std::uint64_t{1} << (v & 63), __ATOMIC_RELAXED);
  }
  void prefetch(Node v) const { __builtin_prefetch(&words_[v >> 6]); }

 private:
  Buffer<std::uint64_t> words_;
};

// The entries of node v are at entries[head] .. entries[tail - 1]. Those before head are done
// with: matched, or full. If the list was cut, there are more neighbors after `last`.
struct CachedList {
  EdgeIndex head;
  EdgeIndex tail;
  Entry last;  // kNoEntry: the list was not cut
};

template <TieRule kRule>
class CachedLists {
 public:
  CachedLists(const View<kRule>& view, int threads)
      : view_(view),
        starts_(
            starts_of(view.nodes(), threads, [&](Node v) { return cached_for(view.problem, v); })),
        entries_(starts_[view.nodes()]),
        lists_(view.nodes()) {}

  void touch(int threads) {
    touch_pages(&entries_, threads);
    touch_pages(&lists_, threads);
  }

  // The first time; for nodes that have places.
  void fill(Node v, std::vector<Entry>* scratch) {
    const EdgeIndex from = starts_[v];
    set(v, from, best_of_list(view_, v, starts_[v + 1] - from, &entries_[from], scratch));
  }

  // Makes the best `wanted` neighbors that are not full come first; returns how many there are.
  std::int64_t look(Node v, std::int64_t wanted, const FullBits& full,
                    std::vector<Entry>* scratch) {
    CachedList& list = lists_[v];
    std::int64_t kept = 0;
    EdgeIndex at = list.head;
    for (;;) {
      for (; kept < wanted && at < list.tail; ++at) {
        const Entry entry = entries_[at];
        if (!full[node_of(entry)]) entries_[list.head + kept++] = entry;
      }
      if (kept == wanted || list.last == kNoEntry) break;
      // The list is used up: those that were kept go to its start, and others come after them.
      std::copy_n(entries_.data() + list.head, kept, entries_.data() + starts_[v]);
      list.head = starts_[v];
      const Entry last = list.last;
      const EdgeIndex from = list.head + kept;
      set(v, from,
          best_of_list(view_, v, starts_[v + 1] - from, &entries_[from], scratch, [&](Entry entry) {
            return view_.order.better(v, last, entry) && !full[node_of(entry)];
          }));
      at = list.head + kept;
      if (at == list.tail) break;
    }
    if (at != list.head + kept) {
      std::copy_backward(entries_.data() + list.head, entries_.data() + list.head + kept,
                         entries_.data() + at);
      list.head = at - kept;
    }
    return kept;
  }

  // Takes out those of the first `count` entries that are done with.
  template <class IsDone>
  void drop(Node v, std::int64_t count, const IsDone& is_done) {
    CachedList& list = lists_[v];
    Entry* const begin = entries_.data() + list.head;
    Entry* to = begin + count;
    for (const Entry* from = begin + count; from != begin;) {
      if (!is_done(*--from)) *--to = *from;
    }
    list.head += to - begin;
  }

  // The best neighbor that is left and not full, once each; kNoEntry after the last.
  Entry next(Node v, const FullBits& full, std::vector<Entry>* scratch) {
    if (look(v, 1, full, scratch) == 0) return kNoEntry;
    return entries_[lists_[v].head++];
  }

  // How many of `wanted` neighbors are at hand.
  std::int64_t count(Node v, std::int64_t wanted) const {
    return std::min<std::int64_t>(wanted, lists_[v].tail - lists_[v].head);
  }
  const Entry* first(Node v) const { return entries_.data() + lists_[v].head; }
  void prefetch(Node v) const { __builtin_prefetch(&lists_[v]); }

 private:
  // `found` entries from place `from` on are new.
  void set(Node v, EdgeIndex from, std::int64_t found) {
    const bool is_cut =
        from + found == starts_[v + 1] && starts_[v + 1] - starts_[v] < view_.problem.degree(v);
    lists_[v] = {starts_[v], from + found, is_cut ? entries_[from + found - 1] : kNoEntry};
  }

  const View<kRule>& view_;
  Buffer<EdgeIndex> starts_;
  Buffer<Entry> entries_;
  Buffer<CachedList> lists_;
};

}  // namespace handshake
