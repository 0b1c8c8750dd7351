// Looks at the calls of functions and macros in a kernel.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Tells a call of a function of this file with two arguments that have the names of its parameters,
// but in the other order; a macro whose text, or whose argument, is torn apart by an operator next
// to it, because it has no parentheses; and, if two arguments in the other order make the kernel
// right, the definition of the function that is called.
void tell_calls(const std::vector<std::string>& lines, const std::string& file,
                suite::Failure& failure);

}  // namespace handshake::check
