// Finds the definitions of what the lines of a failure use: macros, and variables outside of all
// functions.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// For each name in the lines that the failure shows: adds the line of this file that defines the
// name, if this is a macro, or a variable outside of all functions. At most two lines are added. The
// index of a thread and the number of threads are left out. `lines` are without comments; only
// `parts` of them are read for definitions; empty: all lines.
void tell_definitions(const std::vector<std::string>& lines, const std::string& file,
                      const LineRanges& parts, suite::Failure& failure);

}  // namespace handshake::check
