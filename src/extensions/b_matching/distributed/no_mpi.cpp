// Replaces MPI in a program that was built without it.
#include "extensions/b_matching/distributed/run_mpi.hpp"

namespace handshake::b_matching {

int run_mpi(const MpiTask&, int, char**) {
  throw UsageError(
      "this program was built without MPI, so it has no -algorithm mpi: install MPI (Debian: "
      "libopenmpi-dev openmpi-bin), run make b_matching_mpi, and start mpirun -n 4 "
      "./b_matching_mpi with the same flags");
}

}  // namespace handshake::b_matching
