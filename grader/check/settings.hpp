// Finds where the variables were set that the lines of a failure use.
#pragma once

#include <vector>

#include "check/source_outline.hpp"

namespace handshake::check {

// For the local variables in the lines that the failure shows, adds the statements above that set
// them: usually at most two, or four if a shown statement is a loop or calls a function. The number
// of a thread in its usual form is left out. The head of a loop that sets a variable is left out,
// too, unless the failure is about a wrong index.
void tell_settings(const std::vector<SourceOutline>& files, suite::Failure& failure);

}  // namespace handshake::check
