// For every node: a list of the best neighbors that are left, best first.
#pragma once

#include <algorithm>
#include <vector>

#include "extensions/b_matching/best_of_list.hpp"
#include "extensions/b_matching/slots.hpp"

namespace handshake::b_matching {

// How many neighbors the list of a node holds: one per place for a partner, and a few more, because
// some of these neighbors will have no place for the node.
inline std::int64_t cached_for(const ProblemView& problem, Node v) {
  constexpr std::int64_t kMore = 4;
  const std::int64_t places = problem.bounds[v];
  if (places == 0) return 0;
  std::int64_t most = places + kMore;
  for (std::int64_t size = 8; size <= 32; size *= 2) {
    if (most <= size) most = size;
  }
  return std::min<std::int64_t>(most, problem.degree(v));
}

// The list of node v has `count` entries; the first is entries_[starts_[v]]. If the list was cut,
// more neighbors come after the entry `last`.
struct CachedList {
  Entry last;  // kNoEntry: the list was not cut
  std::int32_t count;
  std::int32_t used;  // how many entries next() has returned
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

  // Makes the list for the first time. Called only for nodes that have places.
  void fill(Node v, std::vector<Entry>* scratch) {
    set(v, best_of_list(view_, v, room(v), first(v), scratch));
  }

  // Removes the neighbors that are full. Returns whether the list needs a refill: fewer than
  // `wanted` entries are left, and the node has more neighbors after them.
  bool drop_full(Node v, std::int64_t wanted, const FullBits& full) {
    CachedList& list = lists_[v];
    Entry* end = first(v);
    for (const Entry *at = end, *last = at + list.count; at < last; ++at) {
      const Entry entry = *at;
      *end = entry;
      end += full[node_of(entry)] ? 0 : 1;  // no branch, because it could not be predicted
    }
    list.count = static_cast<std::int32_t>(end - first(v));
    return list.count < wanted && list.last != kNoEntry;
  }

  // Fills up the list: adds the best neighbors that come after its entry `last` and are not full.
  void refill(Node v, const FullBits& full, std::vector<Entry>* scratch) {
    const std::int64_t kept = lists_[v].count;
    set(v, kept + best_of_list(view_, v, room(v) - kept, first(v) + kept, scratch, lists_[v].last,
                               full));
  }

  // Moves entries to `matched`: those of the first `wanted` entries that reach the threshold of
  // their neighbor. Returns how many it moved.
  std::int64_t move_matched(Node v, std::int64_t wanted, const Buffer<Entry>& thresholds,
                            Entry* matched) {
    CachedList& list = lists_[v];
    const auto asked = static_cast<std::int32_t>(std::min<std::int64_t>(wanted, list.count));
    std::int32_t moved = 0;
    Entry* kept = first(v);
    const Entry *at = kept, *const end = at + list.count;
    for (const Entry* const last = at + asked; at < last; ++at) {
      const Entry entry = *at;
      const Node u = node_of(entry);
      const bool stays = view_.order.better(u, thresholds[u], seen_from_neighbor(entry, v));
      matched[moved] = entry;
      *kept = entry;
      moved += stays ? 0 : 1;  // no branch, because it could not be predicted
      kept += stays ? 1 : 0;
    }
    if (moved < asked) matched[moved] = kNoEntry;
    std::copy(at, end, kept);
    list.count -= moved;
    return moved;
  }

  // The next best neighbor that is not full. Returns each neighbor once, and kNoEntry after the
  // last one.
  Entry next(Node v, const FullBits& full, std::vector<Entry>* scratch) {
    CachedList& list = lists_[v];
    for (;;) {
      while (list.used < list.count) {
        const Entry best = first(v)[list.used++];
        if (!full[node_of(best)]) return best;
      }
      if (list.last == kNoEntry) return kNoEntry;
      list.count = 0;
      refill(v, full, scratch);
    }
  }

  // Of the entries that are left, the one at position `places`, counted from 1; kNoEntry if there
  // are fewer entries. All entries before it are at least as good.
  Entry threshold(Node v, std::int64_t places) const {
    return lists_[v].count < places ? kNoEntry : entries_[starts_[v] + places - 1];
  }
  bool is_empty(Node v) const { return lists_[v].count == 0; }
  void prefetch(Node v) const {
    __builtin_prefetch(&lists_[v]);
    __builtin_prefetch(&entries_[starts_[v]]);
  }

 private:
  Entry* first(Node v) { return entries_.data() + starts_[v]; }
  std::int64_t room(Node v) const { return cached_for(view_.problem, v); }

  void set(Node v, std::int64_t count) {
    const bool is_cut = count == room(v) && count < view_.problem.degree(v);
    lists_[v] = {is_cut ? first(v)[count - 1] : kNoEntry, static_cast<std::int32_t>(count), 0};
  }

  const View<kRule>& view_;
  Buffer<EdgeIndex> starts_;
  Buffer<Entry> entries_;
  Buffer<CachedList> lists_;
};

}  // namespace handshake::b_matching
