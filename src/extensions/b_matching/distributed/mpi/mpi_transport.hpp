// Two ways to send messages with MPI.
#pragma once

#include <memory>

#include "extensions/b_matching/distributed/graph_part.hpp"
#include "extensions/b_matching/distributed/mpi/check_mpi.hpp"
#include "extensions/b_matching/distributed/transport.hpp"

namespace handshake {

// All ranks work in step, with neighborhood collectives among the ranks that share edges. A
// reduction that runs during the next superstep finds out whether all ranks are done.
std::unique_ptr<Transport> make_stepped_transport(MPI_Comm comm, const GraphPart& part);

// As in the paper: each rank continues as soon as any message has arrived. A rank without work
// repeatedly asks how many messages all ranks have sent and received. It ends when two answers in a
// row are equal, and as many messages were received as sent.
std::unique_ptr<Transport> make_asynchronous_transport(MPI_Comm comm);

}  // namespace handshake
