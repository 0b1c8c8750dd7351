// Finds the lines to show, what the threads had to do, and what they did. See story.hpp.
#include "suite/story.hpp"

#include <algorithm>

namespace handshake::suite {

Place Story::at(const Step& step) {
  add_place(failure_, place_of(step));
  return place_of(step);
}

Task Story::task(int index) const {
  return {thing(), index};
}

void Story::suggest(const Hint& hint, Sure sure) {
  if (failure_.finding || failure_.hint->sure != Sure::guess) return;
  failure_.hint.propose(hint.from(sure));
}

void Story::guess(const Hint& hint) {
  if (!failure_.finding) failure_.hint.propose(hint);
}

int Story::wrong_array() const {
  for (size_t a = 0; a < kernel_case_.arrays.size(); a++)
    if (kernel_case_.arrays[a].name == failure_.array) return static_cast<int>(a);
  return -1;
}

bool Story::is_of_case(int array) const {
  return array >= 0 && array < static_cast<int>(kernel_case_.arrays.size());
}

bool Story::counts_the_same(int array) const {
  if (!is_of_case(array)) return false;
  const int wrong = wrong_array();
  return kernel_case_.arrays[array].counts ==
         (wrong < 0 ? thing() : kernel_case_.arrays[wrong].counts);
}

// The element that the round writes. If it writes nothing, this follows from the largest index that
// the round reads.
std::optional<int> Story::written_in(const Round& round) const {
  std::optional<int> written, read;
  for (const Step* step : round.steps) {
    const int array = is_access(*step) ? array_of(*step) : -1;
    if (!counts_the_same(array)) continue;
    const int index = index_in(*step, array);
    if (is_write(*step) && written && written != index) return std::nullopt;
    if (is_write(*step))
      written = index;
    else
      read = std::max(index, read.value_or(index));
  }
  if (written || !read) return written;
  return explainer().works_on(kernel_case_, *read);
}

std::optional<int> Story::index_of(const Round& round) const {
  if (reads_others()) return written_in(round);
  const Step* first = round.first(is_access);
  if (!first || !counts_the_same(array_of(*first))) return std::nullopt;
  return index_in(*first, array_of(*first));
}

Deed Story::deed_of(const Round& round, const Step* until) {
  Deed deed;
  std::vector<int> wanted = {failure_.index};
  if (reads_others()) wanted.push_back(failure_.index - explainer().reads_left(kernel_case_));
  deed.reads = reads_of(round, until, wanted);
  const Step* decision = nullptr;
  for (const Step* step : round.steps) {
    if (step == until) break;
    if (is_decision(*step) || is_outcome(*step)) decision = step;
  }
  if (!decision) return deed;
  deed.decision = at(*decision);
  deed.is_switch = decision->kind == StepKind::selection;
  add_earlier(round, *decision, deed);
  if (is_outcome(*decision)) deed.held = decision->kind == StepKind::holds;
  return deed;
}

// Adds the last two conditions that the round reached before the decision. Conditions in the same
// line as the decision do not count.
void Story::add_earlier(const Round& round, const Step& decision, Deed& deed) {
  constexpr size_t kMost = 2;
  for (const Step* step : round.steps) {
    if (step == &decision) break;
    if (!is_outcome(*step) || place_of(*step).line == deed.decision->line) continue;
    const auto is_same = [&](const auto& known) {
      return known.first.line == place_of(*step).line;
    };
    auto& earlier = deed.earlier;
    earlier.erase(std::remove_if(earlier.begin(), earlier.end(), is_same), earlier.end());
    earlier.emplace_back(place_of(*step), step->kind == StepKind::holds);
    if (earlier.size() > kMost) earlier.erase(earlier.begin());
  }
  for (const auto& [place, held] : deed.earlier) add_place(failure_, place);
}

Round Story::whole_turn(const Round& part) const {
  Round whole = part;
  whole.steps.clear();
  for (const Round& round : rounds_)
    if (round.thread == part.thread && round.loop == part.loop && round.turn == part.turn)
      whole.steps.insert(whole.steps.end(), round.steps.begin(), round.steps.end());
  return whole;
}

const Step* Story::written_to_shared(const Step& read) const {
  const int block = read.thread / launch_.threads;
  for (const Step* step = &read; step != launch_.steps.data();) {
    step--;
    if (step->kind == StepKind::shared_write && step->thread / launch_.threads == block &&
        step->first <= read.last && read.first <= step->last)
      return step;
  }
  return nullptr;
}

const Step* Story::written_in_earlier_turn(const Round& turn, const Step& read) const {
  const Step* const step = written_to_shared(read);
  const bool is_earlier = std::any_of(rounds_.begin(), rounds_.end(), [&](const Round& round) {
    return round.thread == turn.thread && round.loop == turn.loop && round.turn >= 0 &&
           round.turn < turn.turn &&
           std::find(round.steps.begin(), round.steps.end(), step) != round.steps.end();
  });
  return is_earlier ? step : nullptr;
}

void Story::tell_old_value(const Round& turn, const Step* until) {
  for (const Step* read : turn.steps) {
    if (read == until) return;
    const Step* const written =
        read->kind == StepKind::shared_read ? written_in_earlier_turn(turn, *read) : nullptr;
    if (!written) continue;
    suggest({"old_value"});
    return say(Told{"old_value",
                    {{"thread", id(turn.thread)}, {"read", at(*read)}, {"written", at(*written)}}});
  }
}

}  // namespace handshake::suite
