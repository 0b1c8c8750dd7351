// Sentences that explain C++ expressions that are easily misread.
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

Sentences say(const TornMacro& fact) {
  const std::string which =
      fact.argument.empty() ? "the text of " + fact.name : "the argument " + fact.argument;
  return {"The macro " + fact.name + ", which is used at " + place(fact.used) + " and defined at " +
          place(fact.at) + ", has no parentheses around " + which + ". So the " + fact.sign +
          (fact.is_before ? " to its left is applied only to its first part."
                          : " to its right is applied only to its last part.")};
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
