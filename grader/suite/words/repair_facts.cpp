// Tells which small changes make a kernel right, without giving them away.
#include <map>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

std::string changed(const std::string& change) {
  static const std::map<std::string, std::string> kWords = {
      {"comparison", "another comparison"},
      {"logic", "&& or || changed, or one of its sides left out"},
      {"arithmetic", "another calculation"},
      {"one_more", "one more or one less"},
      {"number", "another number"},
      {"variable", "another variable"},
      {"coordinate", "another one of threadIdx, blockIdx, blockDim and gridDim"},
      {"element",
       "an element of an array in place of its index, or an index in place of an element"},
      {"assignment", "another kind of assignment"},
      {"condition", "another condition"},
      {"one_more_condition", "one more condition"},
      {"guard", "an if around this statement"},
      {"jump", "another one of return, continue and break"},
      {"both", "another variable in several places"},
      {"added", "one more statement beside this one"},
      {"loop", "a loop in place of this if"},
      {"left_out", "this statement left out"},
      {"order", "this statement and the next one in the other order"},
      {"place", "this statement before, after or inside of the loop or if that is next to it"},
      {"repeated", "a variable that gets its first value again at every turn of this loop"},
      {"barrier", "a __syncthreads() after this statement"},
  };
  const auto found = kWords.find(change);
  return found == kWords.end() ? "a change" : found->second;
}

}  // namespace

Sentences say(const Repairs& fact) {
  std::string sentence = "The check tried small changes of this kernel, one at a time. With ";
  for (size_t r = 0; r < fact.repairs.size(); r++) {
    const Repair& one = fact.repairs[r];
    if (r > 0) sentence += ", or with ";
    sentence += changed(one.change) + " at " + place(one.at);
  }
  return {sentence + ", every case is right."};
}

}  // namespace handshake::suite::words
