// Sends messages in such a way that a rank with work never waits for other ranks.
#include <cstdint>
#include <list>
#include <vector>

#include "extensions/b_matching/distributed/mpi/check_mpi.hpp"
#include "extensions/b_matching/distributed/mpi/mpi_transport.hpp"

namespace handshake::b_matching {
namespace {

class AsynchronousTransport : public Transport {
 public:
  explicit AsynchronousTransport(MPI_Comm comm) {
    check_mpi(MPI_Comm_dup(comm, &bundles_), "making a communicator");
    check_mpi(MPI_Comm_dup(comm, &totals_), "making a communicator");
    check_mpi(MPI_Type_contiguous(sizeof(Message), MPI_BYTE, &message_), "making a type");
    check_mpi(MPI_Type_commit(&message_), "making a type");
  }
  ~AsynchronousTransport() override {
    MPI_Type_free(&message_);
    MPI_Comm_free(&totals_);
    MPI_Comm_free(&bundles_);
  }

  bool exchange(const std::vector<Messages>& outbox, bool has_work,
                std::vector<Bundle>* arrived) override {
    received_.clear();
    send(outbox);
    for (;;) {
      receive();
      arrived->assign(received_.begin(), received_.end());
      if (has_work || !arrived->empty()) return true;
      if (!are_all_done()) continue;
      for (Sent& sent : sent_) {
        check_mpi(MPI_Wait(&sent.request, MPI_STATUS_IGNORE), "sending messages");
      }
      sent_.clear();
      return false;
    }
  }

 private:
  struct Sent {
    Messages bundle;  // must stay in memory until MPI has sent it
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void send(const std::vector<Messages>& outbox) {
    for (std::size_t rank = 0; rank < outbox.size(); ++rank) {
      if (outbox[rank].empty()) continue;
      Sent& sent = sent_.emplace_back();
      sent.bundle = outbox[rank];
      check_mpi(MPI_Isend(sent.bundle.data(), static_cast<int>(sent.bundle.size()), message_,
                          static_cast<int>(rank), 0, bundles_, &sent.request),
                "sending messages");
      ++mine_[0];
    }
  }

  void receive() {
    for (;;) {
      int is_there = 0;
      MPI_Message handle;
      MPI_Status status;
      check_mpi(MPI_Improbe(MPI_ANY_SOURCE, 0, bundles_, &is_there, &handle, &status),
                "looking for messages");
      if (!is_there) break;
      int size = 0;
      check_mpi(MPI_Get_count(&status, message_, &size), "counting messages");
      Messages& bundle = received_.emplace_back(size);
      check_mpi(MPI_Mrecv(bundle.data(), size, message_, &handle, MPI_STATUS_IGNORE),
                "receiving messages");
      ++mine_[1];
    }
    for (auto sent = sent_.begin(); sent != sent_.end();) {
      int is_gone = 0;
      check_mpi(MPI_Test(&sent->request, &is_gone, MPI_STATUS_IGNORE), "sending messages");
      sent = is_gone ? sent_.erase(sent) : std::next(sent);
    }
  }

  // Whether all ranks are done. Only ranks without work call this function. A reduction adds up how
  // many bundles all ranks have sent, and how many they have received. A rank begins the next
  // reduction only when it knows these two sums. If two reductions in a row have the same sums, no
  // rank has sent or received a bundle in between. If, in addition, as many bundles were received
  // as were sent, none is on its way.
  bool are_all_done() {
    if (!is_asking_) {
      told_[0] = mine_[0];
      told_[1] = mine_[1];
      check_mpi(MPI_Iallreduce(told_, sums_, 2, MPI_INT64_T, MPI_SUM, totals_, &asking_),
                "asking who is done");
      is_asking_ = true;
    }
    int is_answered = 0;
    check_mpi(MPI_Test(&asking_, &is_answered, MPI_STATUS_IGNORE), "asking who is done");
    if (!is_answered) return false;
    is_asking_ = false;
    const bool is_end =
        sums_[0] == sums_[1] && sums_[0] == last_sums_[0] && sums_[1] == last_sums_[1];
    last_sums_[0] = sums_[0];
    last_sums_[1] = sums_[1];
    return is_end;
  }

  std::list<Sent> sent_;
  std::vector<Messages> received_;
  std::int64_t mine_[2] = {0, 0};  // bundles sent and received by this rank
  std::int64_t told_[2] = {0, 0};
  std::int64_t sums_[2] = {0, 0};
  std::int64_t last_sums_[2] = {-1, -1};
  MPI_Comm bundles_ = MPI_COMM_NULL;
  MPI_Comm totals_ = MPI_COMM_NULL;
  MPI_Datatype message_ = MPI_DATATYPE_NULL;
  MPI_Request asking_ = MPI_REQUEST_NULL;
  bool is_asking_ = false;
};

}  // namespace

std::unique_ptr<Transport> make_asynchronous_transport(MPI_Comm comm) {
  return std::make_unique<AsynchronousTransport>(comm);
}

}  // namespace handshake::b_matching
