// Explains failures of onewaywrapper.cu by lines that are found in its text.
#pragma once

#include "check/check_wrapper.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// Adds the line that gave a value to a pointer that never got an allocation.
void tell_unset_variable(const WrapperOptions& options, suite::Failure& failure);
// Adds the line of the student that gave a pointer its value, if its memory does not fit the need.
void tell_given_variable(const WrapperOptions& options, suite::Failure& failure);
// Adds facts from the text about a failure that a run has found.
void tell_source(const WrapperOptions& options, suite::Failure& failure);

}  // namespace handshake::check
