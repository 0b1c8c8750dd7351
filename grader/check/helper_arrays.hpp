// If a kernel of the extra credit used an element that its array does not have, finds the call that
// should give the array its memory.
#pragma once

#include <vector>

#include "check/assignments.hpp"

namespace handshake::check {

void tell_helper_array(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
