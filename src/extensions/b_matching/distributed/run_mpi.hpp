// The MPI program, which is built only where it is asked for: make b_matching_mpi.
#pragma once

#include "extensions/b_matching/arguments.hpp"

namespace handshake {

// What every rank does with the words that all of them were started with. Returns the exit code;
// only one rank reports a fault. Throws UsageError where this program was built without MPI.
int run_mpi(const BArguments& arguments, int argc, char** argv);

}  // namespace handshake
