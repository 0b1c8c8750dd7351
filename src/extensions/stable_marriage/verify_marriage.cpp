// First, the verifier goes through the partners of every man, checks these pairs, and counts the
// partners of each woman. Then it looks at every entry of the men's lists, to find a man and a
// woman who prefer each other.
#include "extensions/stable_marriage/verify_marriage.hpp"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

namespace handshake::marriage {
namespace {

std::string pair_text(Person man, Person woman) {
  return "man " + std::to_string(man) + " and woman " + std::to_string(woman);
}

// How many partners a woman has, and the rank of the partner whom she likes least.
struct Company {
  std::int64_t men = 0;
  std::int64_t worst = -1;
};

template <class Word>
class Verifier {
 public:
  Verifier(const Problem& problem, const Lists<Word>& lists, const Marriage& marriage)
      : problem_(problem), lists_(lists), marriage_(marriage), of_woman_(problem.women) {}

  std::string fault() {
    for (Person m = 0; m < problem_.men; ++m) {
      const std::string text = fault_of_pairs(m);
      if (!text.empty()) return text;
    }
    for (Person w = 0; w < problem_.women; ++w) {
      if (of_woman_[w].men > problem_.women_places.count(w)) {
        return "woman " + std::to_string(w) + " has more partners than places";
      }
    }
    for (Person m = 0; m < problem_.men; ++m) {
      const std::string text = blocking_woman(m);
      if (!text.empty()) return text;
    }
    return "";
  }

 private:
  // The partners of a man are in the order of his list, so one pass over the list finds all of
  // them.
  std::string fault_of_pairs(Person m) {
    std::int64_t at = lists_.offsets[m];
    bool ended = false;
    for (std::int64_t i = problem_.men_places.first(m); i < problem_.men_places.first(m + 1); ++i) {
      const Person w = marriage_.partners[i];
      if (w == kNobody) {
        ended = true;
        continue;
      }
      if (ended) return "man " + std::to_string(m) + " has a partner after a free place";
      while (at < lists_.offsets[m + 1] && woman(at) != w) ++at;
      if (at == lists_.offsets[m + 1]) {
        return pair_text(m, w) +
               " are married, but his list does not have her, or has his partners in another order";
      }
      Company& hers = of_woman_[w];
      ++hers.men;
      hers.worst = std::max(hers.worst, rank(at));
      ++at;
    }
    return "";
  }

  std::string blocking_woman(Person m) const {
    std::int64_t mine = problem_.men_places.first(m);
    const std::int64_t end = problem_.men_places.first(m + 1);
    for (std::int64_t at = lists_.offsets[m]; at < lists_.offsets[m + 1] && mine < end; ++at) {
      if (marriage_.partners[mine] == woman(at)) {
        ++mine;
        continue;
      }
      const Company& hers = of_woman_[woman(at)];
      const bool has_place = hers.men < problem_.women_places.count(woman(at));
      if (has_place || (hers.men > 0 && rank(at) < hers.worst)) {
        return pair_text(m, woman(at)) + " would prefer each other";
      }
    }
    return "";
  }

  Person woman(std::int64_t at) const {
    return static_cast<Person>(lists_.entries[at] & ((Word{1} << 4 * sizeof(Word)) - 1));
  }
  std::int64_t rank(std::int64_t at) const {
    return static_cast<std::int64_t>(lists_.entries[at] >> 4 * sizeof(Word));
  }

  const Problem& problem_;
  const Lists<Word>& lists_;
  const Marriage& marriage_;
  std::vector<Company> of_woman_;
};

// All persons of a side have the same list. So the best woman must marry the best man, the second
// woman must marry the second man, and so on: no other marriage is stable.
std::string shared_fault(const SharedLists& shared, const Marriage& marriage) {
  const std::size_t pairs = std::min(shared.men.size(), shared.women.size());
  for (std::size_t i = 0; i < shared.men.size(); ++i) {
    const Person m = shared.men[i];
    const Person right = i < pairs ? shared.women[i] : kNobody;
    if (marriage.partners[m] == right) continue;
    if (right != kNobody) return pair_text(m, right) + " would prefer each other";
    return "man " + std::to_string(m) + " has a partner, but all women must marry better men";
  }
  return "";
}

}  // namespace

std::string marriage_fault(const Problem& problem, const Marriage& marriage) {
  const std::int64_t places = problem.men_places.first(problem.men);
  if (static_cast<std::int64_t>(marriage.partners.size()) != places) {
    return "there are " + std::to_string(marriage.partners.size()) + " partners for " +
           std::to_string(places) + " places";
  }
  if (const auto* shared = std::get_if<SharedLists>(&problem.lists)) {
    return shared_fault(*shared, marriage);
  }
  if (const auto* narrow = std::get_if<Lists<NarrowWord>>(&problem.lists)) {
    return Verifier<NarrowWord>(problem, *narrow, marriage).fault();
  }
  return Verifier<WideWord>(problem, std::get<Lists<WideWord>>(problem.lists), marriage).fault();
}

}  // namespace handshake::marriage
