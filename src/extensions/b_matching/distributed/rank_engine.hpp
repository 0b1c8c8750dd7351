// The work of one rank, as a state machine: messages go in, and messages come out. The engine does
// not depend on how messages are sent. So an engine can run under MPI, and hundreds of engines can
// run in one process (simulation.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "extensions/b_matching/distributed/candidates.hpp"
#include "extensions/b_matching/distributed/ghost_gates.hpp"
#include "extensions/b_matching/distributed/graph_part.hpp"
#include "extensions/b_matching/distributed/messages.hpp"
#include "extensions/b_matching/distributed/seats.hpp"
#include "extensions/b_matching/distributed/strategy.hpp"
#include "graph/buffer.hpp"

namespace handshake::b_matching {

// Algorithms 3 and 4 of Khan et al. 2016. Names of the paper: S(p) are the suitors of p, S(p).last
// is the gate of p, and Q is the queue.
class RankEngine {
 public:
  // The part must outlive the engine.
  RankEngine(const GraphPart& part, const Strategy& strategy, int threads);

  // One superstep: takes the messages that have arrived, lets the nodes of the queue make
  // proposals, and leaves the messages for each rank in outbox()[rank]. While has_work() is true,
  // this function must be called even if nothing has arrived.
  void superstep(const std::vector<Bundle>& arrived);
  std::vector<Messages>& outbox() { return outbox_; }
  // Whether this rank has work even without new messages.
  bool has_work() const { return !queue_.empty(); }

  // The partners of own node i, best first. Valid when no rank has work and no message is on its
  // way.
  const Offer* partners(Node i) const { return seats_[i].suitors; }
  std::int32_t num_partners(Node i) const { return seats_[i].taken; }
  // Describes a fault of the program, or of a graph that is not symmetric; empty if there is none.
  std::string fault() const;

  const Counts& counts() const { return counts_; }

 private:
  // Data that one thread writes without a lock.
  struct Lane {
    std::vector<Messages> outbox;  // [ranks]
    std::vector<Node> queue;       // own nodes that will propose again
    Counts counts;
  };

  template <class Work>
  void in_lanes(std::int64_t size, const Work& work);

  void adapt(const std::vector<Bundle>& arrived);
  void take(const std::vector<Bundle>& arrived);
  void take(Lane& lane, const Message* const* messages, std::int64_t size);
  std::vector<Node> next_nodes();
  void propose(Lane& lane, const Node* nodes, std::int64_t size);
  void propose(Lane& lane, Node i);
  void prefetch_proposals(Node i);
  bool place(Lane& lane, Node p, const Offer& offer);
  void free_place(Lane& lane, Node giver, Node p);
  void want_more(Lane& lane, Node i);
  void queue(Lane& lane, Node i);
  void send(Lane& lane, const Message& message);
  void gather();
  void write_gates(Messages* messages) const;
  void prefetch_gate(Node p) const {
    if (part_.owns(p)) {
      __builtin_prefetch(&seats_[p - part_.first]);
    } else {
      ghosts_[stripe(p)].prefetch(p);
    }
  }
  void prefetch_suitors(Node p) const {
    if (!part_.owns(p)) return;
    const Seats& seats = seats_[p - part_.first];
    __builtin_prefetch(seats.suitors);
    __builtin_prefetch(seats.suitors + seats.places - 1);  // most offers are inserted near the end
  }

  std::int32_t batch(Node i) const;
  Offer ghost_gate(Node p) const { return ghosts_[stripe(p)].find(p); }
  // The thread that handles the messages whose looks_at() is v. Each group of 64 consecutive nodes
  // belongs to one thread.
  std::int64_t stripe(Node v) const {
    const std::uint32_t bits = (static_cast<std::uint32_t>(v) >> 6) * 0x9e3779b1u;
    return static_cast<std::int64_t>(bits * std::uint64_t{ghosts_.size()} >> 32);
  }

  const GraphPart& part_;
  const Strategy strategy_;
  const OfferOrder order_;
  Candidates candidates_;

  Buffer<Seats> seats_;
  Buffer<Offer> suitors_;                          // of all own nodes
  std::vector<std::atomic<std::int32_t>> wanted_;  // proposals that a node may still make
  std::vector<std::atomic<char>> is_queued_;
  std::vector<GhostGates> ghosts_;  // one table per thread

  std::vector<Lane> lanes_;
  std::vector<Node> queue_;
  std::vector<Messages> outbox_;
  Counts counts_;
  std::int32_t adaptive_batch_ = 1;
  std::int64_t proposals_before_ = 0;  // counts_.proposals before the last superstep
};

}  // namespace handshake::b_matching
