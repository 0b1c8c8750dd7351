// Looks for the cause of a failure of onewaywrapper.cu in the student's own functions and classes.
#pragma once

#include "check/check_wrapper.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

// Adds the cause to a failure if the source text shows one of these causes: a call of a function
// that makes an array too short; a class whose copies free the same array; a function that should
// fill an array, but does not always reach its cudaMemcpy or cudaMemset; an event that was recorded
// too early; a line that uses the wrong array of the graph.
void tell_own_functions(const WrapperOptions& options, suite::Failure& failure);

}  // namespace handshake::check
