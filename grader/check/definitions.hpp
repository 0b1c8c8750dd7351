// For the lines that a failure shows: finds the definitions of their macros and global variables.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// Looks at each name in the lines that the failure shows. If the name is a macro or a global
// variable, adds the line of this file that defines it. At most two lines are added. Definitions
// that use the index of a thread or the number of threads are left out, unless the failure is about
// a wrong index. `lines` contains no comments. Only the ranges `parts` of these lines are searched
// for definitions; if `parts` is empty, all lines are searched.
void tell_definitions(const std::vector<std::string>& lines, const std::string& file,
                      const LineRanges& parts, suite::Failure& failure);

}  // namespace handshake::check
