// Says what an expression in a shown line means in C++, if it is easily misread.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Adds facts about the lines that the failure shows: a node or partner that is used as true or
// false, two comparisons in one, a sum that is the condition of ?:, the shift of a negative number,
// a vote of all lanes of a warp, a quotient that is rounded down; also a parameter that a function
// sets and never reads.
void tell_expressions(const std::vector<std::string>& lines, const std::string& file,
                      suite::Failure& failure);

}  // namespace handshake::check
