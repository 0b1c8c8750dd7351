// Where the variables of a line that a failure shows get their values, found in the source text.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

struct SourceFile {
  std::string path;
  LineRanges parts;  // only these lines; none: all
};

// Adds to the failure the lines, above those that it shows and in the same function, that set local
// variables of these: two at most, for a loop three. The number of a thread and the variable of a
// loop are left out. Also adds a __syncthreads between the lines of a race of two blocks, and the
// cudaMalloc that gave a null pointer for a graph without an edge.
void tell_assignments(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
