// The best entries of one list.
#pragma once

#include <algorithm>
#include <vector>

#include "extensions/b_matching/heaviest.hpp"
#include "extensions/b_matching/view.hpp"

namespace handshake {

// Writes the best `most` entries of the list of v that are wanted, best first; returns how many there
// are. `scratch` is memory that the calls of one thread share.
template <TieRule kRule, class Wanted>
std::int64_t best_of_list(const View<kRule>& view, Node v, std::int64_t most, Entry* best,
                          std::vector<Entry>* scratch, const Wanted& wanted) {
  scratch->clear();
  for (EdgeIndex e = view.begin(v); e < view.end(v); ++e) {
    const Entry entry = view.entry(e);
    if (wanted(entry)) scratch->push_back(entry);
  }
  const auto better = [&](Entry a, Entry b) { return view.order.better(v, a, b); };
  const auto found = std::min<std::int64_t>(most, static_cast<std::int64_t>(scratch->size()));
  if (found < static_cast<std::int64_t>(scratch->size())) {
    std::nth_element(scratch->begin(), scratch->begin() + found, scratch->end(), better);
  }
  std::sort(scratch->begin(), scratch->begin() + found, better);
  std::copy(scratch->begin(), scratch->begin() + found, best);
  return found;
}

// The same where all are wanted: then only weights are read, and neighbors where they are taken.
template <TieRule kRule>
std::int64_t best_of_list(const View<kRule>& view, Node v, std::int64_t most, Entry* best,
                          std::vector<Entry>* scratch) {
  if (kRule == TieRule::kIndex && most <= kMostHeaviest) {
    std::int32_t positions[kMostHeaviest];
    const EdgeIndex begin = view.begin(v);
    const int found =
        heaviest(view.bits + begin, view.end(v) - begin, static_cast<int>(most), positions);
    for (int i = 0; i < found; ++i) best[i] = view.entry(begin + positions[i]);
    if (found >= 0) return found;
  }
  return best_of_list(view, v, most, best, scratch, [](Entry) { return true; });
}

}  // namespace handshake
