// Sentences about the steps of the threads: why an element has a wrong value or no value.
#include <algorithm>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

std::string nobody_came(const Task& missed) {
  return "No thread reached " + task(missed) + ".";
}

std::string places(const std::vector<Place>& all) {
  std::string said;
  for (size_t p = 0; p < all.size(); p++)
    said += (p == 0 ? "" : p + 1 == all.size() ? " and " : ", ") + place(all[p]);
  return said;
}

// "read src[0] (2) and dst[0] (4), and the condition at FILE:21 was false"
std::string told(const Deed& deed) {
  std::string said;
  for (size_t r = 0; r < deed.reads.size(); r++) {
    const ReadValue& read = deed.reads[r];
    const bool is_last = r + 1 == deed.reads.size();
    said += (r == 0 ? "read " : is_last ? " and " : ", ") + element(read.array, read.index);
    if (read.value) said += " (" + number(*read.value) + ")";
    if (read.written_at) said += " (written in this launch, at " + place(*read.written_at) + ")";
  }
  if (!deed.decision) return said;
  for (const auto& [at, held] : deed.earlier)
    said += (said.empty() ? "the condition at " : ", the condition at ") + place(at) + " was " +
            (held ? "true" : "false");
  if (!said.empty()) said += ", and ";
  said +=
      deed.held
          ? "the condition at " + place(*deed.decision) + " was " + (*deed.held ? "true" : "false")
          : std::string(deed.earlier.empty() ? "" : "the thread ") + "reached the " +
                std::string(deed.is_switch ? "switch" : "if") + " at " + place(*deed.decision);
  return said;
}

}  // namespace

Sentences say(const IdleOwner& fact) {
  std::string sentence = "No thread wrote " + element(fact.array, fact.task.index) +
                         ". The thread at work on " + task(fact.task) + " was " +
                         thread(fact.owner);
  const std::string deed = told(fact.deed);
  if (!deed.empty()) sentence += (fact.deed.reads.empty() ? ": " : ": it ") + deed;
  if (!fact.deed.decision) sentence += ", at " + place(fact.at);
  return {sentence + "."};
}

Sentences say(const NeverWrites& fact) {
  return {fact.kernel + " wrote no element of " + fact.array + " in this launch."};
}

Sentences say(const AtomicInVain& fact) {
  return {"The atomic function that " + thread(fact.thread) + " called at " + place(fact.at) +
          " left " + element(fact.array, fact.index) + " as it was."};
}

Sentences say(const WriterSaw& fact) {
  const std::string deed = told(fact.deed);
  if (deed.empty()) return {};
  const bool has_subject =
      fact.deed.reads.empty() && (fact.deed.held || !fact.deed.earlier.empty());
  return {"Before the last write to " + element(fact.array, fact.index) + ", " +
          (has_subject ? "" : "the thread of this write ") + deed + "."};
}

Sentences say(const NotRead& fact) {
  const std::string read = element(fact.array, fact.index);
  return {"The right value depends on " + read + ". The thread of the last write to " +
          element(fact.written, fact.element) + " had " +
          (fact.was_read_earlier ? "read it only in an earlier round of its loop."
                                 : "not read it before.")};
}

Sentences say(const WrittenOften& fact) {
  std::string sentence = element(fact.array, fact.index) + " was written " +
                         counted(fact.times, "time") + " in this launch";
  if (fact.threads > 1) sentence += ", by " + counted(fact.threads, "thread");
  if (fact.first) sentence += ", first at " + place(*fact.first);
  return {sentence + "; the last write counts."};
}

Sentences say(const WritesInput& fact) {
  return {"The kernel writes " + element(fact.array, fact.index) + " at " + place(fact.at) +
          ", but gpuHeaders.cuh lists " + fact.array + " as \"in\"."};
}

Sentences say(const SameTask& fact) {
  return {"Instead, several threads work on " + task(fact.task) + ", such as " + thread(fact.one) +
          ", and " + thread(fact.other) + "."};
}

