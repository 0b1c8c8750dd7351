// The MPI program, which only `make b_matching_mpi` builds.
#pragma once

#include "extensions/b_matching/arguments.hpp"

namespace handshake::b_matching {

// Does the work of one rank. All ranks get the same command line. Returns the exit code. If several
// ranks have a fault, only one of them reports its fault. Throws UsageError if this program was
// built without MPI.
int run_mpi(const Arguments& arguments, int argc, char** argv);

}  // namespace handshake::b_matching
