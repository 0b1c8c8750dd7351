// Looks in the text of a kernel for lost values and rounded quotients.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Reports a parameter that a function sets and does not read: the parameter is a copy, so the value
// is lost.
void tell_copied_parameter(const std::vector<std::string>& lines, const std::string& file,
                           suite::Failure& failure);

// The quotient in the line, if it is rounded down, and if its dividend and divisor are known for
// this launch.
std::optional<suite::RoundedDown> rounded_down(const std::vector<std::string>& lines,
                                               const suite::Failure& failure,
                                               const std::string& line);

}  // namespace handshake::check
