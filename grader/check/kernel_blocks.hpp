// Finds the `if` statements and the loops around a line of a kernel.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Adds the `if` statements and loops around a __syncthreads that not all threads reach, or around
// an access outside of an array. Their conditions decided whether a thread reached the
// __syncthreads or the access, and with which index.
void tell_around(const std::vector<std::string>& lines, const std::string& file,
                 suite::Failure& failure);

}  // namespace handshake::check
