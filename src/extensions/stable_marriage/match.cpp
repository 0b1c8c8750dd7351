// Checks the lists, copies them into one array, and runs the engine for CPUs.
#include "extensions/stable_marriage/match.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "extensions/stable_marriage/choose.hpp"
#include "extensions/stable_marriage/cpu_engine.hpp"
#include "graph/graph_error.hpp"
#include "graph/memory.hpp"
#include "graph/stop.hpp"

namespace handshake::marriage {
namespace {

constexpr std::int64_t kMostPersons = 1 << 30;

class SideChecker {
 public:
  SideChecker(const char* name, const Side& side, Person others)
      : name_(name), side_(side), seen_by_(others, kNobody) {}

  // Throws if the offsets or a list are not valid.
  template <class Offset>
  void check(graph::Span<Offset> offsets) {
    const auto members = static_cast<std::int64_t>(side_.members.size());
    if (static_cast<std::int64_t>(offsets.size()) != std::int64_t{side_.persons} + 1) {
      fail("there are " + std::to_string(offsets.size()) + " offsets for " +
           std::to_string(side_.persons) + " persons; give one more offset than persons");
    }
    if (offsets[0] != 0) fail("the first offset must be 0");
    for (Person p = 0; p < side_.persons; ++p) {
      stop_if_asked();
      if (offsets[p + 1] < offsets[p] || offsets[p + 1] > members) {
        fail("the offset after person " + std::to_string(p) + " is " +
                 std::to_string(offsets[p + 1]) + "; offsets must rise from 0 to " +
                 std::to_string(members) + ", the number of entries",
             p);
      }
      for (Offset at = offsets[p]; at < offsets[p + 1]; ++at) check_member(p, side_.members[at]);
    }
    if (offsets[side_.persons] != members) {
      fail("the last offset is " + std::to_string(offsets[side_.persons]) + ", but there are " +
           std::to_string(members) + " entries");
    }
  }

 private:
  void check_member(Person person, Person member) {
    if (member < 0 || static_cast<std::size_t>(member) >= seen_by_.size()) {
      fail("person " + std::to_string(person) + " ranks " + std::to_string(member) +
               ", but the persons of the other side are 0 to " +
               std::to_string(static_cast<std::int64_t>(seen_by_.size()) - 1),
           person, member);
    }
    if (seen_by_[member] == person) {
      fail("person " + std::to_string(person) + " ranks " + std::to_string(member) +
               " twice; remove one of the two entries",
           person, member);
    }
    seen_by_[member] = person;
  }
  [[noreturn]] void fail(const std::string& text, Person person = kNobody,
                         Person member = kNobody) const {
    throw GraphError(name_, text, person, member);
  }

  const char* name_;
  const Side& side_;
  std::vector<Person> seen_by_;  // [other]: the last person who ranks this one
};

void check(const char* name, const Side& side, Person others) {
  if (side.persons < 0 || side.persons > kMostPersons) {
    throw GraphError(name, "there are " + std::to_string(side.persons) +
                               " persons; at most 2^30 are possible on each side");
  }
  std::visit([&](const auto& offsets) { SideChecker(name, side, others).check(offsets); },
             side.offsets);
}

// Appends the lists of one side, whose first person has the number `first`.
void append(const Side& side, std::int64_t first, Preferences* p) {
  const std::int64_t start = p->offsets[first];
  std::visit(
      [&](const auto& offsets) {
        for (std::int64_t i = 0; i <= side.persons; ++i) p->offsets[first + i] = start + offsets[i];
      },
      side.offsets);
  std::copy(side.members.begin(), side.members.end(), p->lists.begin() + start);
}

}  // namespace

void match(const Side& men, const Side& women, const MatchOptions& options, std::int32_t* wives) {
  need_memory("the marriage",
              static_cast<std::int64_t>(4 * (2 * men.members.size() + women.members.size())));
  check("men", men, women.persons);
  check("women", women, men.persons);
  if (men.persons == 0) return;
  Preferences p;
  p.men = men.persons;
  p.women = women.persons;
  p.offsets = Buffer<std::int64_t>(std::int64_t{p.men} + p.women + 1);
  p.lists = Buffer<Person>(men.members.size() + women.members.size());
  p.offsets[0] = 0;
  append(men, 0, &p);
  append(women, p.men, &p);
  Options chosen;
  const Problem problem = make_problem(p);
  chosen.threads = options.threads;
  chosen.engine = cpu_engine_for(problem, options.threads);
  chosen.algorithm = algorithm_for(problem);
  Measures unused;
  const Marriage marriage = solve_on_cpu(problem, chosen, &unused);
  std::copy(marriage.partners.begin(), marriage.partners.end(), wives);
}

}  // namespace handshake::marriage
