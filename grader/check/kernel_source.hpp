// In the text of a kernel, finds lines that explain what its threads did.
#pragma once

#include "check/assignments.hpp"

namespace handshake::check {

// Adds lines of the kernel to the failure:
// - the declaration of a variable that is too small for a number;
// - the declaration of an array in shared memory, if a thread used an index outside of this array;
// - a condition that reads outside of an array, because an & or | evaluates both sides, or because
//   the condition compares the index too late or never.
void tell_kernel_source(const std::vector<SourceFile>& files, suite::Failure& failure);

// The line with the only return of a __device__ function, or of a lambda of one line; 0: there is
// none, or more than one.
int only_return_of(const std::vector<std::string>& lines, const std::string& function);

}  // namespace handshake::check
