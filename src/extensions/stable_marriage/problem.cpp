// Converts lists to entries and back. Each woman and each man is handled independently of all
// others, so the entries are the same for every number of threads.
#include "extensions/stable_marriage/problem.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <numeric>

#include "graph/parallel.hpp"

namespace handshake::marriage {
namespace {

constexpr std::int64_t kBlock = 1024;  // persons that a thread takes at a time
constexpr int kAllThreads = 0;
constexpr std::int32_t kAbsent = -1;

// Holds the rank of every man in a woman's list, for one woman at a time.
class RankOfMan {
 public:
  explicit RankOfMan(Person men) : ranks_(men, kAbsent) {}
  void enter(const Person* begin, const Person* end) {
    for (const Person* man = begin; man < end; ++man) {
      ranks_[*man] = static_cast<std::int32_t>(man - begin);
    }
  }
  void leave(const Person* begin, const Person* end) {
    for (const Person* man = begin; man < end; ++man) ranks_[*man] = kAbsent;
  }
  std::int32_t operator[](Person man) const { return ranks_[man]; }

 private:
  std::vector<std::int32_t> ranks_;
};

// The entries of all men, sorted by woman.
struct ByWoman {
  std::vector<std::int64_t> starts;  // the entries that name woman w begin at starts[w]
  Buffer<std::int64_t> entries;      // of every entry: its position in the men's lists
  Buffer<Person> men;                // of every entry: the man who has it in his list

