// The easy set of the paper: short random lists.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "extensions/stable_marriage/permutation.hpp"
#include "extensions/stable_marriage/problem_spec.hpp"
#include "graph/parallel.hpp"

namespace handshake::marriage {

// The lists of men are random and have random lengths. Every woman ranks the men who rank her, in
// random order.
template <class Word>
class EasyLists {
 public:
  explicit EasyLists(const ProblemSpec& spec) : spec_(spec) {
    lists_.offsets = Buffer<std::int64_t>(spec.n + 1);
    lists_.offsets[0] = 0;
    for (Person m = 0; m < spec.n; ++m) lists_.offsets[m + 1] = lists_.offsets[m] + length_of(m);
    lists_.entries = Buffer<Word>(lists_.offsets[spec.n]);
  }

  Lists<Word> make() {
    for_each_number(spec_.n, 1024, 0, [&](std::int64_t m) { choose_women(m); });
    sort_by_woman();
    for_each_number(spec_.n, 1024, 0, [&](std::int64_t w) { rank_men(w); });
    for (Person w = 0; w < spec_.n; ++w) {
      lists_.last_rank = std::max(lists_.last_rank, starts_[w + 1] - starts_[w] - 1);
    }
    return std::move(lists_);
  }

 private:
  // The length of a man's list: (1 + e) ln n women, rounded up, with a random e in [0, 1).
  std::int64_t length_of(Person m) const {
    const double e = static_cast<double>(key_of(spec_, kLengths, m) >> 11) * 0x1p-53;
    const double length = std::ceil((1 + e) * std::log(static_cast<double>(spec_.n)));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(length), 1, spec_.n);
  }

  void choose_women(std::int64_t m) {
    const Permutation women(spec_.n, key_of(spec_, kMenLists, m));
    const std::int64_t begin = lists_.offsets[m];
    for (std::int64_t at = begin; at < lists_.offsets[m + 1]; ++at) {
      lists_.entries[at] = women(static_cast<Person>(at - begin));
    }
  }

  // Sorts the entries by woman. The entries that name woman w begin at entries_[starts_[w]] and end
  // before entries_[starts_[w + 1]], in any order.
  void sort_by_woman() {
    std::vector<std::atomic<std::int64_t>> places(spec_.n + 1);
    const std::int64_t entries = lists_.offsets[spec_.n];
    for_each_number(entries, 1 << 16, 0, [&](std::int64_t at) {
      places[lists_.entries[at] + 1].fetch_add(1, std::memory_order_relaxed);
    });
    starts_ = Buffer<std::int64_t>(spec_.n + 1);
    std::int64_t sum = 0;
    for (Person w = 0; w <= spec_.n; ++w) {
      sum += places[w].load(std::memory_order_relaxed);
      starts_[w] = sum;
      places[w].store(sum, std::memory_order_relaxed);
    }
    entries_ = Buffer<std::int64_t>(entries);
    for_each_number(entries, 1 << 16, 0, [&](std::int64_t at) {
      entries_[places[lists_.entries[at]].fetch_add(1, std::memory_order_relaxed)] = at;
    });
  }

  // Ranks the men in the list of woman w by the hashes of their entries. So the ranks do not depend
  // on the order in which sort_by_woman left the entries.
  void rank_men(std::int64_t w) {
    std::int64_t* const begin = entries_.data() + starts_[w];
    std::int64_t* const end = entries_.data() + starts_[w + 1];
    const std::uint64_t key = key_of(spec_, kWomenLists, 0);
    std::sort(begin, end, [&](std::int64_t a, std::int64_t b) {
      return mix_bits(key ^ static_cast<std::uint64_t>(a)) <
             mix_bits(key ^ static_cast<std::uint64_t>(b));
    });
    for (std::int64_t* at = begin; at < end; ++at) {
      lists_.entries[*at] = Packed<Word>::word(at - begin, w);
    }
  }

  const ProblemSpec& spec_;
  Lists<Word> lists_;
  Buffer<std::int64_t> starts_;
  Buffer<std::int64_t> entries_;
};

}  // namespace handshake::marriage
