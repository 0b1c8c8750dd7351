// Makes the marriage from the offers that the women have at the end. Also counts what the paper
// counts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/views.hpp"
#include "graph/parallel.hpp"

namespace handshake::marriage {

template <class View>
Marriage answer_one_each(const Problem& problem, const View& view,
                         const typename View::Word* suitors, int threads) {
  Marriage marriage{Buffer<Person>(problem.men)};
  for_each_number(problem.men, kPersonsInARow, threads,
                  [&](std::int64_t m) { marriage.partners[m] = kNobody; });
  for_each_number(problem.women, kPersonsInARow, threads, [&](std::int64_t w) {
    if (suitors[w] == kNoOffer<typename View::Word>) return;
    marriage.partners[view.man_of(suitors[w])] = static_cast<Person>(w);
  });
  return marriage;
}

// A man's partners are the women at whom he looked and who still have his offer.
template <class View>
Marriage answer_many(const Problem& problem, const View& view, const typename View::Word* suitors,
                     const std::int64_t* next, int threads) {
  Marriage marriage{Buffer<Person>(problem.men_places.first(problem.men))};
  for_each_number(problem.men, kPersonsInARow, threads, [&](std::int64_t number) {
    const Person m = static_cast<Person>(number);
    std::int64_t to = problem.men_places.first(m);
    for (std::int64_t at = view.begin(m); at < next[m]; ++at) {
      const Person w = view.woman(at);
      const auto* const begin = suitors + problem.women_places.first(w);
      const auto* const end = suitors + problem.women_places.first(w + 1);
      if (std::find(begin, end, view.offer(at, m)) != end) marriage.partners[to++] = w;
    }
    std::fill(marriage.partners.begin() + to,
              marriage.partners.begin() + problem.men_places.first(m + 1), kNobody);
  });
  return marriage;
}

template <class View>
Marriage answer(const Problem& problem, const View& view, const typename View::Word* suitors,
                const std::int64_t* next, int threads) {
  if (problem.one_each()) return answer_one_each(problem, view, suitors, threads);
  return answer_many(problem, view, suitors, next, threads);
}

// Computes the counts of the paper. This is not timed, because the marriage is found without these
// counts.
template <class View>
void count(const Problem& problem, const View& view, const std::int64_t* next,
           const Marriage& marriage, Measures* measures) {
  measures->considered = 0;
  for (Person m = 0; m < problem.men; ++m) measures->considered += next[m] - view.begin(m);
  const Buffer<Person>& partners = marriage.partners;
  measures->matched = static_cast<std::int64_t>(partners.size()) -
                      std::count(partners.begin(), partners.end(), kNobody);
}

}  // namespace handshake::marriage