  explicit ByWoman(const Preferences& p)
      : starts(p.women + 1, 0), entries(p.offsets[p.men]), men(p.offsets[p.men]) {
    for (std::int64_t e = 0; e < p.offsets[p.men]; ++e) ++starts[p.lists[e] + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
    for (Person m = 0; m < p.men; ++m) {
      for (std::int64_t e = p.offsets[m]; e < p.offsets[m + 1]; ++e) {
        const std::int64_t at = next[p.lists[e]]++;
        entries[at] = e;
        men[at] = m;
      }
    }
  }
};

// For every woman in a man's list: his rank in her list, or kAbsent.
Buffer<std::int32_t> ranks_of_entries(const Preferences& p) {
  const ByWoman by_woman(p);
  Buffer<std::int32_t> ranks(p.offsets[p.men]);
  // Every part needs an array with one element per man, so there are few parts.
  const std::int64_t block = std::max<std::int64_t>(kBlock, p.women / 32 + 1);
  for_each_part((p.women + block - 1) / block, kAllThreads, [&](std::int64_t part) {
    RankOfMan rank_of_man(p.men);
    const std::int64_t end = std::min<std::int64_t>(p.women, (part + 1) * block);
    for (std::int64_t w = part * block; w < end; ++w) {
      const Person* const list = p.lists.data() + p.offsets[p.men + w];
      const Person* const list_end = p.lists.data() + p.offsets[p.men + w + 1];
      rank_of_man.enter(list, list_end);
      for (std::int64_t at = by_woman.starts[w]; at < by_woman.starts[w + 1]; ++at) {
        ranks[by_woman.entries[at]] = rank_of_man[by_woman.men[at]];
      }
      rank_of_man.leave(list, list_end);
    }
  });
  return ranks;
}

template <class Word>
Lists<Word> pack(const Preferences& p, const Buffer<std::int32_t>& ranks) {
  Lists<Word> lists;
  for (const std::int32_t rank : ranks)
    lists.last_rank = std::max<std::int64_t>(lists.last_rank, rank);
  lists.offsets = Buffer<std::int64_t>(p.men + 1);
  lists.offsets[0] = 0;
  for (Person m = 0; m < p.men; ++m) {
    const std::int32_t* const begin = ranks.data() + p.offsets[m];
    const std::int32_t* const end = ranks.data() + p.offsets[m + 1];
    lists.offsets[m + 1] = lists.offsets[m] + (end - begin) - std::count(begin, end, kAbsent);
  }
  lists.entries = Buffer<Word>(lists.offsets[p.men]);
  for_each_number(p.men, kBlock, kAllThreads, [&](std::int64_t m) {
    std::int64_t to = lists.offsets[m];
    for (std::int64_t e = p.offsets[m]; e < p.offsets[m + 1]; ++e) {
      if (ranks[e] == kAbsent) continue;
      lists.entries[to++] =
          Packed<Word>::word(static_cast<Word>(ranks[e]), static_cast<Word>(p.lists[e]));
    }
  });
  return lists;
}

template <class Word>
Preferences unpack(const Problem& problem, const Lists<Word>& lists) {
  Preferences p;
  p.men = problem.men;
  p.women = problem.women;
  const std::int64_t entries = lists.offsets[p.men];
  p.offsets = Buffer<std::int64_t>(p.men + p.women + 1);
  p.lists = Buffer<Person>(2 * entries);
  std::copy(lists.offsets.begin(), lists.offsets.end(), p.offsets.begin());
  std::vector<std::vector<Word>> women(p.women);  // the offers that each woman can get, as words
  for (Person m = 0; m < p.men; ++m) {
    for (std::int64_t e = lists.offsets[m]; e < lists.offsets[m + 1]; ++e) {
      const Person w = Packed<Word>::person(lists.entries[e]);
      p.lists[e] = w;
      women[w].push_back(Packed<Word>::offer(lists.entries[e], m));
    }
  }
  for (Person w = 0; w < p.women; ++w) {
    std::int64_t to = p.offsets[p.men + w];
    std::sort(women[w].begin(), women[w].end());
    for (const Word offer : women[w]) p.lists[to++] = Packed<Word>::person(offer);
    p.offsets[p.men + w + 1] = to;
  }
  return p;
}

Preferences unpack(const Problem& problem, const SharedLists& shared) {
  Preferences p;
  p.men = problem.men;
  p.women = problem.women;
  const std::int64_t persons = std::int64_t{p.men} + p.women;
  const std::int64_t entries = 2 * std::int64_t{p.men} * p.women;
  check_memory("a list for each of " + std::to_string(persons) + " persons", 4.0 * entries);
  p.offsets = Buffer<std::int64_t>(persons + 1);
  p.lists = Buffer<Person>(entries);
  p.offsets[0] = 0;
  for (std::int64_t i = 0; i < persons; ++i) {
    const Buffer<Person>& list = i < p.men ? shared.women : shared.men;
    std::copy(list.begin(), list.end(), p.lists.begin() + p.offsets[i]);
    p.offsets[i + 1] = p.offsets[i] + static_cast<std::int64_t>(list.size());
  }
  return p;
}

void append_places(const Places& places, Person count, std::vector<std::int32_t>* all) {
  for (Person i = 0; i < count; ++i) all->push_back(static_cast<std::int32_t>(places.count(i)));
}

}  // namespace

Places::Places(const std::vector<std::int32_t>& counts) : starts_(counts.size() + 1, 0) {
  for (std::size_t i = 0; i < counts.size(); ++i) starts_[i + 1] = starts_[i] + counts[i];
}

bool is_narrow(Person men, Person women) {
  // 16 bits can number 65,536 persons. The limit is one less, so that no offer equals kNoOffer.
  constexpr Person kMost = 65535;
  return men <= kMost && women <= kMost;
}

Problem make_problem(const Preferences& p) {
  Problem problem;
  problem.men = p.men;
  problem.women = p.women;
  if (std::any_of(p.places.begin(), p.places.end(), [](std::int32_t n) { return n != 1; })) {
    problem.men_places = Places({p.places.begin(), p.places.begin() + p.men});
    problem.women_places = Places({p.places.begin() + p.men, p.places.end()});
  }
  const Buffer<std::int32_t> ranks = ranks_of_entries(p);
  if (is_narrow(p.men, p.women)) {
    problem.lists = pack<NarrowWord>(p, ranks);
  } else {
    problem.lists = pack<WideWord>(p, ranks);
  }
  const std::int64_t one_sided = std::count(ranks.begin(), ranks.end(), kAbsent);
  const std::int64_t kept = static_cast<std::int64_t>(ranks.size()) - one_sided;
  problem.purged = static_cast<std::int64_t>(p.lists.size()) - 2 * kept;
  return problem;
}

Preferences preferences_of(const Problem& problem) {
  Preferences p =
      std::visit([&](const auto& lists) { return unpack(problem, lists); }, problem.lists);
  if (!problem.one_each()) {
    append_places(problem.men_places, problem.men, &p.places);
    append_places(problem.women_places, problem.women, &p.places);
  }
  return p;
}

void check_memory(const std::string& what, double bytes) {
  const double there = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGE_SIZE);
  if (bytes <= there) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "needs %.1f GB of memory, and this machine has %.1f GB; use "
                "a smaller instance, or shared lists",
                bytes / 1e9, there / 1e9);
  throw InputError(what, 0, text);
}

}  // namespace handshake::marriage
