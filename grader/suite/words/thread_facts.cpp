// Sentences about the steps of the threads: why an element has a wrong value or no value.
#include <algorithm>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

std::string nobody_came(const Task& missed) {
  return "No thread reached " + task(missed) + ".";
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

Sentences say(const WriterSaw& fact) {
  const std::string deed = told(fact.deed);
  if (deed.empty()) return {};
  const bool has_subject =
      fact.deed.reads.empty() && (fact.deed.held || !fact.deed.earlier.empty());
  return {"Before the last write to " + element(fact.array, fact.index) + ", " +
          (has_subject ? "" : "the thread of this write ") + deed + "."};
}

Sentences say(const WrittenOften& fact) {
  std::string sentence = element(fact.array, fact.index) + " was written " +
                         counted(fact.times, "time") + " in this launch";
  if (fact.threads > 1) sentence += ", by " + counted(fact.threads, "thread");
  if (fact.first) sentence += ", first at " + place(*fact.first);
  return {sentence + (fact.is_atomic ? ", by atomic functions." : "; the last write counts.")};
}

Sentences say(const LastCondition& fact) {
  return {"Before " + thread(fact.thread) +
          " wrote this, the last if statement that it reached was at " + place(fact.at) +
          ". Its condition was " + (fact.held ? "true." : "false.")};
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
