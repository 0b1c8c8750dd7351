// Explains failures of onewaywrapper.cu by lines that are found in its text.
#pragma once

#include "check/check_wrapper.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// The line at which a pointer that was never allocated got its value.
void tell_unset_variable(const WrapperOptions& options, suite::Failure& failure);
// The line of the student that gave a pointer its value, if its memory is not what is needed.
void tell_given_variable(const WrapperOptions& options, suite::Failure& failure);
// Facts from the text about a failure that a run has found.
void tell_source(const WrapperOptions& options, suite::Failure& failure);

}  // namespace handshake::check
