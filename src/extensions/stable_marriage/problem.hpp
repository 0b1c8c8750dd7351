// The problem: each man has a list of women, best first. Each entry also has the rank of this man
// in the list of the woman.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "extensions/stable_marriage/packed_word.hpp"
#include "graph/buffer.hpp"
#include "graph/input_error.hpp"

namespace handshake::marriage {

using Person = std::int32_t;  // a man or a woman, 0-based
constexpr Person kNobody = -1;
constexpr std::int64_t kPersonsInARow = 4096;  // persons that a thread takes at a time

// How many partners each person may have. If every person may have only one partner, this object
// takes no memory.
class Places {
 public:
  Places() = default;
  explicit Places(const std::vector<std::int32_t>& counts);

  bool one_each() const { return starts_.empty(); }
  // The places of a person are numbered first(p) .. first(p + 1) - 1.
  std::int64_t first(Person p) const { return one_each() ? p : starts_[p]; }
  std::int64_t count(Person p) const { return first(p + 1) - first(p); }
  const std::vector<std::int64_t>& starts() const { return starts_; }

 private:
  std::vector<std::int64_t> starts_;
};

// Man m has the entries offsets[m] .. offsets[m + 1] - 1, best first. Each entry has a woman, and
// the rank of m in her list: 0 for her favorite. Two men never have the same rank in one list.
template <class Word>
struct Lists {
  Buffer<std::int64_t> offsets;
  Buffer<Word> entries;
  std::int64_t last_rank = 0;  // the largest rank of all entries
};

// All men have the same list of all women, and all women have the same list of all men, best first.
struct SharedLists {
  Buffer<Person> women;
  Buffer<Person> men;
};

struct Problem {
  Person men = 0;
  Person women = 0;
  std::variant<Lists<NarrowWord>, Lists<WideWord>, SharedLists> lists;
  Places men_places;
  Places women_places;
  std::int64_t purged = 0;  // entries left out because only one person of the pair ranks the other

  bool one_each() const { return men_places.one_each() && women_places.one_each(); }
};

// The lists of both sides, as in a file: first the lists of the men, then the lists of the women.
struct Preferences {
  Person men = 0;
  Person women = 0;
  Buffer<std::int64_t> offsets;      // [men + women + 1]
  Buffer<Person> lists;              // persons of the other side, best first, without repeats
  std::vector<std::int32_t> places;  // [men + women]; empty: everyone has one place
};

// Whether the ranks and persons of an instance of this size fit into words of 32 bits.
bool is_narrow(Person men, Person women);

// Drops the entries for which only one of the two persons ranks the other, and counts them. The
// lists must be valid.
Problem make_problem(const Preferences& preferences);

// The opposite of make_problem, without the entries that make_problem dropped. Throws InputError
// for shared lists if there is not enough memory for one list per person.
Preferences preferences_of(const Problem& problem);

// Throws InputError, which names `what`, if this machine does not have that many bytes of memory.
void check_memory(const std::string& what, double bytes);

}  // namespace handshake::marriage
