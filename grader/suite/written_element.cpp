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
    const auto [block, thread] = id(last->thread);
    failure_.writer = Writer{block, thread, place.file, place.line};
    tell_writes();
    for (const Round& round : rounds_) {
      if (std::find(round.steps.begin(), round.steps.end(), last) == round.steps.end()) continue;
      const Round turn = whole_turn(round);
      const Deed deed = deed_of(turn, last);
      say(WriterSaw{failure_.array, failure_.index, deed});
      if (kernel_case_.kernel == Kernel::filter) show_other_reads(turn, last);
      tell_old_value(turn, last);
      tell_own_value(round, last);
      tell_unread(turn, last);
      tell_stale_reads(turn, last);
      think_about(deed);
    }
    return true;
  }

 private:
  // Shows the lines in which the thread read an edge other than edge failure_.index.
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
    if (kernel_case_.kernel == Kernel::scan || turn.turn < 1) return;
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

  // Reports how often the element was written, if it was written more than once.
  void tell_writes() {
    int times = 0;
    std::set<int> threads;
    const Step *first = nullptr, *last = nullptr;
    for (const Step& step : launch_.steps) {
      if (!is_write(step) || !touches(step, wrong_array(), failure_.index)) continue;
      times++;
      threads.insert(step.thread);
      if (!first) first = &step;
      last = &step;
    }
    // If the element was written byte by byte, it is not a mistake to write it several times.
    if (times < 2 || has_fact(failure_, "partly_written")) return;
    std::optional<Place> elsewhere;
    if (first->place != last->place) elsewhere = at(*first);
    say(WrittenOften{failure_.array, failure_.index, times, static_cast<int>(threads.size()),
                     elsewhere});
    if (threads.size() > 1 && failure_.hint->thought != "zero_or_one") suggest({"one_value"});
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

  // The elements of the inputs that decide which value the wrong element must have.
  std::vector<std::pair<int, int>> deciding_elements() const {
    const int x = failure_.index, nodes = static_cast<int>(kernel_case_.expected.size());
    const int got = failure_.got.value_or(kUnmatched);
    const int partner = got == kUnmatched ? failure_.expected.value_or(kUnmatched) : got;
    std::vector<std::pair<int, int>> elements;  // array and index
    switch (kernel_case_.kernel) {
      case Kernel::handshaking:
        if (kernel_case_.arrays[1].values[x] != kUnmatched)
          elements = {{1, x}};  // it was matched earlier, and must stay so
        else if (partner >= 0 && partner < nodes)
          elements = {{0, x}, {0, partner}};
        break;
      case Kernel::filter:
        if (failure_.got != 1) break;
        for (const int end : {kernel_case_.graph.src[x], kernel_case_.graph.dst[x]})
          if (kernel_case_.arrays[2].values[end] != kUnmatched) elements.emplace_back(2, end);
        break;
      case Kernel::scan: {
        const int distance = kernel_case_.distance(), left = x - std::max(1, distance);
        if (left >= 0) elements = {{0, left}};
        break;
      }
    }
    return elements;
  }

  // Whether the thread read an element of an input before it wrote the wrong element, and whether
  // it did so only in earlier rounds of the same loop.
  enum class ReadWhen { never, in_earlier_round, otherwise };

  ReadWhen when_read(const Round& turn, const Step* until, int array, int index) const {
    ReadWhen when = ReadWhen::never;
    for (const Round& round : rounds_) {
      if (round.thread != turn.thread) continue;
      const bool reads = std::any_of(round.steps.begin(), round.steps.end(), [&](const Step* step) {
        return step < until && touches(*step, array, index);
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
  // it only in an earlier round. In a scan, a value from an earlier round may be right.
  // Nothing is reported if another thread may have passed the value through shared memory.
  void tell_unread(const Round& turn, const Step* until) {
    if (turn.first([](const Step& step) { return step.kind == StepKind::shared_read; })) return;
    const Kernel kernel = kernel_case_.kernel;
    std::optional<int> unread;
    Told fact;
    for (const auto& [array, index] : deciding_elements()) {
      const ReadWhen when = when_read(turn, until, array, index);
      const bool is_read = when == ReadWhen::otherwise ||
                           (when == ReadWhen::in_earlier_round && kernel == Kernel::scan);
      if (is_read && kernel == Kernel::filter) return;  // one matched end is enough
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
    ask_about_other_end(*unread);
  }

  // If the thread did not look at the other node of the handshake, the hint is about that node.
  // This hint also replaces the hint about an element that several threads wrote.
  void ask_about_other_end(int unread) {
    const bool is_other = kernel_case_.kernel == Kernel::handshaking && unread != failure_.index;
    if (!is_other || kernel_case_.arrays[1].values[failure_.index] != kUnmatched) return;
    if (failure_.hint->thought == "one_value") failure_.hint.refine({"other_end"});
    suggest({"other_end"});
  }

  static bool reads(const Deed& deed, const std::string& array, int index) {
    return std::any_of(deed.reads.begin(), deed.reads.end(), [&](const ReadValue& read) {
      return read.array == array && (index < 0 || read.index == index);
    });
  }

  void think_about(const Deed& deed) {
    if (kernel_case_.kernel == Kernel::scan) think_about_sum(deed);
    if (kernel_case_.kernel == Kernel::filter && failure_.got) think_about_edge(deed);
  }

  void think_about_sum(const Deed& deed) {
    const int x = failure_.index, distance = kernel_case_.distance();
    const int left = x - std::max(1, distance);
    const auto reads_other = [&](const char* array, int allowed) {
      return std::any_of(deed.reads.begin(), deed.reads.end(), [&](const ReadValue& read) {
        return read.array == array && read.index != x && read.index != allowed;
      });
    };
    if (reads_other("newSum", x)) return suggest({"two_arrays"});
    if (distance > 0 && reads_other("oldSum", left)) return suggest({"which_summands"});
    if (left >= 0 && !reads(deed, "oldSum", -1) && has_fact(failure_, "not_read"))
      return suggest({"value_of_other", {{"name", "oldSum[" + std::to_string(left) + "]"}}});
    const bool has_both = reads(deed, "oldSum", x) && reads(deed, "oldSum", left);
    if (distance > 0 && has_both) suggest({"result_by_hand"});
  }

  void think_about_edge(const Deed& deed) {
    const int x = failure_.index;
    for (const char* array : {"src", "dst"})
      if (reads(deed, array, -1) && !reads(deed, array, x))
        return suggest({"other_task", {{"thing", task().thing}, {"task", x}}});
    if (*failure_.got != 0 && *failure_.got != 1) return;
    const std::vector<int>& matches = kernel_case_.arrays[2].values;
    bool saw_matched = false;
    for (const int end : {kernel_case_.graph.src[x], kernel_case_.graph.dst[x]})
      saw_matched |= matches[end] != kUnmatched && reads(deed, "matches", end);
    if (*failure_.got == 1 && !saw_matched)
      return suggest({failure_.hint->thought == "two_ends" ? "two_ends" : "reads_matches"});
    if (deed.decision || saw_matched) guess({"condition"});
  }
};

}  // namespace

bool tell_writer(const KernelCase& kernel_case, const History& history, const LaunchHistory& launch,
                 Failure& failure) {
  return WrittenElement(kernel_case, history, launch, failure).tell();
}

}  // namespace handshake::suite
