// Sends the messages of a superstep by MPI's neighborhood collectives.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/b_matching/distributed/mpi/check_mpi.hpp"
#include "extensions/b_matching/distributed/mpi/mpi_transport.hpp"
#include "graph/buffer.hpp"

namespace handshake::b_matching {
namespace {

// The other ranks that own neighbors of this rank's nodes. A row is sorted, so a binary search
// finds the first neighbor on a later rank. The loop over the rows ends as soon as all ranks are
// found.
std::vector<int> ranks_around(const GraphPart& part) {
  std::vector<char> is_around(part.ranges.ranks, 0);
  int found = 0;
  for (Node i = 0; i < part.nodes && found < part.ranges.ranks; ++i) {
    const Node* const end = part.neighbors + part.row(i + 1);
    for (const Node* u = part.neighbors + part.row(i); u < end;) {
      const int owner = part.ranges.owner(*u);
      found += is_around[owner] == 0;
      is_around[owner] = 1;
      u = std::lower_bound(u, end, part.ranges.first(owner + 1));
    }
  }
  std::vector<int> ranks;
  for (int rank = 0; rank < part.ranges.ranks; ++rank) {
    if (is_around[rank] && rank != part.rank) ranks.push_back(rank);
  }
  return ranks;
}

class SteppedTransport : public Transport {
 public:
  SteppedTransport(MPI_Comm comm, const GraphPart& part)
      : ranks_(ranks_around(part)),
        send_counts_(ranks_.size() + 1),  // MPI needs arrays even if ranks_ is empty
        counts_(ranks_.size() + 1),
        send_places_(ranks_.size() + 1),
        places_(ranks_.size() + 1),
        types_(ranks_.size() + 1),
        starts_(ranks_.size() + 1) {
    const auto size = static_cast<int>(ranks_.size());
    const int* const ranks = size > 0 ? ranks_.data() : send_counts_.data();
    check_mpi(MPI_Dist_graph_create_adjacent(comm, size, ranks, MPI_UNWEIGHTED, size, ranks,
                                             MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &around_),
              "connecting neighbors");
    check_mpi(MPI_Comm_dup(comm, &all_), "making a communicator");
    check_mpi(MPI_Type_contiguous(sizeof(Message), MPI_BYTE, &message_), "making a type");
    check_mpi(MPI_Type_commit(&message_), "making a type");
    std::fill(types_.begin(), types_.end(), message_);
  }
  ~SteppedTransport() override {
    MPI_Type_free(&message_);
    MPI_Comm_free(&all_);
    MPI_Comm_free(&around_);
  }

  bool exchange(const std::vector<Messages>& outbox, bool has_work,
                std::vector<Bundle>* arrived) override {
    arrived->clear();
    if (is_counting_) {
      wait(&counting_);
      is_counting_ = false;
      // If no rank had messages or work at the last exchange, no rank has any now.
      if (busy_ranks_ == 0) return false;
    }
    is_busy_ = address(outbox) || has_work;
    check_mpi(MPI_Iallreduce(&is_busy_, &busy_ranks_, 1, MPI_INT, MPI_SUM, all_, &counting_),
              "asking who is busy");
    is_counting_ = true;
    swap_messages();
    for (std::size_t k = 0; k < ranks_.size(); ++k) {
      if (counts_[k] > 0) arrived->emplace_back(incoming_.data() + starts_[k], counts_[k]);
    }
    return true;
  }

 private:
  // Gives MPI the addresses of the messages, which are sent without a copy. Returns whether there
  // are any messages.
  bool address(const std::vector<Messages>& outbox) {
    bool any = false;
    for (std::size_t k = 0; k < ranks_.size(); ++k) {
      const Messages& bundle = outbox[ranks_[k]];
      check_mpi(MPI_Get_address(bundle.data(), &send_places_[k]), "addressing messages");
      send_counts_[k] = static_cast<int>(bundle.size());
      any |= !bundle.empty();
    }
    return any;
  }

  void swap_messages() {
    MPI_Request request;
    check_mpi(MPI_Ineighbor_alltoall(send_counts_.data(), 1, MPI_INT, counts_.data(), 1, MPI_INT,
                                     around_, &request),
              "exchanging counts");
    wait(&request);
    std::size_t size = 0;
    for (std::size_t k = 0; k < ranks_.size(); ++k) {
      starts_[k] = size;
      size += counts_[k];
    }
    if (incoming_.size() < size) incoming_ = Buffer<Message>(size);
    for (std::size_t k = 0; k < ranks_.size(); ++k) {
      check_mpi(MPI_Get_address(incoming_.data() + starts_[k], &places_[k]), "addressing messages");
    }
    check_mpi(MPI_Ineighbor_alltoallw(MPI_BOTTOM, send_counts_.data(), send_places_.data(),
                                      types_.data(), MPI_BOTTOM, counts_.data(), places_.data(),
                                      types_.data(), around_, &request),
              "exchanging messages");
    wait(&request);
  }

  static void wait(MPI_Request* request) {
    check_mpi(MPI_Wait(request, MPI_STATUS_IGNORE), "waiting for other ranks");
  }

  const std::vector<int> ranks_;
  std::vector<int> send_counts_, counts_;       // [ranks_.size() + 1], like the arrays below
  std::vector<MPI_Aint> send_places_, places_;  // addresses in the memory of this rank
  std::vector<MPI_Datatype> types_;
  std::vector<std::size_t> starts_;  // where the messages of each rank begin in incoming_
  Buffer<Message> incoming_;
  MPI_Comm around_ = MPI_COMM_NULL;
  MPI_Comm all_ = MPI_COMM_NULL;
  MPI_Datatype message_ = MPI_DATATYPE_NULL;
  MPI_Request counting_ = MPI_REQUEST_NULL;
  bool is_counting_ = false;
  int is_busy_ = 0;
  int busy_ranks_ = 0;
};

}  // namespace

std::unique_ptr<Transport> make_stepped_transport(MPI_Comm comm, const GraphPart& part) {
  return std::make_unique<SteppedTransport>(comm, part);
}

}  // namespace handshake::b_matching