Sentences say(const OtherWrites& fact) {
  if (fact.in_other_case) {
    std::vector<Place> all = {fact.at};
    all.insert(all.end(), fact.more.begin(), fact.more.end());
    std::sort(all.begin(), all.end(),
              [](const Place& a, const Place& b) { return a.line < b.line; });
    return {"In other cases, elements of " + fact.array + " are written at " + places(all) + "."};
  }
  return {"Other elements of " + fact.array + " are written at " + place(fact.at) + "."};
}

Sentences say(const LeftLoop& fact) {
  return {nobody_came(fact.task) + " " + capital(thread(fact.thread)) +
          " returned from the kernel at " + place(fact.at) +
          ", before it had completed all rounds of its loop."};
}

Sentences say(const LeftAtStart& fact) {
  return {nobody_came(fact.task) + " " + capital(thread(fact.thread)) + " returned at " +
          place(fact.at) + " without touching an array." +
          (fact.loop ? " Before that, it reached the loop at " + place(*fact.loop) +
                           ". The condition of this loop was false at once, so its body was not "
                           "executed."
                     : "")};
}

Sentences say(const StaysAtIndex& fact) {
  return {nobody_came(fact.task) + " " + capital(thread(fact.thread)) + " works on " +
          task({fact.task.thing, fact.index}) + " in every round of its loop: see " +
          place(fact.at) + "."};
}

Sentences say(const SameRounds& fact) {
  return {"In two successive rounds of this loop, " + thread(fact.thread) +
          " did the same: " + (fact.deed.reads.empty() ? "" : "it ") + told(fact.deed) + "."};
}

Sentences say(const WaitsForBlocks& fact) {
  return {"In every round, " + thread(fact.thread) + " read a global variable at " +
          place(fact.at) + ". " + number(fact.idle) + " of the " + number(fact.blocks) +
          " blocks had not begun: on a GPU, too, a block may have to wait until another one has "
          "ended."};
}

Sentences say(const WaitsForLock& fact) {
  return {"In successive rounds, the atomic function at " + place(fact.at) + " left " +
          element(fact.array, fact.index) + " as it was. " + capital(thread(fact.holder)) +
          " changed it at " + place(fact.taken) +
          (fact.both
               ? ", and now waits in the same way for an element that " + thread(fact.thread) +
                     " changed: each of the two threads waits for "
                     "the other one."
               : ".")};
}

Sentences say(const EmptyRound& fact) {
  return {"No thread wrote the value of " + task(fact.task) + ". In a round of its loop, " +
          thread(fact.thread) + " touched no array: see the " +
          (fact.is_loop ? "loop at " : "condition at ") + place(fact.at) + "."};
}

Sentences say(const SkippedLoop& fact) {
  return {"After that, " + thread(fact.thread) + " reached the loop at " + place(fact.at) +
          ". The condition of this loop was false at once, so its body was not executed."};
}

Sentences say(const LastCondition& fact) {
  return {"Before " + thread(fact.thread) +
          " wrote this, the last if statement that it reached was at " + place(fact.at) +
          ". Its condition was " + (fact.held ? "true." : "false.")};
}

Sentences say(const LastStep& fact) {
  return {"After the " + std::string(fact.is_goto ? "goto" : "condition") + " at " +
          place(fact.at) +
          (fact.is_goto ? ""
           : fact.held  ? " was true"
                        : " was false") +
          ", " + thread(fact.thread) + " did not read or write an array any more."};
}

Sentences say(const Returned& fact) {
  return {capital(thread(fact.thread)) + " returned at " + place(fact.at) +
          " and worked on no other element after that."};
}

Sentences say(const OldValue& fact) {
  return {
      "At " + place(fact.read) + ", " + thread(fact.thread) +
      " used a value in shared memory that it had put there in an earlier round of its loop, at " +
      place(fact.written) + "."};
}

Sentences say(const WroteOther& fact) {
  return {"In this round it wrote " + element(fact.array, fact.index) + ", at " + place(fact.at) +
          "."};
}

Sentences say(const ReadBefore& fact) {
  Deed deed;
  deed.reads = {fact.last};
  return {
      "In this round of its loop, the thread had read no array before it wrote this. Before this "
      "round, it last " +
      told(deed) + ", at " + place(fact.at) + "."};
}

