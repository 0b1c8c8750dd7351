// Looks in the functions and classes that the student has written for the cause of a failure
// of onewaywrapper.cu.
#pragma once

#include "check/check_wrapper.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// Looks in the source text for the cause of a failure that a run has found, and adds it to the
// failure: a class whose copies free the same array; the copy in a function to which an array is
// passed; an event that was recorded too early; a line that uses the wrong array of the graph.
void tell_own_functions(const WrapperOptions& options, suite::Failure& failure);

}  // namespace handshake::check
