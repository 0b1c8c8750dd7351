// Sorts the men by one rank per man, with a counting sort.
#include "extensions/stable_marriage/order_of_men.hpp"

#include <numeric>
#include <type_traits>
#include <variant>

#include "graph/parallel.hpp"

namespace handshake::marriage {
namespace {

// If lists have more than this many women on average, an order of the men saves more time than it
// takes.
constexpr std::int64_t kLongList = 64;

template <class Word>
std::vector<Person> ranks_at_first_choice(const Problem& problem, const Lists<Word>& lists) {
  std::vector<Person> ranks(problem.men, problem.men);  // a man who ranks no woman comes last
  for_each_number(problem.men, kPersonsInARow, 0, [&](std::int64_t m) {
    if (lists.offsets[m] == lists.offsets[m + 1]) return;
    ranks[m] = Packed<Word>::rank(lists.entries[lists.offsets[m]]);
  });
  return ranks;
}

}  // namespace

bool has_long_lists(const Problem& problem) {
  return std::visit(
      [&](const auto& lists) {
        if constexpr (std::is_same_v<std::decay_t<decltype(lists)>, SharedLists>) {
          return true;
        } else {
          return static_cast<std::int64_t>(lists.entries.size()) > kLongList * problem.men;
        }
      },
      problem.lists);
}

std::vector<Person> order_by_rank(const std::vector<Person>& ranks) {
  std::vector<Person> next(ranks.size() + 2);  // next[r]: where the next man of rank r goes
  for (const Person rank : ranks) ++next[rank + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Person> order(ranks.size());
  for (std::size_t m = 0; m < ranks.size(); ++m) order[next[ranks[m]]++] = static_cast<Person>(m);
  return order;
}

std::vector<Person> order_of_men(const Problem& problem) {
  if (!has_long_lists(problem)) return {};
  if (const auto* narrow = std::get_if<Lists<NarrowWord>>(&problem.lists)) {
    return order_by_rank(ranks_at_first_choice(problem, *narrow));
  }
  if (const auto* wide = std::get_if<Lists<WideWord>>(&problem.lists)) {
    return order_by_rank(ranks_at_first_choice(problem, *wide));
  }
  return {};
}

}  // namespace handshake::marriage
