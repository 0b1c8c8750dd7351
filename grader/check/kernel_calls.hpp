// Looks for mistakes in the calls of functions in a kernel.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Looks at the calls of functions that `file` defines. Reports a call if two arguments have the
// names of two parameters, but in the other order. If the kernel becomes right when two arguments
// are exchanged, reports the definition of the called function.
void tell_calls(const std::vector<std::string>& lines, const std::string& file,
                suite::Failure& failure);

}  // namespace handshake::check
