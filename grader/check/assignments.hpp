// Finds, for the lines that a failure shows, the source lines that set their variables.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

struct SourceFile {
  std::string path;
  LineRanges parts;  // the lines of the student; empty: all lines
};

// For the local variables in the lines that the failure shows, adds the lines that set them. The
// added lines are above the shown lines, in the same function. Usually at most two lines are added,
// or four if a shown line is a loop or calls a function. A line that sets the index of a thread is
// left out. The head of a loop that sets a variable is left out, too, unless the failure is about a
// wrong index. Also adds other lines that explain the failure, for example:
// - the other lines of a launch that is longer than one line;
// - a __syncthreads between the two lines of a race between blocks;
// - the cudaMalloc that gave a null pointer for a graph without an edge.
void tell_assignments(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
