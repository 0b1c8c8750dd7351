// Two ways to send messages with MPI.
#pragma once

#include <memory>

#include "extensions/b_matching/distributed/graph_part.hpp"
#include "extensions/b_matching/distributed/mpi/check_mpi.hpp"
#include "extensions/b_matching/distributed/transport.hpp"

namespace handshake::b_matching {

// All ranks do each superstep at the same time. Ranks that share edges exchange messages with MPI's
// neighborhood collectives. While the ranks do a superstep, a reduction computes whether any
// rank still had messages or work when the superstep began.
std::unique_ptr<Transport> make_stepped_transport(MPI_Comm comm, const GraphPart& part);

// As in the paper (Khan et al. 2016): a rank with work never waits, and a rank without work waits
// until a message has arrived. While a rank waits, it repeatedly asks how many messages all ranks
// have sent and received. The rank ends when two answers in a row are equal, and as many messages
// were received as sent.
std::unique_ptr<Transport> make_asynchronous_transport(MPI_Comm comm);

}  // namespace handshake::b_matching
