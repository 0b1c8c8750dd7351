// Tries small changes of a submission, one at a time, and looks for those that make all cases of a
// part right. The mistake is in the line of such a change.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "check/trials.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

struct VariantProgram {
  std::string directory;  // has the programs NAME and diagnostic/NAME
  std::string make;       // the command that builds one of these programs
  std::string name;       // NAME
  std::string object;     // the object file that holds the changes; OBJECT.variants lists them
  LineRanges host_lines;  // the lines of host code in which changes are tried
  std::vector<std::string> files;  // the files that may be wrong, named as in `suite::Place`
};

// The changes that make all cases right, grouped by line. Empty if it is not certain which line is
// wrong.
suite::Repairs find_repairs(Trials& trials, const VariantProgram& program,
                            const suite::Failure& failure);

}  // namespace handshake::check
