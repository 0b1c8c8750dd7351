// If a kernel of the extra credit used an index past the end of an array, finds the call that
// should allocate this array.
#pragma once

#include <vector>

#include "check/assignments.hpp"

namespace handshake::check {

void tell_helper_array(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
