// Explains failures of onewaywrapper.cu with lines of its source text.
#pragma once

#include <vector>

#include "labs/matching/check/check_wrapper.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// For a pointer that never got an allocation: adds the line that gave the pointer its value.
void tell_unset_variable(const WrapperOptions& options, suite::Failure& failure);
// For a pointer whose memory has the wrong size, does not exist, or is freed twice: adds the line
// in which the student's code gives the pointer its value.
void tell_given_variable(const WrapperOptions& options, suite::Failure& failure);
// Adds facts from the source text to a failure that a run has found.
void tell_source(const WrapperOptions& options, suite::Failure& failure);
// The lines of CUDA calls whose error the student's code does not check.
std::vector<int> unchecked_calls(const WrapperOptions& options);

}  // namespace handshake::check
