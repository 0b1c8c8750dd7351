// Looks for mistakes in the calls of functions in a kernel.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Reports a call of a function of this file if two arguments have the names of its parameters, but
// in the other order. If the kernel becomes right when two arguments are exchanged, reports the
// definition of the called function.
void tell_calls(const std::vector<std::string>& lines, const std::string& file,
                suite::Failure& failure);

}  // namespace handshake::check
