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
    {"comparison", "comparison"},
    {"logic", "both_sides"},
    {"side", "both_sides"},
    {"number", "result_by_hand"},
    {"bytes", "bytes_of_copy"},
    {"arithmetic", "result_by_hand"},
    {"one_more", "one_too_many"},
    {"one_element_more", "one_too_many"},
    {"value", "meaning_of_names", true},
    {"variable", "meaning_of_names", true},
    {"arguments", "order_of_arguments", true},
    {"both", "meaning_of_names", true},
    {"coordinate", "coordinates"},
    {"index_in_grid", "coordinates"},
    {"all_threads", "coordinates"},
    {"dimension", "one_dimension"},
    {"function", "what_function_does"},
    {"assignment", "kinds_of_assignment"},
    {"condition", "truth"},
    {"jump", "way_out"},
    {"left_out", "without_it", true},
    {"order", "which_first"},
    {"moved_into", "once_or_in_every_round", false, true},
    {"moved_out", "once_or_in_every_round", false, true},
    {"tested_first", "do_loop"},
    {"repeated", "begins_again", false, true},
    {"again", "once_or_in_every_round", false, true},
    {"direction", "direction"},
    {"loop", "one_element_each"},
    {"barrier", "shared_race"},
};

KindOfChange kind_of(const Repair& repair) {
  for (const KindOfChange& kind : kKinds)
    if (repair.change == kind.name) return kind;
  return {"", "", true};
}

// Hints of the extra credit that are certain: they follow from the wrong neighbor itself, or from
// the launches.
constexpr Thought kExact[] = {
    "unseen_edge",  "start_value",     "equal_weights", "equal_weights_in_any_order",
    "earlier_pass", "negative_weight", "configuration", "changed_in_between"};

bool is_certain(const Hint& hint) {
  return hint.sure == Sure::cause ||
         std::find(std::begin(kExact), std::end(kExact), hint.thought) != std::end(kExact);
}

// Whether one thread has written to the element that is wrong, and has done so in two lines.
bool writes_twice(const Failure& failure) {
  return std::any_of(failure.what.begin(), failure.what.end(), [](const Fact& fact) {
    const auto* const often = fact.get<WrittenOften>();
    return often && often->threads <= 1 && often->first;
  });
}

// The thought for the launch that failed.
Thought in_launch(Thought thought, const Failure& failure) {
  if (thought == "which_first" && writes_twice(failure)) return "one_of_two_writes";
  if (thought == "one_dimension" && !failure.shape.is_line()) return "coordinates";
  return thought;
}

}  // namespace

Hint hint_of(const std::vector<Repair>& repairs, const Failure& failure) {
  const Hint& known = failure.hint;
  const bool are_lines = tells_lines_only(repairs);
  const bool is_leak = known.thought == "never_freed" || known.thought == "freed_as_often" ||
                       known.thought == "leak";
  if (are_lines && is_leak) return {"frees_not_reached"};
  if (are_lines || is_certain(known)) return known;
  KindOfChange found{"", "", true};
  for (const Repair& repair : repairs) {
    const KindOfChange kind = kind_of(repair);
    if (kind.thought == "") continue;
    const bool is_other = found.thought != "" && found.thought != kind.thought;
    if (is_other) return known.sure == Sure::steps ? known : Hint{};
    found = kind;
  }
  if (known.sure == Sure::steps && found.is_general) return known;
  return Hint{in_launch(found.thought, failure)}.from(Sure::steps);
}

bool tells_lines_only(const std::vector<Repair>& repairs) {
  return std::all_of(repairs.begin(), repairs.end(),
                     [](const Repair& repair) { return repair.change == "trick"; });
}

bool is_whole_mistake(const std::vector<Repair>& repairs) {
  return std::all_of(repairs.begin(), repairs.end(), [](const Repair& repair) {
    const KindOfChange kind = kind_of(repair);
    return kind.thought != "" && !kind.depends_on_others;
  });
}

}  // namespace handshake::suite
