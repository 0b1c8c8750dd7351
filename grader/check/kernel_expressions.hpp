// Says what an easily misread expression in a shown line means in C++.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Adds facts about the lines that the failure shows:
// - a node or partner that is used as true or false;
// - two comparisons in one, such as a < b < c;
// - a sum that is a condition, as in a + b ? c : d;
// - the shift of a negative number;
// - a vote of all lanes of a warp;
// - a quotient that is rounded down.
// Also adds a fact about a parameter that a function sets, but never reads.
void tell_expressions(const std::vector<std::string>& lines, const std::string& file,
                      suite::Failure& failure);

}  // namespace handshake::check
