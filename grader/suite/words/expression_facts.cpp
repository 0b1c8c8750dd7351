// Sentences that explain C++ expressions that are easily misread.
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

Sentences say(const TruthOfNumber& fact) {
  return {"At " + place(fact.at) + ", " + fact.text +
          " itself is used as a condition. Every number except 0 counts as true: UNMATCHED, which "
          "is -1, is true, and node 0 is false."};
}

Sentences say(const TwoComparisons& fact) {
  return {"At " + place(fact.at) + ", the result of " + fact.first +
          ", which is 0 or 1, is compared with " + fact.last + "."};
}

Sentences say(const SumAsCondition& fact) {
  return {"At " + place(fact.at) + ", the whole expression " + fact.text +
          " is the condition of ?:, because + and - bind tighter than ?:."};
}

Sentences say(const SignIsShifted& fact) {
  return {"At " + place(fact.at) + ", >> keeps the sign of an int: -1 >> 31 is -1, and not 1."};
}

Sentences say(const CrossedArguments& fact) {
  return {"In the call of " + fact.function + " at " + place(fact.called) + ", " + fact.first +
          " comes before " + fact.second + ". In the parameters of " + fact.function + " at " +
          place(fact.at) + ", " + fact.second + " comes before " + fact.first + "."};
}

Sentences say(const TornMacro& fact) {
  const std::string which =
      fact.argument.empty() ? "the text of " + fact.name : "the argument " + fact.argument;
  return {"The macro " + fact.name + ", which is used at " + place(fact.used) + " and defined at " +
          place(fact.at) + ", has no parentheses around " + which + ". So the " + fact.sign +
          (fact.is_before ? " to its left is applied only to its first part."
                          : " to its right is applied only to its last part.")};
}

Sentences say(const VoteOfWarp& fact) {
  const bool is_of_group = fact.function.front() == '.';  // a method of a cooperative group
  return {
      "At " + place(fact.at) + ", " + fact.function.substr(is_of_group ? 1 : 0) +
      (is_of_group ? "() gives the same answer to all threads of its group"
                   : "() gives the same answer to all lanes of its mask") +
      ": whether the condition is true in " +
      (fact.function.find("all") != std::string::npos ? "all of them." : "at least one of them.")};
}

Sentences say(const SetInVain& fact) {
  return {fact.variable + " at " + place(fact.head) + " is a copy of an argument of " +
          fact.function + ". So the new value at " + place(fact.at) +
          " does not reach the code that calls " + fact.function + "."};
}

Sentences say(const RoundedDown& fact) {
  return {fact.text + " at " + place(fact.at) + " is " + number(fact.dividend) + " / " +
          number(fact.divisor) + " here, which is rounded down to " +
          number(fact.dividend / fact.divisor) + "."};
}

}  // namespace handshake::suite::words
