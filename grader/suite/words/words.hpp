// Everything that a student reads about a case or a failure: values in, English out. Code that
// shows results calls this; the code that decides about them does not.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite::words {

std::string title(const CaseTitle& title);
std::string rule(Rule rule);
// What is wrong.
std::vector<std::string> sentences(const Failure& failure);
// What to think about; empty if there is nothing.
std::string hint(const Hint& hint);
std::string note(const Note& note);
// What the CUDA runtime said, in its own words.
std::string text(const Finding& finding);

// One line: "matches[3] is 2, must be -1".
std::string summary(const Failure& failure);

// "1 block of 33 threads"
std::string shape(Shape shape);

}  // namespace handshake::suite::words
