// The places for the partners of all nodes, and the answer that is made from these places.
#pragma once

#include <algorithm>

#include "extensions/b_matching/view.hpp"
#include "graph/parallel.hpp"

namespace handshake::b_matching {

constexpr std::int64_t kNodesInARow = 2048;  // nodes that a thread takes at a time

// The operating system provides a page of memory only when a program first writes to this page. So
// this function writes to every page before the time is measured.
template <class T>
void touch_pages(Buffer<T>* array, int threads) {
  constexpr std::int64_t kPage = 4096 / sizeof(T);
  const auto pages = (static_cast<std::int64_t>(array->size()) + kPage - 1) / kPage;
  for_each_number(pages, 512, threads, [&](std::int64_t page) { (*array)[page * kPage] = {}; });
}

// Writes the index of each node's first place; node v has count(v) places.
template <class Count>
void write_starts(Node nodes, int threads, const Count& count, Buffer<EdgeIndex>* to) {
  Buffer<EdgeIndex>& starts = *to;
  const std::int64_t parts = (nodes + kNodesInARow - 1) / kNodesInARow;
  Buffer<EdgeIndex> sums(parts);
  const auto add_up = [&](std::int64_t part, EdgeIndex sum) {
    const std::int64_t end = std::min<std::int64_t>(nodes, (part + 1) * kNodesInARow);
    for (std::int64_t v = part * kNodesInARow; v < end; ++v) {
      starts[v] = sum;
      sum += count(static_cast<Node>(v));
    }
    return sum;
  };
  for_each_part(parts, threads, [&](std::int64_t part) { sums[part] = add_up(part, 0); });
  EdgeIndex all = 0;
  for (EdgeIndex& sum : sums) all += std::exchange(sum, all);
  for_each_part(parts, threads, [&](std::int64_t part) { add_up(part, sums[part]); });
  starts[nodes] = all;
}

template <class Count>
Buffer<EdgeIndex> starts_of(Node nodes, int threads, const Count& count) {
  Buffer<EdgeIndex> starts(std::size_t{1} + nodes);
  write_starts(nodes, threads, count, &starts);
  return starts;
}

// Place i of node v is words[starts[v] + i]: a partner, or kNoEntry.
struct Slots {
  Buffer<EdgeIndex> starts;
  Buffer<Entry> words;

  Slots(const ProblemView& problem, int threads)
      : starts(starts_of(problem.nodes, threads, [&](Node v) { return problem.places(v); })),
        words(starts[problem.nodes]) {
    for_each_number(static_cast<std::int64_t>(words.size()), 1 << 16, threads,
                    [this](std::int64_t i) { words[i] = kNoEntry; });
  }
  Entry* begin(Node v) { return words.data() + starts[v]; }
  Entry* end(Node v) { return words.data() + starts[v + 1]; }
};

// Memory for the answer: as many partners as there are places.
inline BMatching room_for_answer(const Slots& slots, int threads) {
  BMatching matching;
  matching.offsets = Buffer<EdgeIndex>(slots.starts.size());
  matching.partners = Buffer<Node>(slots.words.size());
  touch_pages(&matching.offsets, threads);
  touch_pages(&matching.partners, threads);
  return matching;
}

// Writes the partners of every node, best first, to the memory that room_for_answer allocated.
template <TieRule kRule>
void write_answer(const View<kRule>& view, Slots* slots, int threads, BMatching* matching) {
  const auto is_taken = [](Entry word) { return word != kNoEntry; };
  write_starts(
      view.nodes(), threads,
      [&](Node v) { return std::count_if(slots->begin(v), slots->end(v), is_taken); },
      &matching->offsets);
  for_each_number(view.nodes(), kNodesInARow, threads, [&](std::int64_t number) {
    const Node v = static_cast<Node>(number);
    Entry *const begin = slots->begin(v), *end = slots->end(v);
    Node* const partners = matching->partners.begin() + matching->offsets[v];
    if (kRule == TieRule::kIndex && has_vector_steps() && end - begin <= 8) {
      write_partners(begin, end - begin, partners);
      return;
    }
    end = std::remove(begin, end, kNoEntry);
    std::sort(begin, end, [&](Entry a, Entry b) { return view.order.better(v, a, b); });
    std::transform(begin, end, partners, node_of);
  });
  matching->partners.truncate(matching->offsets[view.nodes()]);
}

template <TieRule kRule>
BMatching answer_of(const View<kRule>& view, Slots* slots, int threads) {
  BMatching matching = room_for_answer(*slots, threads);
  write_answer(view, slots, threads, &matching);
  return matching;
}

}  // namespace handshake::b_matching
