// Explains an element that has a wrong value: which thread wrote it last, how often it was written,
// and what that thread had read before.
#include <algorithm>
#include <set>

#include "suite/story.hpp"

namespace handshake::suite {

namespace {

class WrittenElement : Story {
 public:
  using Story::Story;

  bool tell() {
    const Step* last = nullptr;
    for (const Step& step : launch_.steps)
      if (is_write(step) && touches(step, wrong_array(), failure_.index)) last = &step;
    if (!last) return false;
    const Place& place = place_of(*last);
    const ThreadId writer = id(last->thread);
    failure_.writer = Writer{writer.block, writer.thread, place.file, place.line};
    tell_writes();
    for (const Round& round : rounds_) {
      if (std::find(round.steps.begin(), round.steps.end(), last) == round.steps.end()) continue;
      const Round turn = whole_turn(round);
      const Deed deed = deed_of(turn, last);
      say(WriterSaw{failure_.array, failure_.index, deed});
      if (reach() == Reach::own) show_other_reads(turn, last);
      tell_old_value(turn, last);
      tell_giver(turn, last);
      tell_own_value(round, last);
      tell_unread(turn, last);
      tell_stale_reads(turn, last);
      explainer().think_about(deed, *this);
    }
    return true;
  }

 private:
  // Shows the lines in which the thread read an element with another index than failure_.index.
  void show_other_reads(const Round& turn, const Step* until) {
    for (const Step* step : turn.steps) {
      if (step == until) break;
      const int array = step->kind == StepKind::read ? array_of(*step) : -1;
      if (array >= 0 && counts_the_same(array) && index_in(*step, array) != failure_.index)
        at(*step);
    }
  }

  // If a thread wrote in an iteration of its loop, but had read nothing in this iteration, reports
  // that the thread used a value from before this iteration.
  void tell_stale_reads(const Round& turn, const Step* until) {
    if (reads_others() || turn.turn < 1) return;
    for (const Step* step : turn.steps) {
      if (step == until) break;
      if (is_access(*step) || step->kind == StepKind::shared_read) return;
    }
    for (const Step* step = until; step != launch_.steps.data();) {
      step--;
      if (step->thread != turn.thread || step->kind != StepKind::read) continue;
      const int array = array_of(*step);
      if (!is_of_case(array)) continue;
      say(Told{
          "read_before",
          {{"deed", Deed{{value_of(*step, array, index_in(*step, array))}}}, {"at", at(*step)}}});
      return suggest({"begins_again"});
    }
  }

  // If the thread read one value in shared memory before it wrote the element, reports the other
  // thread that had put it there, and what that thread had read. If several threads have written
  // it, as in a sum, the value is not that of one thread.
  void tell_giver(const Round& turn, const Step* until) {
    const Step* read = nullptr;
    for (const Step* step : turn.steps) {
      if (step == until) break;
      if (step->kind != StepKind::shared_read) continue;
      if (read) return;
      read = step;
    }
    const Step* const given = read ? written_to_shared(*read) : nullptr;
    if (!given || given->thread == read->thread) return;
    for (const Step* step = given; step; step = written_to_shared(*step))
      if (step->thread != given->thread) return;
    Slot deed;
    for (const Step* step = given; step != launch_.steps.data();) {
      step--;
      if (step->thread != given->thread || step->kind != StepKind::read) continue;
      const int array = array_of(*step);
      if (!is_of_case(array)) continue;
      deed = Deed{{value_of(*step, array, index_in(*step, array))}};
      break;
    }
    say(Told{"given_by", {{"thread", id(given->thread)}, {"at", at(*given)}, {"deed", deed}}});
  }

