// Instances for tests, as plain lists, and functions that find their properties by trying all
// possibilities.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake::marriage {

using ListsOfPersons = std::vector<std::vector<Person>>;
using Pairs = std::vector<std::pair<Person, Person>>;  // man, woman; in rising order

struct PlainInstance {
  ListsOfPersons men, women;
  std::vector<std::int32_t> men_places, women_places;

  Problem problem() const {
    Preferences p;
    p.men = static_cast<Person>(men.size());
    p.women = static_cast<Person>(women.size());
    p.offsets = Buffer<std::int64_t>(men.size() + women.size() + 1);
    std::vector<Person> all;
    p.offsets[0] = 0;
    std::size_t i = 0;
    for (const ListsOfPersons* side : {&men, &women}) {
      for (const auto& list : *side) {
        all.insert(all.end(), list.begin(), list.end());
        p.offsets[++i] = static_cast<std::int64_t>(all.size());
      }
    }
    p.lists = Buffer<Person>(all.size());
    std::copy(all.begin(), all.end(), p.lists.begin());
    p.places = men_places;
    p.places.insert(p.places.end(), women_places.begin(), women_places.end());
    return make_problem(p);
  }

  PlainInstance swapped() const { return {women, men, women_places, men_places}; }
};

// Every person ranks each person of the other side with the probability `share`. So a person may
// rank somebody who does not rank this person.
inline PlainInstance random_instance(std::mt19937& random, int men, int women, double share,
                                     int most_places = 1) {
  PlainInstance instance;
  const auto lists_of = [&](int count, int others, ListsOfPersons* lists,
                            std::vector<std::int32_t>* places) {
    for (int i = 0; i < count; ++i) {
      std::vector<Person> list;
      for (int other = 0; other < others; ++other) {
        if (std::uniform_real_distribution<>()(random) < share) list.push_back(other);
      }
      std::shuffle(list.begin(), list.end(), random);
      lists->push_back(std::move(list));
      places->push_back(most_places == 1 ? 1
                                         : std::uniform_int_distribution<>(0, most_places)(random));
    }
  };
  lists_of(men, women, &instance.men, &instance.men_places);
  lists_of(women, men, &instance.women, &instance.women_places);
  return instance;
}

// The index of a person in a list, or the length of the list if the person is not in the list.
inline int place_in(const std::vector<Person>& list, Person person) {
  return static_cast<int>(std::find(list.begin(), list.end(), person) - list.begin());
}

inline bool rank_each_other(const PlainInstance& i, Person man, Person woman) {
  return place_in(i.men[man], woman) < static_cast<int>(i.men[man].size()) &&
         place_in(i.women[woman], man) < static_cast<int>(i.women[woman].size());
}

inline Pairs pairs_of(const Problem& problem, const Marriage& marriage) {
  Pairs pairs;
  for (Person m = 0; m < problem.men; ++m) {
    for (auto i = problem.men_places.first(m); i < problem.men_places.first(m + 1); ++i) {
      if (marriage.partners[i] != kNobody) pairs.emplace_back(m, marriage.partners[i]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline std::vector<Person> partners_in(const Pairs& pairs, Person person, bool is_man) {
  std::vector<Person> partners;
  for (const auto& [m, w] : pairs) {
    if ((is_man ? m : w) == person) partners.push_back(is_man ? w : m);
  }
  return partners;
}

// Whether the owner of `list` has a free place, or prefers `other` to one of the partners.
inline bool wants(const std::vector<Person>& list, int places, const std::vector<Person>& partners,
                  Person other) {
  if (static_cast<int>(partners.size()) < places) return true;
  return std::any_of(partners.begin(), partners.end(), [&](Person partner) {
    return place_in(list, other) < place_in(list, partner);
  });
}

inline bool is_stable(const PlainInstance& instance, const Pairs& pairs) {
  for (Person m = 0; m < static_cast<Person>(instance.men.size()); ++m) {
    const auto wives = partners_in(pairs, m, true);
    if (static_cast<int>(wives.size()) > instance.men_places[m]) return false;
    for (Person w = 0; w < static_cast<Person>(instance.women.size()); ++w) {
      const auto husbands = partners_in(pairs, w, false);
      if (static_cast<int>(husbands.size()) > instance.women_places[w]) return false;
      const bool married = std::find(wives.begin(), wives.end(), w) != wives.end();
      if (married && !rank_each_other(instance, m, w)) return false;
      if (!married && rank_each_other(instance, m, w) &&
          wants(instance.men[m], instance.men_places[m], wives, w) &&
          wants(instance.women[w], instance.women_places[w], husbands, m)) {
        return false;
      }
    }
  }
  return true;
}

// All stable sets of pairs. The two persons of a pair rank each other. Tries every set in which no
// person has more partners than places.
inline std::vector<Pairs> all_stable(const PlainInstance& instance) {
  Pairs possible;
  for (Person m = 0; m < static_cast<Person>(instance.men.size()); ++m) {
    for (Person w = 0; w < static_cast<Person>(instance.women.size()); ++w) {
      if (rank_each_other(instance, m, w)) possible.emplace_back(m, w);
    }
  }
  std::vector<Pairs> stable;
  std::vector<int> men_left(instance.men_places.begin(), instance.men_places.end());
  std::vector<int> women_left(instance.women_places.begin(), instance.women_places.end());
  Pairs chosen;
  const auto choose = [&](const auto& self, std::size_t next) -> void {
    if (next == possible.size()) {
      if (is_stable(instance, chosen)) stable.push_back(chosen);
      return;
    }
    const auto [m, w] = possible[next];
    self(self, next + 1);
    if (men_left[m] == 0 || women_left[w] == 0) return;
    --men_left[m], --women_left[w];
    chosen.push_back(possible[next]);
    self(self, next + 1);
    chosen.pop_back();
    ++men_left[m], ++women_left[w];
  };
  choose(choose, 0);
  return stable;
}

}  // namespace handshake::marriage
