// Why no thread gave an element its value, by what the threads did.
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

std::string nobody_came(const Task& missed) {
  return "No thread came to " + task(missed) + ".";
}

}  // namespace

Sentences say(const IdleOwner& fact) {
  std::string sentence =
      "No thread wrote " + element(fact.array, fact.task.index) + ". The one at work on " +
      task(fact.task) + " was " + thread(fact.owner) + ": it " +
      (fact.is_write ? "wrote " : "read ") +
      (fact.used_array.empty() ? "memory" : element(fact.used_array, fact.used_index)) + " at " +
      place(fact.at);
  if (fact.decision) sentence += ", came to the if at " + place(*fact.decision) + " and went on";
  return {sentence + "."};
}

Sentences say(const OtherWrites& fact) {
  return {"Other elements of " + fact.array + " are written at " + place(fact.at) + "."};
}

Sentences say(const LeftLoop& fact) {
  return {nobody_came(fact.task) + " " + capital(thread(fact.thread)) +
          " returned from the kernel at " + place(fact.at) +
          ", with more rounds of its loop to go."};
}

Sentences say(const LeftAtStart& fact) {
  return {nobody_came(fact.task) + " " + capital(thread(fact.thread)) + " returned at " +
          place(fact.at) + " without touching an array."};
}

Sentences say(const StaysAtIndex& fact) {
  return {nobody_came(fact.task) + " " + capital(thread(fact.thread)) + " works on " +
          task({fact.task.thing, fact.index}) + " in every round of its loop: see " +
          place(fact.at) + "."};
}

Sentences say(const EmptyRound& fact) {
  return {"No thread read or wrote anything for " + task(fact.task) + ": the if at " +
          place(fact.decision) + " sent " + thread(fact.thread) + " on."};
}

Sentences say(const SharedOut& fact) {
  std::string sentence = nobody_came(fact.task);
  if (fact.number) sentence += " A thread computes its number at " + place(*fact.number) + ".";
  if (fact.loop)
    sentence += " Its " + fact.task.thing + "s are those of the loop at " + place(*fact.loop) + ".";
  if (fact.decision)
    sentence += " There is no loop round the if at " + place(*fact.decision) +
                ", so a thread works on one " + fact.task.thing + " only.";
  return {sentence};
}

}  // namespace handshake::suite::words
