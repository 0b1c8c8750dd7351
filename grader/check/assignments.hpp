// Finds, in the source text, where the variables of a line that a failure shows get their values.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

struct SourceFile {
  std::string path;
  LineRanges parts;  // only these lines are read; empty: all lines
};

// Adds lines to the failure: the lines that set the local variables of the lines that the failure
// shows. The added lines are above the shown lines, in the same function. At most two lines are
// added, or three for a loop. The index of a thread and the variable of a loop are left out, unless
// the failure is an index past the end of an array. Also adds the other lines of a launch, a
// __syncthreads between the two lines of a race between blocks, and the cudaMalloc that gave a null
// pointer for a graph without an edge.
void tell_assignments(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
