// The messages between ranks. The order in which they arrive does not matter, for two reasons. A
// node proposes to a neighbor at most once, and gets at most one answer. And if a rank gets several
// values for one gate (ghost_gates.hpp), it keeps the highest of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/b_matching/distributed/offer.hpp"
#include "graph/csr.hpp"

namespace handshake::b_matching {

enum class Kind : std::int32_t {
  kProposal,   // PROP: `from` wants to be a partner of `to`
  kRejection,  // REJ: `from` refuses `to`, because `from` has better offers
  kAnnulment,  // ANL: `from` drops the proposal of `to`, because `from` has a better one now
};

struct Message {
  Node to = 0;    // a node of the rank that gets the message
  Node from = 0;  // a node of the rank that sends the message
  Kind kind = Kind::kProposal;
  Node gate_giver = -1;      // in an answer: the node whose offer is the gate of `from`
  std::uint64_t weight = 0;  // in a proposal: of the edge; in an answer: of the gate

  // The node whose gate matters to the receiving rank: a proposal is compared with this gate; an
  // answer contains it.
  Node looks_at() const { return kind == Kind::kProposal ? to : from; }
};
static_assert(sizeof(Message) == 24);

using Messages = std::vector<Message>;

// Refers to messages that have arrived together, and does not copy them.
class Bundle {
 public:
  Bundle(const Message* first, std::size_t size) : first_(first), size_(size) {}
  Bundle(const Messages& messages) : Bundle(messages.data(), messages.size()) {}

  const Message* begin() const { return first_; }
  const Message* end() const { return first_ + size_; }
  std::size_t size() const { return size_; }
  const Message& operator[](std::size_t i) const { return first_[i]; }

 private:
  const Message* first_;
  std::size_t size_;
};

// What one rank has counted. A local offer is an offer between two nodes of the same rank.
struct Counts {
  std::int64_t proposals = 0;
  std::int64_t rejections = 0;
  std::int64_t annulments = 0;
  std::int64_t local_offers = 0;
  std::int64_t supersteps = 0;

  std::int64_t messages() const { return proposals + rejections + annulments; }
  Counts& operator+=(const Counts& other) {
    proposals += other.proposals;
    rejections += other.rejections;
    annulments += other.annulments;
    local_offers += other.local_offers;
    supersteps = supersteps > other.supersteps ? supersteps : other.supersteps;
    return *this;
  }
};

}  // namespace handshake::b_matching
