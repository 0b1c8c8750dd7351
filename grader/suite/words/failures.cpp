// Describes a failure in sentences, or in one line. Also makes the texts of notes.
#include "suite/lab.hpp"
#include "suite/ranking.hpp"
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"
#include "suite/words/table.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

namespace {

using Facts = TypeList<Told, KernelEnded, WrongElement, Found, DidNotFit, IdleOwner, WriterSaw,
                       WrittenOften, DeclaredAgain, FreesHostMemory, SharedOut, BadMemoryCall,
                       Leaked, Allocated, CopiedUnfilled, FreesNotReached, SetAt, LastCondition,
                       InsideOf, UnusedMemory, SetEachByte, TooLittleRoom, Overlap, StaleResult,
                       LaunchRefused, Repairs, ProgramEnded, FirstOfItsSize>;

Sentences say_any(const Fact& fact) {
  const Sentences said = say_one_of(fact, Facts{}, [](const auto& one) { return say(one); });
  return said.empty() && lab().say ? lab().say(fact) : said;
}

}  // namespace

Sentences say(const Told& fact) {
  return sentences_of({lab().facts, kFacts}, fact.id, fact.slots);
}

std::vector<std::string> sentences(const Failure& failure) {
  std::vector<std::string> all;
  for (const Fact& fact : ranked_facts(failure))
    for (std::string& sentence : say_any(fact)) all.push_back(std::move(sentence));
  return all;
}

std::string hint(const Hint& hint) {
  if (hint.thought.empty()) return "";
  return sentences_of({lab().hints, kHints}, hint.thought, hint.slots).front();
}

// If the failure is about a run and not about a launch, `matches` of a pass is what its first kernel
// is given.
static std::string when(const Failure& failure) {
  if (failure.pass == 0) return "";
  const bool is_given = failure.array == "matches" && failure.shape.total() == 0;
  return (is_given ? " at the beginning of pass " : " in pass ") + number(failure.pass);
}

std::string summary(const Failure& failure) {
  const bool is_cause = failure.finding && failure.verdict != Verdict::wrong;
  if (is_cause && !failure.finding->text.empty()) return capital(text(*failure.finding));
  if (failure.index >= 0 && failure.expected)
    return element(failure.array, failure.index) + " " +
           (failure.got ? "is " + number(*failure.got) : "has an undefined value") + ", must be " +
           number(*failure.expected) + when(failure);
  const std::vector<std::string> all = sentences(failure);
  std::string line = all.empty() ? failure.title : all.front();
  if (!line.empty() && line.back() == '.') line.pop_back();
  return line;
}

std::string note(const Note& note) {
  return sentences_of({lab().notes, kNotes}, note.id, note.slots).front();
}

}  // namespace handshake::suite::words
