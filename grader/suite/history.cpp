// From the steps of threads to the lines that a student should look at.
//
// Theory of operation. The wrong element was written: then the line that wrote it last is told. It
// was not: then the steps of each thread are cut into rounds, the turns of its loops. A round that
// touched the index of the element first belongs to the element, and its last decision is told.
// When no round belongs to the element, the threads were shared out wrongly, and what is told is
// how: by an early return, by an index that does not move, by a loop that ends too early or that is
// not there.
#include "suite/history.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace handshake::suite {

namespace {

// What one thread did between two turns of its loops.
struct Round {
  int thread;
  bool in_loop = false;
  bool left = false;  // ended by a return
  std::vector<const Step*> steps;

  const Step* last(bool (*wanted)(const Step&)) const {
    const auto found =
        std::find_if(steps.rbegin(), steps.rend(), [&](const Step* step) { return wanted(*step); });
    return found == steps.rend() ? nullptr : *found;
  }
  const Step* first(bool (*wanted)(const Step&)) const {
    const auto found =
        std::find_if(steps.begin(), steps.end(), [&](const Step* step) { return wanted(*step); });
    return found == steps.end() ? nullptr : *found;
  }
};

bool is_decision(const Step& step) {
  return step.kind == StepKind::decision;
}
bool is_leave(const Step& step) {
  return step.kind == StepKind::leave;
}

// The rounds of all threads, thread by thread.
std::vector<Round> rounds_of(const LaunchHistory& launch) {
  std::map<int, std::vector<Round>> of_thread;
  std::map<int, int> depth;
  for (const Step& step : launch.steps) {
    std::vector<Round>& rounds = of_thread[step.thread];
    int& loops = depth[step.thread];
    if (step.kind == StepKind::loop) loops++;
    if (step.kind == StepKind::loop_end) loops--;
    const bool cuts = step.kind == StepKind::loop || step.kind == StepKind::turn ||
                      step.kind == StepKind::loop_end;
    // A return leaves its loops as well: that is no new round.
    if (cuts && !rounds.empty() && rounds.back().left) continue;
    if (rounds.empty() || cuts) rounds.push_back({step.thread, loops > 0, false, {}});
    rounds.back().steps.push_back(&step);
    rounds.back().left |= is_leave(step);
  }
  std::vector<Round> all;
  for (auto& [thread, rounds] : of_thread)
    all.insert(all.end(), std::make_move_iterator(rounds.begin()),
               std::make_move_iterator(rounds.end()));
  return all;
}

// The element that failed, and the story that is told about it.
class Story {
 public:
  Story(const KernelCase& kernel_case, const History& history, const LaunchHistory& launch,
        Failure& failure)
      : kernel_case_(kernel_case),
        history_(history),
        launch_(launch),
        failure_(failure),
        rounds_(rounds_of(launch)) {}

  void tell() {
    if (tell_writer()) return;
    if (const Round* owner = owner_of(failure_.index)) return tell_idle_owner(*owner);
    if (tell_return_from_loop() || tell_return_at_start() || tell_index_that_stays() ||
        tell_empty_round())
      return;
    tell_shares();
  }

 private:
  Place at(const Step& step) {
    const Place& place = history_.places[step.place];
    add_place(failure_, place);
    return place;
  }
  ThreadId id(int thread) const { return {thread / launch_.threads, thread % launch_.threads}; }
  Task task() const {
    const char* const thing = kernel_case_.kernel == Kernel::handshaking ? "node"
                              : kernel_case_.kernel == Kernel::filter    ? "edge"
                                                                         : "element";
    return {thing, failure_.index};
  }
  void say(Fact fact) { failure_.what.push_back(std::move(fact)); }

  // The argument that the step touches, or -1, and the index of its first element there.
  int array_of(const Step& step) const {
    for (const Argument& argument : launch_.arguments)
      if (argument.allocation == step.allocation && step.first >= argument.first)
        return argument.position - 1;
    return -1;
  }
  int index_in(const Step& step, int array) const {
    for (const Argument& argument : launch_.arguments)
      if (argument.position - 1 == array) return step.first - argument.first;
    return -1;
  }
  int wrong_array() const {
    for (size_t a = 0; a < kernel_case_.arrays.size(); a++)
      if (kernel_case_.arrays[a].name == failure_.array) return static_cast<int>(a);
    return -1;
  }
  // Whether an index of this array counts what an index of the wrong array counts.
  bool counts_the_same(int array) const {
    if (array < 0 || array >= static_cast<int>(kernel_case_.arrays.size())) return false;
    return kernel_case_.kernel != Kernel::filter ||
           (kernel_case_.arrays[array].name == "matches") == (failure_.array == "matches");
  }
  bool touches(const Step& step, int array, int index) const {
    if (!is_access(step) || array_of(step) != array) return false;
    const int first = index_in(step, array);
    return first <= index && index <= first + step.last - step.first;
  }

  bool tell_writer() {
    const Step* last = nullptr;
    for (const Step& step : launch_.steps)
      if (is_write(step) && touches(step, wrong_array(), failure_.index)) last = &step;
    if (!last) return false;
    const Place& place = history_.places[last->place];
    const auto [block, thread] = id(last->thread);
    failure_.writer = Writer{block, thread, place.file, place.line};
    return true;
  }

