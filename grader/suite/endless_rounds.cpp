// Explains what a thread does in every round of a loop that does not end.
#include <algorithm>
#include <set>

#include "suite/story.hpp"

namespace handshake::suite {

namespace {

class EndlessRounds : Story {
 public:
  using Story::Story;

  // Looks for two successive rounds with the same steps. If nothing changes from one round to the
  // next, the loop does not end.
  void tell(int thread) {
    for (size_t r = 0; r + 1 < rounds_.size(); r++) {
      const Round &round = rounds_[r], &next = rounds_[r + 1];
      if (round.thread == thread && next.thread == thread && is_of_loop(round) &&
          are_alike(round, next))
        return tell_round(round);
    }
  }

 private:
  bool is_of_loop(const Round& round) const {
    const Step& first = *round.steps.front();
    return first.kind == StepKind::turn && failure_.finding &&
           place_of(first).line == failure_.finding->line;
  }

  static bool are_alike(const Round& one, const Round& other) {
    return std::equal(one.steps.begin(), one.steps.end(), other.steps.begin(), other.steps.end(),
                      [](const Step* a, const Step* b) {
                        return a->kind == b->kind && a->place == b->place &&
                               a->allocation == b->allocation && a->first == b->first;
                      });
  }

  void tell_round(const Round& round) {
    const Deed deed = deed_of(round, nullptr);
    if (!deed.reads.empty() || deed.decision)
      say(Told{"same_rounds",
               {{"thread", id(round.thread)}, {"reads", !deed.reads.empty()}, {"deed", deed}}});
    tell_idle_blocks(round);
    tell_lock(round);
  }

  struct Wait {
    const Step* tried;  // the atomic function that changed nothing
    const Step* taken;  // the last step that changed the element: a step of another thread
    int array, index;
  };

  std::optional<Wait> wait_of(const Round& round) const {
    const Step* const tried =
        round.last([](const Step& step) { return step.kind == StepKind::atomic_in_vain; });
    const int array = tried ? array_of(*tried) : -1;
    if (!is_of_case(array)) return std::nullopt;
    Wait wait{tried, nullptr, array, index_in(*tried, array)};
    for (const Step* step = launch_.steps.data(); step != tried; step++)
      if (is_write(*step) && touches(*step, array, wait.index)) wait.taken = step;
    if (!wait.taken || wait.taken->thread == round.thread) return std::nullopt;
    return wait;
  }

  // Reports which other thread changed the element for which this thread waits, and whether the
  // other thread waits for this thread.
  void tell_lock(const Round& round) {
    const std::optional<Wait> wait = wait_of(round);
    if (!wait) return;
    const int holder = wait->taken->thread;
    const bool both = std::any_of(rounds_.begin(), rounds_.end(), [&](const Round& one) {
      const std::optional<Wait> other = one.thread == holder ? wait_of(one) : std::nullopt;
      return other && other->taken->thread == round.thread;
    });
    say(Told{"waits_for_lock",
             {{"thread", id(round.thread)},
              {"at", at(*wait->tried)},
              {"array", kernel_case_.arrays[wait->array].name},
              {"index", wait->index},
              {"holder", id(holder)},
              {"taken", at(*wait->taken)},
              {"both", both}}});
    if (both) failure_.hint.propose(Hint{"lock_order"}.from(Sure::cause));
  }

  // Reports that the thread waits until a variable changes, and that some blocks have not begun.
  // Perhaps one of these blocks has to change the variable. Nothing is reported if the failing
  // launch has only one block, because this block cannot wait for another one.
  void tell_idle_blocks(const Round& round) {
    const Step* const read = round.first([](const Step& step) {
      return step.allocation == 0 &&
             (step.kind == StepKind::read || step.kind == StepKind::atomic_in_vain);
    });
    std::set<int> begun;
    for (const Step& step : launch_.steps) begun.insert(step.thread / launch_.threads);
    const int idle = launch_.blocks - static_cast<int>(begun.size());
    if (!read || idle <= 0 || failure_.shape.blocks < 2) return;
    say(Told{"waits_for_blocks",
             {{"thread", id(round.thread)},
              {"at", at(*read)},
              {"idle", idle},
              {"blocks", launch_.blocks}}});
    failure_.hint.propose(Hint{"waits_for_block"}.from(Sure::cause));
  }
};

}  // namespace

void tell_endless_rounds(const KernelCase& kernel_case, const History& history,
                         const LaunchHistory& launch, int thread, Failure& failure) {
  EndlessRounds(kernel_case, history, launch, failure).tell(thread);
}

}  // namespace handshake::suite
