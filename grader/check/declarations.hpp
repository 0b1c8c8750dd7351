// Finds declarations and definitions that explain a failure.
#pragma once

#include <vector>

#include "check/source_outline.hpp"

namespace handshake::check {

// A variable whose type is too small for a number.
void tell_small_type(const SourceOutline& file, suite::Failure& failure);
// An array in shared memory, if a thread used an index outside of it.
void tell_shared_array(const SourceOutline& file, suite::Failure& failure);
// A variable of an inner block that hides an outer one.
void tell_second_variable(const SourceOutline& file, suite::Failure& failure);
// Macros, and variables outside of all functions, that the shown lines use.
void tell_definitions(const SourceOutline& file, suite::Failure& failure);
// If the kernel is right when two arguments of a call are exchanged: the called function.
void tell_called_function(const SourceOutline& file, suite::Failure& failure);

}  // namespace handshake::check
