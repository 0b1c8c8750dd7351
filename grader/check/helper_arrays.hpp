// Finds where an array got its memory, if a kernel of the extra credit used an element that it does
// not have.
#pragma once

#include <vector>

#include "check/assignments.hpp"

namespace handshake::check {

void tell_helper_array(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
