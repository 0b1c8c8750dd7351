// Chooses between the hint from the facts and the hint from the small changes. See repair_hint.hpp.
#include "suite/repair_hint.hpp"

#include <algorithm>
#include <iterator>

namespace handshake::suite {

namespace {

// The kinds of changes from which a hint follows. The other kinds give no hint: they add something
// to the code, perhaps not in the best place.
struct KindOfChange {
  const char* name;
  Thought thought;
  // Whether a hint from the steps of the threads is preferred to `thought`.
  bool is_general = false;
  // Whether the mistake may instead be in a line that sets a variable of the changed line.
  bool depends_on_others = false;
};
constexpr KindOfChange kKinds[] = {
    {"comparison", Thought::comparison},
    {"logic", Thought::both_sides},
    {"side", Thought::both_sides},
    {"number", Thought::result_by_hand},
    {"bytes", Thought::bytes_of_copy},
    {"arithmetic", Thought::result_by_hand},
    {"one_more", Thought::one_too_many},
    {"one_element_more", Thought::one_too_many},
    {"value", Thought::meaning_of_names, true},
    {"variable", Thought::meaning_of_names, true},
    {"arguments", Thought::order_of_arguments, true},
    {"both", Thought::meaning_of_names, true},
    {"coordinate", Thought::coordinates},
    {"index_in_grid", Thought::coordinates},
    {"all_threads", Thought::coordinates},
    {"dimension", Thought::one_dimension},
    {"function", Thought::what_function_does},
    {"assignment", Thought::kinds_of_assignment},
    {"condition", Thought::truth},
    {"jump", Thought::way_out},
    {"left_out", Thought::without_it, true},
    {"order", Thought::which_first},
    {"moved_into", Thought::once_or_in_every_round, false, true},
    {"moved_out", Thought::once_or_in_every_round, false, true},
    {"tested_first", Thought::do_loop},
    {"repeated", Thought::begins_again, false, true},
    {"again", Thought::once_or_in_every_round, false, true},
    {"direction", Thought::direction},
    {"loop", Thought::one_element_each},
    {"barrier", Thought::shared_race},
};

KindOfChange kind_of(const Repair& repair) {
  for (const KindOfChange& kind : kKinds)
    if (repair.change == kind.name) return kind;
  return {"", Thought::none, true};
}

// Hints of the extra credit that are certain: they follow from the wrong neighbor itself, or from
// the launches.
constexpr Thought kExact[] = {Thought::unseen_edge,   Thought::start_value,
                              Thought::equal_weights, Thought::equal_weights_in_any_order,
                              Thought::earlier_pass,  Thought::negative_weight,
                              Thought::configuration, Thought::changed_in_between};

bool is_certain(const Hint& hint) {
  return hint.sure == Sure::cause ||
         std::find(std::begin(kExact), std::end(kExact), hint.thought) != std::end(kExact);
}

}  // namespace

Hint hint_of(const std::vector<Repair>& repairs, const Hint& known, bool writes_twice) {
  const bool are_lines = tells_lines_only(repairs);
  const bool is_leak =
      known.thought == Thought::never_freed || known.thought == Thought::freed_as_often;
  if (are_lines && is_leak) return {Thought::frees_not_reached};
  if (are_lines || is_certain(known)) return known;
  KindOfChange found{"", Thought::none, true};
  for (const Repair& repair : repairs) {
    const KindOfChange kind = kind_of(repair);
    if (kind.thought == Thought::none) continue;
    const bool is_other = found.thought != Thought::none && found.thought != kind.thought;
    if (is_other) return known.sure == Sure::steps ? known : Hint{};
    found = kind;
  }
  if (known.sure == Sure::steps && found.is_general) return known;
  const bool is_one_of_two = writes_twice && found.thought == Thought::which_first;
  return Hint{is_one_of_two ? Thought::one_of_two_writes : found.thought}.from(Sure::steps);
}

bool tells_lines_only(const std::vector<Repair>& repairs) {
  return std::all_of(repairs.begin(), repairs.end(),
                     [](const Repair& repair) { return repair.change == "trick"; });
}

bool is_whole_mistake(const std::vector<Repair>& repairs) {
  return std::all_of(repairs.begin(), repairs.end(), [](const Repair& repair) {
    const KindOfChange kind = kind_of(repair);
    return kind.thought != Thought::none && !kind.depends_on_others;
  });
}

}  // namespace handshake::suite
