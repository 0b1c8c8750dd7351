// Replaces MPI in a program that was built without it.
#include "extensions/b_matching/distributed/run_mpi.hpp"
#include "flags/flags.hpp"

namespace handshake {

int run_mpi(const BArguments&, int, char**) {
  throw UsageError(
      "-algorithm mpi was not built in: install MPI (Debian: libopenmpi-dev openmpi-bin), run make "
      "b_matching_mpi, and start mpirun -n 4 ./b_matching_mpi with the same flags");
}

}  // namespace handshake
