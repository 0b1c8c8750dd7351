// Sentences about a wrong element, a launch and a whole run.
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

Sentences say(const WrongElement& fact) {
  return {element(fact.array, fact.index) +
          (fact.got ? " is " + number(*fact.got) : " has an undefined value") + " and must be " +
          number(fact.expected) + "."};
}

Sentences say(const LaunchRefused& fact) {
  constexpr long kMostThreads = 1024;
  const std::string refused = "The launch of " + fact.kernel + " at " + place(fact.at) +
                              " was refused, so the kernel did not run: it asks for ";
  if (fact.threads == 0 || fact.threads > kMostThreads)
    return {refused + "blocks of " + counted(fact.threads, "thread") + ", but a block has 1 to " +
            number(kMostThreads) + "."};
  if (fact.blocks == 0) return {refused + "0 blocks, but a grid has at least one."};
  return {refused + counted(fact.blocks, "block") + " of " + counted(fact.threads, "thread") +
          " and " + counted(fact.shared_bytes, "byte") + " of shared memory."};
}

Sentences say(const ProgramEnded& fact) {
  return {
      "The program was ended at " + place(fact.at) +
      (fact.decision ? "; whether this happens depends on " + place(*fact.decision) + "." : ".")};
}

Sentences say(const FirstOfItsSize& fact) {
  std::string most;
  for (const auto& [size, thing] : fact.sizes)
    most += (most.empty() ? "" : " or ") + counted(size, thing.c_str());
  return {"The " + counted(fact.cases, "earlier case") +
          " gave the right result, but none of them had as many as " + most + "."};
}

}  // namespace handshake::suite::words
