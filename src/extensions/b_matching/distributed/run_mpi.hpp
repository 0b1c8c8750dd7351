// The MPI program, which only `make b_matching_mpi` builds.
#pragma once

#include <functional>

#include "extensions/b_matching/distributed/messages.hpp"
#include "extensions/b_matching/solve.hpp"
#include "extensions/common/program.hpp"

namespace handshake::b_matching {

// What every rank gets from the command line. All ranks get the same command line.
struct MpiTask {
  const Program& program;
  const Options& options;
  TieRule ties;
  std::function<Bounds(Node nodes)> bounds;
};

// Does the work of one rank. Returns the exit code. If several ranks have a fault, only one of them
// reports its fault. Throws UsageError if this program was built without MPI.
int run_mpi(const MpiTask& task, int argc, char** argv);

HANDSHAKE_JSON(Counts, supersteps, proposals, rejections, annulments, local_offers)

}  // namespace handshake::b_matching
