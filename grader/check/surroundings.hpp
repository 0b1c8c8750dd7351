// Finds what is around the statements that a failure shows: conditions, loops, barriers, locks.
#pragma once

#include <vector>

#include "check/source_outline.hpp"

namespace handshake::check {

// The __syncthreads between the two lines of a race between blocks.
void tell_barrier(const SourceOutline& file, suite::Failure& failure);
// Replaces the question about a race between threads that change an element in one line, because no
// barrier can help.
void ask_about_lost_change(const SourceOutline& file, suite::Failure& failure);
// A condition that reads outside of an array, because it compares the index too late.
void tell_condition(const SourceOutline& file, suite::Failure& failure);
// Each `if` and each loop around an access outside of an array, or around a barrier.
void tell_around(const SourceOutline& file, suite::Failure& failure);
// A quotient that was rounded down, if an element is missing.
void tell_quotient(const SourceOutline& file, suite::Failure& failure);
// The other lines of a launch that the failure shows: any of them may have the wrong argument.
void show_whole_launches(const SourceOutline& file, suite::Failure& failure);

}  // namespace handshake::check
