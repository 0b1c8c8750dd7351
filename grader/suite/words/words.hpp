// Everything that a student reads about a case or a failure. These functions get values, and return
// English text. They are called only by code that shows results.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite::words {

// The sentences about what is wrong.
std::vector<std::string> sentences(const Failure& failure);
// The sentence that says what to think about; empty if there is no hint.
std::string hint(const Hint& hint);
std::string note(const Note& note);
// The text of a finding, in the words of the CUDA runtime.
std::string text(const Finding& finding);

// The failure in one line, such as "matches[3] is 2, must be -1".
std::string summary(const Failure& failure);

// "1 block of 33 threads", "2 x 3 blocks of 16 x 16 threads (1536 threads)"
std::string shape(Shape shape);
// In the notation of its type.
std::string number(Value value);

}  // namespace handshake::suite::words
