// Looks in the text of a kernel for values that are lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Tells a parameter that a function sets and does not read, although it is a copy.
void tell_copied_parameter(const std::vector<std::string>& lines, const std::string& file,
                           suite::Failure& failure);

// If the line divides two whole numbers that are known for this launch, and a rest is lost.
std::optional<suite::RoundedDown> rounded_down(const std::vector<std::string>& lines,
                                               const suite::Failure& failure,
                                               const std::string& line);

}  // namespace handshake::check
