// Explains failures of onewaywrapper.cu by the functions and classes that the student has written.
#pragma once

#include "check/check_wrapper.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// Facts from the text about a failure that a run has found: a class whose copies free the same
// array; the copy in a function to which an array is passed; an event that was recorded too early.
void tell_own_functions(const WrapperOptions& options, suite::Failure& failure);

}  // namespace handshake::check
