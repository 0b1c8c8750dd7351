// Sentences that say where small changes make a kernel right, without saying which changes.
#include <map>

#include "suite/repair_hint.hpp"
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

// The words for one kind of change, with @ for the place of the change, # for Repair::other_line,
// and % for Repair::about.
std::string pattern(const std::string& change) {
  static const std::map<std::string, std::string> kPatterns = {
      {"comparison", "with another comparison at @"},
      {"logic", "with && in place of ||, or || in place of &&, at @"},
      {"side", "with one side of && or || left out at @"},
      {"one_element_more", "with the bytes of one more element at @"},
      {"bytes", "with sizeof(int) as one more factor at @"},
      {"arithmetic", "with another calculation at @"},
      {"one_more", "with 1 added or subtracted at @"},
      {"number", "with another number at @"},
      {"variable", "with another variable at @"},
      {"value", "with another value at @"},
      {"arguments", "with two arguments in the other order at @"},
      {"coordinate", "with another one of threadIdx, blockIdx, blockDim and gridDim at @"},
      {"index_in_grid", "with the index of the thread in the whole grid at @"},
      {"all_threads", "with the number of all threads of the grid at @"},
      {"dimension", "with another one of .x, .y and .z at @"},
      {"function", "with another function at @"},
      {"element", "with a[x] in place of x, or x in place of a[x], at @"},
      {"assignment", "with another one of =, ==, += and similar operators at @"},
      {"condition", "with another condition at @"},
      {"one_more_condition", "with one more condition at @"},
      {"guard", "with an if around the statement at @"},
      {"jump", "with another jump (return, continue or break) at @"},
      {"both", "with other variables in several places of the statement at @"},
      {"added", "with one more statement after the one at @"},
      {"added_before", "with one more statement before the continue at @"},
      {"loop", "with a loop in place of the if at @"},
      {"tested_first", "with the condition of the do loop at @ also tested before the first round"},
      {"left_out", "without the statement at @"},
      {"order", "with the statement at @ after the one at line #, and not before it"},
      {"moved_into", "with the statement at @ inside of the % at line #"},
      {"moved_out", "with the statement at @ outside of the % at line #"},
      {"repeated", "with % set to its first value, as in line #, in each round of the loop at @"},
      {"direction", "with another direction of the copy at @"},
      {"again", "with the statement at @ repeated in each round of the loop, before line #"},
      {"barrier", "with a __syncthreads() after @"},
  };
  const auto found = kPatterns.find(change);
  return found == kPatterns.end() ? "with a change at @" : found->second;
}

void fill_in(std::string& words, char mark, const std::string& text) {
  const size_t found = words.find(mark);
  if (found != std::string::npos) words.replace(found, 1, text);
}

// "with another comparison at FILE:31"
std::string changed(const Repair& repair) {
  std::string words = pattern(repair.change);
  fill_in(words, '#', number(repair.other_line));
  fill_in(words, '%', repair.about);
  fill_in(words, '@', place(repair.at));
  return words;
}

}  // namespace

Sentences say(const Repairs& fact) {
  if (tells_lines_only(fact.repairs)) {
    std::string lines;
    for (const Repair& one : fact.repairs) lines += (lines.empty() ? "" : ", ") + place(one.at);
    return {"The check tried small changes of your code, one at a time. Have a look at " + lines +
            "."};
  }
  std::string sentence;
  for (const Repair& one : fact.repairs)
    sentence += (sentence.empty() ? "" : ", or ") + changed(one);
  return {"The check tried small changes of your code, one at a time.",
          capital(sentence) +
              (fact.without_largest
                   ? ", every case gives the right result; the largest cases were not tried."
                   : ", every case gives the right result.")};
}

}  // namespace handshake::suite::words
