// Tells which small changes make a kernel right, without giving them away.
#include <map>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

// "with another comparison at FILE:31"
std::string changed(const Repair& repair) {
  static const std::map<std::string, std::string> kWords = {
      {"comparison", "with another comparison at @"},
      {"logic", "with && or || changed, or one of its sides left out, at @"},
      {"arithmetic", "with another calculation at @"},
      {"one_more", "with 1 added or subtracted at @"},
      {"number", "with another number at @"},
      {"variable", "with another variable at @"},
      {"coordinate", "with another one of threadIdx, blockIdx, blockDim and gridDim at @"},
      {"element", "with a[x] in place of x, or x in place of a[x], at @"},
      {"assignment", "with another kind of assignment at @"},
      {"condition", "with another condition at @"},
      {"one_more_condition", "with one more condition at @"},
      {"guard", "with an if around the statement at @"},
      {"jump", "with another one of return, continue and break at @"},
      {"both", "with another variable in several places at @"},
      {"added", "with one more statement after the one at @"},
      {"loop", "with a loop in place of the if at @"},
      {"left_out", "without the statement at @"},
      {"order", "with the statement at @ and the next one in the other order"},
      {"place", "with the statement at @ moved into, or out of, the loop or if beside it"},
      {"repeated", "with a variable that gets its first value again in each turn of the loop at @"},
      {"barrier", "with a __syncthreads() after the statement at @"},
  };
  const auto found = kWords.find(repair.change);
  std::string words = found == kWords.end() ? "with a change at @" : found->second;
  return words.replace(words.find('@'), 1, place(repair.at));
}

}  // namespace

Sentences say(const Repairs& fact) {
  std::string sentence;
  for (const Repair& one : fact.repairs)
    sentence += (sentence.empty() ? "" : ", or ") + changed(one);
  return {"The check tried small changes of this kernel, one at a time.",
          capital(sentence) + ", every case gives the right result."};
}

}  // namespace handshake::suite::words
