// Explains why no thread wrote an element.
//
// Theory of operation. The steps of each thread are cut into rounds, one for each turn of its loop.
// A round belongs to the element if its first access has the index of the element. If a thread reads
// other elements, too, Story::written_in counts instead. The last decision of this round is
// reported. If no round belongs to the element, the elements were divided wrongly among the
// threads. The report then names the reason: an early return, an index that does not change, a loop
// that ends too early, or a missing loop.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "suite/story.hpp"

namespace handshake::suite {

namespace {

class MissingElement : Story {
 public:
  using Story::Story;

  void tell() {
    tell_atomic_in_vain();
    if (const Round* owner = owner_of(failure_.index)) return tell_idle_owner(*owner);
    if (tell_return_from_loop() || tell_return_at_start() || tell_index_that_stays() ||
        tell_empty_round())
      return;
    tell_shares();
  }

 private:
  void tell_atomic_in_vain() {
    for (const Step& step : launch_.steps) {
      if (step.kind != StepKind::atomic_in_vain || !touches(step, wrong_array(), failure_.index))
        continue;
      suggest({"atomic_in_vain"});
      return say(Told{"atomic_in_vain",
                      {{"array", failure_.array},
                       {"index", failure_.index},
                       {"thread", id(step.thread)},
                       {"at", at(step)}}});
    }
  }

  const Round* owner_of(int index) const {
    const Round* owner = nullptr;
    for (const Round& round : rounds_) {
      const Step* first = round.first(is_access);
      const bool is_first =
          first && counts_the_same(array_of(*first)) && touches(*first, array_of(*first), index);
      if (reads_others() ? index_of(round) == index : is_first) owner = &round;
    }
    return owner;
  }

  // A step that writes to the array of the missing element, but to another element.
  const Step* other_write() const {
    for (const Step& step : launch_.steps)
      if (is_write(step) && array_of(step) == wrong_array()) return &step;
    return nullptr;
  }

  // A write in the line that writes the most elements.
  const Step* busiest_write() {
    std::map<std::pair<std::string, int>, int> elements;
    const Step* busiest = nullptr;
    int most = 0;
    for (const Step& step : launch_.steps) {
      if (!is_write(step) || array_of(step) != wrong_array()) continue;
      const Place place = at(step);
      const int count = ++elements[{place.file, place.line}];
      if (count <= most) continue;
      most = count;
      busiest = &step;
    }
    return busiest;
  }

  void tell_idle_owner(const Round& round) {
    const Step* decision = round.last(is_decision);
    const Step* access = nullptr;  // the last access before the decision
    for (const Step* step : round.steps) {
      if (step == decision) break;
      if (is_access(*step) && array_of(*step) >= 0) access = step;
    }
    if (!access) access = round.first(is_access);
    const Place used = at(*access);
    const Deed deed = deed_of(round, nullptr);
    say(IdleOwner{failure_.array, task(), id(round.thread), deed, used});
    tell_old_value(whole_turn(round), nullptr);
    tell_other_element(whole_turn(round));
    const Step* const skipped = skipped_loop(round, decision);
    if (skipped) {
      add_sure_place(failure_, place_of(*skipped));
      say(Told{"skipped_loop", {{"thread", id(round.thread)}, {"at", place_of(*skipped)}}});
    }
    const Step* const write = other_write();
    if (write)
      say(Told{"other_writes", {{"array", failure_.array}, {"at", at(*write)}}});
    else
      say(Told{"never_writes", {{"kernel", launch_.kernel}, {"array", failure_.array}}});
    if (skipped && deed.held != false) return suggest({"skipped_loop"});
    if (!write && (deed.held == true || !deed.decision)) return suggest({"never_writes"});
    const bool is_let_through = deed.held == true;  // then the condition is not the mistake
    if (!is_let_through) explainer().think_about_idle(deed, *this);
    guess_value();
  }

  // The loop that the thread reached after its last decision in this turn; null if there is none.
  // The thread ran no round of this loop, and neither read nor wrote an array after the loop.
  const Step* skipped_loop(const Round& round, const Step* decision) const {
    const Step *found = nullptr, *before = nullptr;
    bool is_after = !decision;
    for (const Step* step : whole_turn(round).steps) {
      if (before && before->kind == StepKind::loop && step->kind == StepKind::loop_end && is_after)
        found = found ? found : before;
      else if (is_access(*step) || step->kind == StepKind::turn)
        found = nullptr;
      is_after |= step == decision;
      if (step->kind != StepKind::own_number) before = step;
    }
    return found;
  }

