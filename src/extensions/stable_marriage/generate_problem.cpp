// The instances of the paper, and instances that are named like the workloads of public GPU code.
// Each entry depends only on the seed and on its position, so any thread can make any list.
#include "extensions/stable_marriage/generate_problem.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>

#include "extensions/stable_marriage/easy_lists.hpp"
#include "extensions/stable_marriage/permutation.hpp"
#include "graph/parallel.hpp"
#include "graph/text_lines.hpp"

namespace handshake::marriage {
namespace {

constexpr std::int64_t kMostPersons = 1 << 30;

// The woman at place i of the complete list of man m, and his rank in her list.
struct Choice {
  Person woman;
  Person rank;
};

template <class Word, class Choose>
Lists<Word> complete_lists(const ProblemSpec& spec, const Choose& choose) {
  const std::int64_t n = spec.n;
  Lists<Word> lists{Buffer<std::int64_t>(n + 1), Buffer<Word>(n * n), n - 1};
  for (std::int64_t m = 0; m <= n; ++m) lists.offsets[m] = m * n;
  for_each_part(n, 0, [&](std::int64_t m) {
    const auto choice_of_man = choose(static_cast<Person>(m));
    for (Person i = 0; i < n; ++i) {
      const Choice choice = choice_of_man(i);
      lists.entries[m * n + i] = Packed<Word>::word(choice.rank, choice.woman);
    }
  });
  return lists;
}

template <class Choose>
Problem complete(const ProblemSpec& spec, const Choose& choose) {
  Problem problem;
  problem.men = problem.women = spec.n;
  if (is_narrow(spec.n, spec.n)) {
    problem.lists = complete_lists<NarrowWord>(spec, choose);
  } else {
    problem.lists = complete_lists<WideWord>(spec, choose);
  }
  return problem;
}

Problem make_easy(const ProblemSpec& spec) {
  const double entries = 1.5 * spec.n * (std::log(static_cast<double>(spec.n)) + 1);
  check_memory("\"" + spec.text + "\"", entries * 16);
  Problem problem;
  problem.men = problem.women = spec.n;
  if (is_narrow(spec.n, spec.n)) {
    problem.lists = EasyLists<NarrowWord>(spec).make();
  } else {
    problem.lists = EasyLists<WideWord>(spec).make();
  }
  return problem;
}

Buffer<Person> shuffled(const ProblemSpec& spec, Purpose whose) {
  const Permutation order(spec.n, key_of(spec, whose, 0));
  Buffer<Person> list(spec.n);
  for_each_number(spec.n, 1 << 12, 0,
                  [&](std::int64_t i) { list[i] = order(static_cast<Person>(i)); });
  return list;
}

Problem make_hard(const ProblemSpec& spec) {
  Problem problem;
  problem.men = problem.women = spec.n;
  problem.lists = SharedLists{shuffled(spec, kMenLists), shuffled(spec, kWomenLists)};
  return problem;
}

Problem make_random(const ProblemSpec& spec) {
  std::vector<Permutation> ranks;  // for woman w: the rank of every man
  for (Person w = 0; w < spec.n; ++w) ranks.emplace_back(spec.n, key_of(spec, kWomenLists, w));
  return complete(spec, [&](Person m) {
    return [&, m, women = Permutation(spec.n, key_of(spec, kMenLists, m))](Person i) {
      const Person w = women(i);
      return Choice{w, ranks[w](m)};
    };
  });
}

// No two men have the same favorite.
Problem make_perfect(const ProblemSpec& spec) {
  const Person n = spec.n;
  const Buffer<Person> favorites = shuffled(spec, kMenLists);
  const Buffer<Person> turns = shuffled(spec, kWomenLists);
  return complete(spec, [&](Person m) {
    return [&, m](Person i) {
      const Person w = static_cast<Person>((std::int64_t{favorites[m]} + i) % n);
      return Choice{w, static_cast<Person>((std::int64_t{m} + turns[w]) % n)};
    };
  });
}

// The same preferences as in make_hard, with one list per person.
Problem make_congested(const ProblemSpec& spec) {
  const Buffer<Person> women = shuffled(spec, kMenLists);
  const Buffer<Person> men = shuffled(spec, kWomenLists);
  Buffer<Person> ranks(spec.n);
  for (Person i = 0; i < spec.n; ++i) ranks[men[i]] = i;
  return complete(
      spec, [&](Person m) { return [&, m](Person i) { return Choice{women[i], ranks[m]}; }; });
}

// One chain: the last man takes the woman of man 0. Then man 0 goes through nearly all women, until
// he takes the woman of man 1, and so on. Woman w prefers man w - 1, then man w, then others.
Problem make_solo(const ProblemSpec& spec) {
  const Person n = spec.n;
  const auto rank = [n](Person m, Person w) -> Person {
    // From her favorite to her last choice, `behind` is 1, 0, 2, 3 ..
    const Person behind = static_cast<Person>((std::int64_t{w} - m + n) % n);
    return behind > 1 ? behind : 1 - behind;
  };
  const auto woman = [n](Person m, Person i) -> Person {
    if (m == n - 1) return i;  // woman 0 is his favorite; no man displaces him
    if (i == 0) return m;
    if (i == n - 1) return n - 1;  // every man's last choice: she stays free until the end
    if (i == n - 2 && m < n - 2) return m + 1;
    return i - 1 < m ? i - 1 : i + 1;  // 0 .. n - 2 without m and m + 1
  };
  return complete(spec, [&](Person m) {
    return [&, m](Person i) {
      const Person w = woman(m, i);
      return Choice{w, n == 1 ? 0 : rank(m, w)};
    };
  });
}

// There is one order of the women and one order of the men. Each order is divided into groups of
// consecutive persons. To make his or her own list, each person takes the order of the other side,
// and shuffles every group.
Problem make_group(const ProblemSpec& spec) {
  const Buffer<Person> women = shuffled(spec, kMenLists);
  const Buffer<Person> men = shuffled(spec, kWomenLists);
  Buffer<Person> ranks(spec.n);
  for (Person i = 0; i < spec.n; ++i) ranks[men[i]] = i;
  // Person `who` shuffles the group of place i. Returns the place to which place i moves.
  const auto place = [&spec](Purpose whose, Person who, Person i) {
    const Person first = i - i % spec.size;
    const Person size = std::min(spec.size, spec.n - first);
    const std::uint64_t key = mix_bits(key_of(spec, whose, who) + first + 1);
    return static_cast<Person>(first + Permutation(size, key)(i - first));
  };
  return complete(spec, [&, place](Person m) {
    return [&, place, m](Person i) {
      const Person w = women[place(kMenLists, m, i)];
      return Choice{w, place(kWomenLists, w, ranks[m])};
    };
  });
}

// Throws if the memory is too small for the lists. This is checked before anything is made: with
// too many persons, even the random orders from which the lists are made would take minutes.
void check_complete(const ProblemSpec& spec) {
  const double bytes = is_narrow(spec.n, spec.n) ? sizeof(NarrowWord) : sizeof(WideWord);
  check_memory("\"" + spec.text + "\"", bytes * spec.n * spec.n);
}

struct Kind {
  const char* name;
  bool is_complete;
  std::function<Problem(const ProblemSpec&)> make;
  const char* meaning;
};

const Kind kKinds[] = {
    {"easy", false, make_easy,
     "each man ranks (1 + e) ln N random women, who also rank him; 0 <= e < 1"},
    {"hard", false, make_hard, "all men share one list, and all women share another: 2 N numbers"},
    {"random", true, make_random, "complete random lists: N^2 entries"},
    {"perfect", true, make_perfect, "complete lists, no two men have the same favorite"},
    {"congested", true, make_congested, "like hard, but with one list per person: N^2 entries"},
    {"solo", true, make_solo,
     "complete lists: one man after another goes through nearly all women"},
    {"group", true, make_group,
     "complete lists: one order per side; each person shuffles every group of size=S (5)"},
};

[[noreturn]] void fail(const std::string& text, const std::string& message) {
  throw InputError("\"" + text + "\"", 0, message);
}

std::int64_t number_in(const std::string& text, const std::string& word, std::int64_t smallest,
                       std::int64_t largest) {
  std::int64_t number = 0;
  if (!parse_count(word, &number) || number < smallest || number > largest) {
    fail(text, quote(word) + " must be a whole number from " + std::to_string(smallest) + " to " +
                   std::to_string(largest));
  }
  return number;
}

const Kind* find_kind(const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  for (const Kind& kind : kKinds) {
    if (name == kind.name && name != text) return &kind;
  }
  return nullptr;
}

}  // namespace

bool is_problem_spec(const std::string& text) {
  return find_kind(text) != nullptr;
}

Problem generate_problem(const std::string& text) {
  const Kind* const kind = find_kind(text);
  if (kind == nullptr) fail(text, "is not a generated instance; -help shows all kinds");
  ProblemSpec spec;
  spec.text = text;
  std::size_t at = text.find(':') + 1;
  std::size_t colon = std::min(text.find(':', at), text.size());
  spec.n = static_cast<Person>(number_in(text, text.substr(at, colon - at), 1, kMostPersons));
  while (colon < text.size()) {
    at = colon + 1;
    colon = std::min(text.find(':', at), text.size());
    const std::string word = text.substr(at, colon - at);
    if (word.rfind("seed=", 0) == 0) {
      spec.seed = number_in(text, word.substr(5), 0, 1ll << 60);
    } else if (word.rfind("size=", 0) == 0 && kind->name == std::string("group")) {
      spec.size = static_cast<Person>(number_in(text, word.substr(5), 1, kMostPersons));
    } else {
      fail(text, quote(word) + " is unknown; possible keys are seed=S, and size=S for group");
    }
  }
  if (kind->is_complete) check_complete(spec);
  return kind->make(spec);
}

std::string problem_spec_help() {
  std::string help = "generated instances, KIND:N[:seed=S]:\n";
  for (const Kind& kind : kKinds) {
    std::string name = std::string("  ") + kind.name + ":N";
    name.resize(16, ' ');
    help += name + kind.meaning + "\n";
  }
  return help;
}

}  // namespace handshake::marriage