Sentences say(const LeftByBreak& fact) {
  return {capital(thread(fact.thread)) + " left its loop by the break at " + place(fact.at) + "."};
}

Sentences say(const LoopEnded& fact) {
  Deed deed;
  deed.reads = {fact.last};
  return {"The loop at " + place(fact.at) + " ended for " + thread(fact.thread) +
          " after this thread had " + told(deed) + " there."};
}

Sentences say(const LockOfLoop& fact) {
  Sentences said = {"The atomicCAS at " + place(fact.taken) + " changes 0 to 1."};
  if (fact.back)
    said.push_back("The atomicExch at " + place(*fact.back) + " changes the value back to 0" +
                   (fact.decision
                        ? "; whether this line is reached depends on " + place(*fact.decision) + "."
                        : "."));
  return said;
}

Sentences say(const DeclaredSmall& fact) {
  return {fact.variable + ", which " + place(fact.used) + (fact.is_set ? " sets" : " uses") +
          ", is declared at " + place(fact.at) + "."};
}

Sentences say(const DefinedAt& fact) {
  return {fact.name + ", which " + place(fact.used) + " uses, is defined at " + place(fact.at) +
          "."};
}

Sentences say(const DeclaredShared& fact) {
  return {fact.array + " is declared at " + place(fact.at) + "."};
}

Sentences say(const BothSides& fact) {
  const bool is_and = fact.sign == '&';
  const std::string sign(1, fact.sign);
  return {"The " + sign + " at " + place(fact.at) +
          " evaluates both of its sides, even if the left one is " + (is_and ? "false" : "true") +
          "; " + sign + sign + " evaluates the right one only if the left one is " +
          (is_and ? "true" : "false") + "."};
}

Sentences say(const TestedAfter& fact) {
  return {"The condition at " + place(fact.at) + " reads this element first, and looks at " +
          fact.index + " after that: && evaluates its left side first."};
}

Sentences say(const InsideOf& fact) {
  std::string sentence = (fact.is_barrier ? "The __syncthreads() at " : "The access at ") +
                         place(fact.at) + " is inside of ";
  for (size_t a = 0; a < fact.around.size(); a++)
    sentence += std::string(a == 0 ? "" : " and of ") + "the " +
                (fact.around[a].second ? "loop" : "if statement") + " at " +
                place(fact.around[a].first);
  return {sentence + "."};
}

Sentences say(const BarrierOfBlock& fact) {
  return {"The __syncthreads() at " + place(fact.at) +
          " makes only threads of one block wait for each other. These two threads are in "
          "different blocks."};
}

Sentences say(const OwnValue& fact) {
  Sentences said = {
      "The shuffle at " + place(fact.at) +
      " gave this thread its own value: the requested lane is outside of the warp, or outside of "
      "the thread's part of the warp if the shuffle divides the warp."};
  if (fact.decision)
    said.push_back("The condition of the next if, at " + place(*fact.decision) + ", was " +
                   (fact.held ? "true." : "false."));
  return said;
}

Sentences say(const SharedOut& fact) {
  std::string sentence =
      fact.came ? "No thread wrote the value of " + task(fact.task) + "." : nobody_came(fact.task);
  if (fact.number)
    sentence += " The number of a thread or of its block is used at " + place(*fact.number) + ".";
  if (fact.loops.size() == 1)
    sentence += fact.outside ? " In this launch, the threads reached the loop at " +
                                   place(fact.loops.front()) + "."
                             : " The loop at " + place(fact.loops.front()) + " determines which " +
                                   fact.task.thing + "s a thread works on.";
  if (fact.loops.size() > 1)
    sentence += " In this launch, the threads reached the loops at " + places(fact.loops) + ".";
  if (fact.outside)
    sentence += std::string(" Another element is written outside of ") +
                (fact.loops.size() == 1 ? "this loop" : "these loops") + ", at " +
                place(*fact.outside) + ".";
  if (fact.decision)
    sentence += " There is no for, while or do loop around " + place(*fact.decision) + ".";
  return {sentence};
}

}  // namespace handshake::suite::words
