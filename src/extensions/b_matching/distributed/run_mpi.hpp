// The MPI program, which only `make b_matching_mpi` builds.
#pragma once

#include "extensions/b_matching/arguments.hpp"

namespace handshake {

// The work of every rank, with the command line that all of them got. Returns the exit code;
// only one rank reports a fault. Throws UsageError where this program was built without MPI.
int run_mpi(const BArguments& arguments, int argc, char** argv);

}  // namespace handshake
