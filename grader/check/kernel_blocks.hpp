// Tells which `if` statements and loops of a kernel a line is inside of.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Adds the lines around a __syncthreads that not all threads reach, or around an access outside of
// an array: their conditions decided whether the thread came there, and with which index.
void tell_around(const std::vector<std::string>& lines, const std::string& file,
                 suite::Failure& failure);

}  // namespace handshake::check
