// The best entries of one list.
#pragma once

#include <algorithm>
#include <vector>

#include "extensions/b_matching/full_bits.hpp"
#include "extensions/b_matching/vector_steps.hpp"
#include "extensions/b_matching/view.hpp"

namespace handshake::b_matching {

// Writes the best entries of the list of v to `best`, best first: at most `most` entries, and only
// entries for which wanted(entry) is true. Returns how many it wrote. `scratch` is memory that a
// thread uses again in all its calls.
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

// The same for all neighbors of v that are worse than `above` and are not full.
template <TieRule kRule>
std::int64_t best_of_list(const View<kRule>& view, Node v, std::int64_t most, Entry* best,
                          std::vector<Entry>* scratch, Entry above, const FullBits& full) {
  if (kRule == TieRule::kIndex && most <= kMostInVectors && has_vector_steps()) {
    return best_in_vectors(view.list(v, above, full.words()), most, best);
  }
  return best_of_list(view, v, most, best, scratch, [&](Entry entry) {
    return view.order.better(v, above, entry) && !full[node_of(entry)];
  });
}

// The same for all neighbors of v.
template <TieRule kRule>
std::int64_t best_of_list(const View<kRule>& view, Node v, std::int64_t most, Entry* best,
                          std::vector<Entry>* scratch) {
  if (kRule == TieRule::kIndex && most <= kMostInVectors && has_vector_steps()) {
    return best_in_vectors(view.list(v, kAboveAll, nullptr), most, best);
  }
  return best_of_list(view, v, most, best, scratch, [](Entry) { return true; });
}

}  // namespace handshake::b_matching
