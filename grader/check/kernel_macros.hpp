// Looks for mistakes in the macros of a kernel.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Reports a macro whose text or argument has no parentheses, so that an operator next to this text
// or argument is applied to only a part of it.
void tell_torn_macro(const std::vector<std::string>& lines, const std::string& file,
                     suite::Failure& failure);

}  // namespace handshake::check
