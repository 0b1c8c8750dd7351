// Adds what the source code shows about a failure.
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

// The order decides which lines are shown: a failure shows at most kMostPlaces.
void explain_source(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