  // The index that the round is about: the first one that it uses.
  std::optional<int> index_of(const Round& round) const {
    const Step* first = round.first(is_access);
    if (!first || !counts_the_same(array_of(*first))) return std::nullopt;
    return index_in(*first, array_of(*first));
  }

  const Round* owner_of(int index) const {
    const Round* owner = nullptr;
    for (const Round& round : rounds_) {
      const Step* first = round.first(is_access);
      if (first && counts_the_same(array_of(*first)) && touches(*first, array_of(*first), index))
        owner = &round;
    }
    return owner;
  }

  // A line that writes the wrong array, for another element.
  const Step* other_write() const {
    for (const Step& step : launch_.steps)
      if (is_write(step) && array_of(step) == wrong_array()) return &step;
    return nullptr;
  }

  void tell_idle_owner(const Round& round) {
    const Step* decision = round.last(is_decision);
    const Step* access = nullptr;  // the last one before the decision
    for (const Step* step : round.steps) {
      if (step == decision) break;
      if (is_access(*step) && array_of(*step) >= 0) access = step;
    }
    if (!access) access = round.first(is_access);
    IdleOwner idle{failure_.array, task(), id(round.thread), is_write(*access), "", 0,
                   at(*access),    {}};
    const int used = array_of(*access);
    if (used >= 0 && used < static_cast<int>(kernel_case_.arrays.size())) {
      idle.used_array = kernel_case_.arrays[used].name;
      idle.used_index = index_in(*access, used);
    }
    if (decision) idle.decision = at(*decision);
    say(std::move(idle));
    if (const Step* write = other_write()) say(OtherWrites{failure_.array, at(*write)});
  }

  bool tell_return_from_loop() {
    for (const Round& round : rounds_) {
      if (!round.left || !round.in_loop) continue;
      say(LeftLoop{task(), id(round.thread), at(*round.last(is_leave))});
      return true;
    }
    return false;
  }

  // A thread that has an element of its own went away before it touched an array.
  bool tell_return_at_start() {
    std::set<int> busy;
    for (const Step& step : launch_.steps)
      if (is_access(step)) busy.insert(step.thread);
    for (const Round& round : rounds_) {
      const int size = static_cast<int>(kernel_case_.expected.size());
      if (!round.left || busy.count(round.thread) || round.thread >= size) continue;
      say(LeftAtStart{task(), id(round.thread), at(*round.last(is_leave))});
      return true;
    }
    return false;
  }

  // One thread uses the same element in every round of a loop.
  bool tell_index_that_stays() {
    for (size_t r = 0; r + 1 < rounds_.size(); r++) {
      const Round &round = rounds_[r], &next = rounds_[r + 1];
      const std::optional<int> index = index_of(round);
      if (!index || !round.in_loop || !next.in_loop || round.thread != next.thread) continue;
      if (index != index_of(next)) continue;
      const Step* write = round.last(is_write);
      say(StaysAtIndex{task(), id(round.thread), *index,
                       at(write ? *write : *round.first(is_access))});
      return true;
    }
    return false;
  }

  // A round of a loop that touched no array: its if says why.
  bool tell_empty_round() {
    for (const Round& round : rounds_) {
      const Step* decision = round.last(is_decision);
      const bool is_empty = round.in_loop && !round.left && !round.first(is_access);
      if (!is_empty || !decision) continue;
      say(EmptyRound{task(), id(round.thread), at(*decision)});
      return true;
    }
    return false;
  }

  // How the threads share the elements out: by their numbers, and by a loop or a single if.
  void tell_shares() {
    const Step *number = nullptr, *loop = nullptr, *decision = nullptr;
    for (const Step& step : launch_.steps) {
      if (is_access(step)) break;
      if (step.kind == StepKind::own_number && !number) number = &step;
      if (step.kind == StepKind::loop && !loop) loop = &step;
      if (is_decision(step)) decision = &step;
    }
    SharedOut shares{task(), {}, {}, {}};
    if (number) shares.number = at(*number);
    if (loop)
      shares.loop = at(*loop);
    else if (decision)
      shares.decision = at(*decision);
    say(shares);
    if (failure_.finding) return;
    failure_.hint = {Thought::whose_task,
                     "",
                     task().thing,
                     failure_.shape.total(),
                     static_cast<int>(kernel_case_.expected.size()),
                     failure_.index};
  }

  const KernelCase& kernel_case_;
  const History& history_;
  const LaunchHistory& launch_;
  Failure& failure_;
  std::vector<Round> rounds_;
};

}  // namespace

bool is_write(const Step& step) {
  return step.kind == StepKind::write || step.kind == StepKind::atomic;
}

bool is_access(const Step& step) {
  return is_write(step) || step.kind == StepKind::read;
}

void explain_with_history(const KernelCase& kernel_case, const History& history, Failure& failure) {
  if (!history.is_whole || failure.array.empty()) return;
  for (const LaunchHistory& launch : history.launches)
    if (launch.kernel == info(kernel_case.kernel).name)
      return Story(kernel_case, history, launch, failure).tell();
}

}  // namespace handshake::suite