  // Reports which other element the thread wrote in this turn.
  void tell_other_element(const Round& turn) {
    for (const Step* step : turn.steps) {
      if (!is_write(*step) || array_of(*step) != wrong_array()) continue;
      say(Told{"wrote_other",
               {{"array", failure_.array},
                {"index", index_in(*step, wrong_array())},
                {"at", at(*step)}}});
      if (reach() == Reach::own) suggest({"index_of_write"});
      return;
    }
  }

  bool tell_return_from_loop() {
    for (const Round& round : rounds_) {
      if (!round.left || !round.in_loop) continue;
      say(Told{
          "left_loop",
          {{"task", task()}, {"thread", id(round.thread)}, {"at", at(*round.last(is_leave))}}});
      suggest({"leaves_loop"});
      return true;
    }
    return false;
  }

  // Handles a thread that should work on an element, but returned before it accessed any array.
  bool tell_return_at_start() {
    std::set<int> busy;
    for (const Step& step : launch_.steps)
      if (is_access(step)) busy.insert(step.thread);
    for (const Round& round : rounds_) {
      const int size = static_cast<int>(kernel_case_.expected.size());
      const bool has_work = round.thread < size && takes_any_shape(kernel_case_);
      if (!round.left || busy.count(round.thread) || !has_work) continue;
      const Place left = at(*round.last(is_leave));
      std::optional<Place> loop_at;
      if (const Step* const loop = loop_without_round(round.thread)) {
        loop_at = at(*loop);
        suggest({explainer().no_round(kernel_case_, failure_.index)});
      }
      say(Told{
          "left_at_start",
          {{"task", task()}, {"thread", id(round.thread)}, {"at", left}, {"loop", slot(loop_at)}}});
      return true;
    }
    return false;
  }

  // The last loop that the thread reached and whose body it did not execute.
  const Step* loop_without_round(int thread) const {
    const Step *found = nullptr, *before = nullptr;
    for (const Step& step : launch_.steps) {
      if (step.thread != thread || step.kind == StepKind::own_number) continue;
      if (before && before->kind == StepKind::loop && step.kind == StepKind::loop_end)
        found = before;
      before = &step;
    }
    return found;
  }

  // Reports a thread that uses the same element in two successive rounds of a loop.
  bool tell_index_that_stays() {
    for (size_t r = 0; r + 1 < rounds_.size(); r++) {
      const Round &round = rounds_[r], &next = rounds_[r + 1];
      const std::optional<int> index = index_of(round);
      if (!index || !round.in_loop || !next.in_loop || round.thread != next.thread) continue;
      if (index != index_of(next)) continue;
      const Step* write = round.last(is_write);
      say(Told{"stays_at_index",
               {{"task", task()},
                {"thread", id(round.thread)},
                {"same", Task{task().thing, *index}},
                {"at", at(write ? *write : *round.first(is_access))}}});
      suggest({"loop"});
      return true;
    }
    return false;
  }

  // The indices of a thread in the turns of a loop in which it accessed an array.
  struct Turns {
    std::map<int, int> indices;
    int step = 0;         // from one turn to the next
    bool is_even = true;  // whether it is the same step everywhere
  };

  // By the number of the thread and of the loop.
  std::map<std::pair<int, int>, Turns> turns_of_loops() const {
    std::map<std::pair<int, int>, Turns> all;
    for (const Round& round : rounds_) {
      if (!round.in_loop || round.turn < 0 || !round.first(is_access)) continue;
      Turns& turns = all[{round.thread, round.loop}];
      if (turns.indices.count(round.turn) > 0) continue;
      const std::optional<int> index = index_of(round);
      turns.is_even = turns.is_even && index;
      turns.indices.emplace(round.turn, index.value_or(0));
    }
    for (auto& [loop, turns] : all) {
      const auto [turn, index] = *turns.indices.begin();
      const auto [last_turn, last_index] = *turns.indices.rbegin();
      // With a single turn, the step is not known; it is assumed to be the number of all threads.
      turns.step = last_turn == turn ? launch_.blocks * launch_.threads
                                     : (last_index - index) / (last_turn - turn);
      for (const auto& [other, its_index] : turns.indices)
        turns.is_even = turns.is_even && its_index == index + (other - turn) * turns.step;
    }
    return all;
  }

