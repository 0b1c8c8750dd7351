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
                       LaunchRefused, Repairs, ProgramEnded, FirstOfItsSize, SlowWork>;

Sentences say_any(const Fact& fact) {
  const Sentences said = say_one_of(fact, Facts{}, [](const auto& one) { return say(one); });
  return said.empty() ? lab().say(fact) : said;
}

}  // namespace

Sentences say(const Told& fact) {
  return sentences_of(kFacts, fact.id, fact.slots);
}

std::vector<std::string> sentences(const Failure& failure) {
  std::vector<std::string> all;
  for (const Fact& fact : ranked_facts(failure))
    for (std::string& sentence : say_any(fact)) all.push_back(std::move(sentence));
  return all;
}

std::string hint(const Hint& hint) {
  return hint.thought.empty() ? "" : sentences_of(kHints, hint.thought, hint.slots).front();
}

// `matches` of a pass is what its first kernel is given.
static std::string when(const Failure& failure) {
  if (failure.pass == 0) return "";
  return (failure.array == "matches" ? " at the beginning of pass " : " in pass ") +
         number(failure.pass);
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

namespace {

std::string launch_of(const Note& note) {
  return note.kernel + ": in a launch of " + shape({note.shares.blocks, note.shares.threads}) +
         " for " + counted(note.shares.elements, "element") + ", ";
}

std::string busiest_line(const Note& note) {
  const std::optional<Place>& line = note.shares.busiest_line;
  return line ? "; the line with the most accesses is " + place(*line) : "";
}

std::string launch_of_extra(const Note& note) {
  return "-extra: for " + counted(note.shares.nodes, "node") + " and an edge list of " +
         counted(note.shares.elements, "edge") + ", ";
}

}  // namespace

std::string note(const Note& note) {
  switch (note.kind) {
    case Note::changed_input:
      return note.kernel + " writes elements of " + note.array +
             ", which gpuHeaders.cuh lists as \"in\". No later step reads this array, so this does "
             "no harm. But another thread may read the array at the same time.";
    case Note::unchecked_calls: {
      std::string lines;
      for (const int line : note.lines) lines += (lines.empty() ? "" : ", ") + number(line);
      return note.file + ": the errors of these CUDA calls are not checked: line" +
             (note.lines.size() == 1 ? " " : "s ") + lines +
             ". The handout asks you to check them: write CUDA_CHECK(...) around each call.";
    }
    case Note::one_thread:
      return launch_of(note) + "one thread made " + number(note.shares.busiest) + " of " +
             number(note.shares.accesses) + " accesses" + " to arrays" + busiest_line(note) +
             ". The result is right, but the other threads have little to do: a GPU is fast only "
             "if all threads share the work. This costs no points if all runs end in "
             "time.";
    case Note::work_again:
      return launch_of(note) + "the threads made " + number(note.shares.accesses) + " accesses" +
             " to arrays, at least " + number(note.shares.accesses / note.shares.elements) +
             " times the number of elements of " + note.array + busiest_line(note) +
             ". The result is right, but several threads or blocks do the same work: one thread "
             "per element is enough. This costs no points if all runs end in time.";
    case Note::extra_alone:
      return launch_of_extra(note) + "one thread of " + note.kernel + " made " +
             number(note.shares.busiest) + " of " + number(note.shares.accesses) +
             " accesses to arrays. The result is right, but the other threads have little to do: a "
             "run on a large graph may not end in time.";
    case Note::extra_again:
      return launch_of_extra(note) + "the threads of " + note.kernel + " made " +
             number(note.shares.accesses) + " accesses to arrays, " +
             number(note.shares.accesses / note.shares.elements) +
             " for each edge. The result is right, but this number grows with the number of nodes: "
             "a run on a large graph may not end in time.";
    case Note::old_neighbor:
      return "-extra: for a node without an edge, strongNeighbor still has the neighbor from an "
             "earlier pass instead of UNMATCHED. This causes no handshake here, so the matching is "
             "right.";
    case Note::lost_array:
      return "One scratch array is never freed: this file contains the given code of an earlier "
             "year, which loses the pointer to the array. This is not counted as a mistake.";
    case Note::harmless_race:
      return note.kernel + ": " + text(note.race) + " (" + place(note.race.file, note.race.line) +
             " and " + place(note.race.other_file, note.race.other_line) +
             "). By the rules of CUDA, either of the two accesses may come first. This costs no "
             "points.";
    case Note::not_diagnosed:
      return note.file + " was checked on the GPU only, because CUDA on the CPU does not build it" +
             (note.message.empty() ? "" : " (" + note.message + ")") +
             ". On a GPU, you seldom notice data races and accesses outside of arrays: look for "
             "them with compute-sanitizer (docs/debugging.md).";
    case Note::changed_file:
      return note.file +
             " was changed after this check began, so the check is about the earlier "
             "version, but it may quote lines of the new version. Check again.";
  }
  return "";
}

}  // namespace handshake::suite::words