  // Reports how often the element was written, if it was written more than once. Where each element
  // has several threads, as in a histogram, each atomic write counts.
  void tell_writes() {
    int times = 0;
    bool is_atomic = reach() == Reach::uses_others;
    std::set<int> threads;
    const Step *first = nullptr, *last = nullptr;
    for (const Step& step : launch_.steps) {
      if (!is_write(step) || !touches(step, wrong_array(), failure_.index)) continue;
      times++;
      threads.insert(step.thread);
      is_atomic &= step.kind == StepKind::atomic;
      if (!first) first = &step;
      last = &step;
    }
    // If the element was written byte by byte, it is not a mistake to write it several times.
    if (times < 2 || has_fact(failure_, "partly_written")) return;
    std::optional<Place> elsewhere;
    if (first->place != last->place) elsewhere = at(*first);
    say(WrittenOften{failure_.array, failure_.index, times, static_cast<int>(threads.size()),
                     elsewhere, is_atomic});
    if (threads.size() > 1 && !is_atomic && failure_.hint->thought != "zero_or_one")
      suggest({"one_value"});
  }

  // If this round has a shuffle with a lane that does not exist, reports it and the `if` after it.
  void tell_own_value(const Round& round, const Step* until) {
    const Step *shuffle = nullptr, *decision = nullptr;
    for (const Step* step : round.steps) {
      if (step == until) break;
      if (step->kind == StepKind::own_value) shuffle = step, decision = nullptr;
      if (shuffle && !decision && is_outcome(*step)) decision = step;
    }
    if (!shuffle) return;
    const Place used = at(*shuffle);
    const Slot next = decision ? Slot(at(*decision)) : Slot();
    say(Told{"own_value",
             {{"at", used},
              {"decision", next},
              {"held", decision && decision->kind == StepKind::holds}}});
    guess({"lane_itself"});
  }

  // Whether the thread read an element of an input before it wrote the wrong element, and whether
  // it did so only in earlier rounds of the same loop.
  enum class ReadWhen { never, in_earlier_round, otherwise };

  ReadWhen when_read(const Round& turn, const Step* until, int array, int index) const {
    ReadWhen when = ReadWhen::never;
    for (const Round& round : rounds_) {
      if (round.thread != turn.thread) continue;
      const bool reads = std::any_of(round.steps.begin(), round.steps.end(), [&](const Step* step) {
        return step < until && step->kind != StepKind::write && touches(*step, array, index);
      });
      if (!reads) continue;
      const bool is_earlier = round.in_loop && turn.in_loop && round.loop == turn.loop &&
                              round.turn >= 0 && round.turn < turn.turn;
      if (!is_earlier) return ReadWhen::otherwise;
      when = ReadWhen::in_earlier_round;
    }
    return when;
  }

  // Reports that the thread has not read an element on which the right value depends, or has read
  // it only in an earlier round. If a thread reads other elements, too, a value from an earlier
  // round may be right. Nothing is reported if another thread may have passed the value through
  // shared memory.
  void tell_unread(const Round& turn, const Step* until) {
    if (turn.first([](const Step& step) { return step.kind == StepKind::shared_read; })) return;
    const Explainer::Deciding deciding = explainer().deciding(kernel_case_, failure_);
    std::optional<int> unread;
    Told fact;
    for (const auto& [array, index] : deciding.elements) {
      const ReadWhen when = when_read(turn, until, array, index);
      const bool is_read =
          when == ReadWhen::otherwise || (when == ReadWhen::in_earlier_round && reads_others());
      if (is_read && deciding.is_one_enough) return;
      if (is_read || unread) continue;
      unread = index;
      fact = Told{"not_read",
                  {{"written", failure_.array},
                   {"element", failure_.index},
                   {"array", kernel_case_.arrays[array].name},
                   {"index", index},
                   {"earlier", when == ReadWhen::in_earlier_round}}};
    }
    if (!unread) return;
    say(fact);
    explainer().think_about_unread(*unread, *this);
  }
};

}  // namespace

bool tell_writer(const KernelCase& kernel_case, const History& history, const LaunchHistory& launch,
                 Failure& failure) {
  return WrittenElement(kernel_case, history, launch, failure).tell();
}

}  // namespace handshake::suite