  // The index that the thread had in a round in which it accessed no array. This index follows from
  // the other rounds of the loop, if their indices are evenly spaced.
  std::optional<int> index_between(const Round& empty,
                                   const std::map<std::pair<int, int>, Turns>& loops) const {
    const auto found = loops.find({empty.thread, empty.loop});
    if (found == loops.end())
      return kernel_case_.expected.size() == 1 ? std::optional<int>(0) : std::nullopt;
    const Turns& turns = found->second;
    // If an index is known for this turn, an inner loop accessed an array.
    if (!turns.is_even || empty.turn < 0 || turns.indices.count(empty.turn) > 0)
      return std::nullopt;
    const auto [turn, index] = *turns.indices.begin();
    return index + (empty.turn - turn) * turns.step;
  }

  // Reports the round that should have handled the element, if this round accessed no array. To
  // explain why, the report names the last `if` of the round, or the loop if the round reached no
  // `if`.
  bool tell_empty_round() {
    const auto loops = turns_of_loops();
    for (const Round& round : rounds_) {
      const Step* decision = round.last(is_decision);
      const Step* begin = round.steps.front();
      const bool is_empty = begin->kind == StepKind::turn && !round.left && !round.first(is_access);
      if (!is_empty || index_between(round, loops) != failure_.index) continue;
      say(Told{"empty_round",
               {{"task", task()},
                {"thread", id(round.thread)},
                {"at", at(decision ? *decision : *begin)},
                {"loop", !decision}}});
      guess_value();
      return true;
    }
    return false;
  }

  // Replaces a hint about too few threads: some thread reached the element, so there were enough
  // threads.
  void guess_value() {
    if (failure_.hint->thought == "too_few_threads")
      guess({explainer().not_written(kernel_case_, failure_.index)});
  }

  // For each loop that is not inside of another loop: one step that begins this loop.
  std::vector<const Step*> outer_loops() const {
    std::vector<const Step*> loops;
    std::map<int, int> depth;  // of each thread
    for (const Step& step : launch_.steps) {
      const bool begins = step.kind == StepKind::loop && depth[step.thread]++ == 0;
      if (step.kind == StepKind::loop_end) depth[step.thread]--;
      const bool is_known = std::any_of(loops.begin(), loops.end(), [&](const Step* known) {
        return known->place == step.place;
      });
      if (begins && !is_known) loops.push_back(&step);
    }
    return loops;
  }

  // The first write, outside of all loops, to the array in which an element is wrong.
  const Step* write_outside_of_loops() const {
    std::map<int, int> depth;  // of each thread
    for (const Step& step : launch_.steps) {
      depth[step.thread] += (step.kind == StepKind::loop) - (step.kind == StepKind::loop_end);
      if (depth[step.thread] == 0 && is_write(step) && array_of(step) == wrong_array())
        return &step;
    }
    return nullptr;
  }

  // Whether each thread used at most one element of the array in which an element is wrong.
  bool has_one_element_each() const {
    std::map<int, int> element;
    for (const Step& step : launch_.steps) {
      if (!is_access(step) || array_of(step) != wrong_array()) continue;
      const int index = index_in(step, wrong_array());
      if (element.emplace(step.thread, index).first->second != index) return false;
    }
    return true;
  }

  // Says which lines divide the elements among the threads: the line where a thread gets its own
  // number, and the loops or the single `if`.
  void tell_shares() {
    const Step *number = nullptr, *decision = nullptr;
    for (const Step& step : launch_.steps) {
      if (is_access(step)) break;
      if (step.kind == StepKind::own_number && !number) number = &step;
      if (is_decision(step)) decision = &step;
    }
    // A kernel with its own launch shapes may have a thread for each element, and loops for others.
    const std::vector<const Step*> loops =
        takes_any_shape(kernel_case_) ? outer_loops() : std::vector<const Step*>();
    const bool is_touched =
        std::any_of(launch_.steps.begin(), launch_.steps.end(), [&](const Step& step) {
          return is_access(step) && counts_the_same(array_of(step)) &&
                 touches(step, array_of(step), failure_.index);
        });
    // A thread may touch this element while it works on another element.
    const bool came = reads_others() && is_touched;
    SharedOut shares{task(), {}, {}, {}, {}, came};
    if (number) shares.number = at(*number);
    for (const Step* loop : loops) shares.loops.push_back(at(*loop));
    const Step* const outside = loops.empty() ? nullptr : write_outside_of_loops();
    if (outside) shares.outside = at(*outside);
    if (loops.empty() && decision && has_one_element_each()) shares.decision = at(*decision);
    say(shares);
    if (!loops.empty())
      tell_end_of_loop();
    else
      tell_last_step();
    tell_same_task();
    if (came) {
      if (const Step* const write = busiest_write())
        say(Told{"other_writes", {{"array", failure_.array}, {"at", at(*write)}}});
      return guess_value();
    }
    // There is a loop, but no thread accessed an array. So the number of threads is not the cause.
    if (!loops.empty() && std::none_of(launch_.steps.begin(), launch_.steps.end(), is_access))
      return suggest({explainer().no_round(kernel_case_, failure_.index)});
    const int threads = failure_.shape.total(),
              tasks = static_cast<int>(kernel_case_.expected.size());
    suggest({threads < tasks ? "whose_task_of_few" : "whose_task",
             {{"threads", threads},
              {"tasks", tasks},
              {"thing", task().thing},
              {"task", failure_.index}}});
  }

  // Reports what ended the work of the first thread: a `goto`, a condition, or a `return` after an
  // access.
  void tell_last_step() {
    const Step *last = nullptr, *leave = nullptr;
    for (const Step& step : launch_.steps)
      if (step.thread == launch_.steps.front().thread) (is_leave(step) ? leave : last) = &step;
    if (last && leave && is_access(*last))
      return say(Told{"returned", {{"thread", id(leave->thread)}, {"at", at(*leave)}}});
    if (last && (is_outcome(*last) || last->kind == StepKind::jump))
      say(Told{"last_step",
               {{"thread", id(last->thread)},
                {"at", at(*last)},
                {"held", last->kind == StepKind::holds},
                {"goto", last->kind == StepKind::jump}}});
  }

  // Says how a thread left its outermost loop: by a `break`, or because of a condition that reads
  // an array.
  void tell_end_of_loop() {
    std::map<int, std::vector<const Step*>> open;  // the loops of each thread
    std::map<int, const Step*> last;               // the last step of each thread
    for (const Step& step : launch_.steps) {
      std::vector<const Step*>& loops = open[step.thread];
      const Step* const before = std::exchange(last[step.thread], &step);
      if (step.kind == StepKind::loop) loops.push_back(&step);
      if (step.kind != StepKind::loop_end || loops.empty()) continue;
      const Step& loop = *loops.back();
      loops.pop_back();
      if (loops.empty() && tell_what_ended(loop, *before)) return;
    }
  }

  bool tell_what_ended(const Step& loop, const Step& before) {
    if (before.kind == StepKind::leave_loop) {
      suggest({"leaves_loop"});
      say(Told{"left_by_break", {{"thread", id(before.thread)}, {"at", at(before)}}});
      return true;
    }
    const bool is_of_condition = before.kind == StepKind::read &&
                                 place_of(before).file == place_of(loop).file &&
                                 place_of(before).line == place_of(loop).line;
    const int array = is_of_condition ? array_of(before) : -1;
    if (!is_of_case(array)) return false;
    suggest({"ends_for_good"});
    say(Told{"loop_ended",
             {{"thread", id(before.thread)},
              {"at", at(loop)},
              {"deed", Deed{{value_of(before, array, index_in(before, array))}}}}});
    return true;
  }

  // Names another element on which two threads worked.
  void tell_same_task() {
    std::map<int, int> thread_of;
    for (const Round& round : rounds_) {
      const std::optional<int> index = index_of(round);
      if (!index) continue;
      const int first = thread_of.emplace(*index, round.thread).first->second;
      if (first == round.thread) continue;
      return say(Told{
          "same_task",
          {{"task", Task{task().thing, *index}}, {"one", id(first)}, {"other", id(round.thread)}}});
    }
  }
};

}  // namespace

void tell_why_not_written(const KernelCase& kernel_case, const History& history,
                          const LaunchHistory& launch, Failure& failure) {
  MissingElement(kernel_case, history, launch, failure).tell();
}

}  // namespace handshake::suite
