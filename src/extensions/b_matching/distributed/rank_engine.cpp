// A superstep of b-Suitor. Line numbers are those of Algorithms 3 and 4 of Khan et al. 2016.
#include "extensions/b_matching/distributed/rank_engine.hpp"

#include <algorithm>
#include <string>

#include "graph/parallel.hpp"

namespace handshake::b_matching {
namespace {

constexpr std::int64_t kChunk = 256;  // items that a thread takes at a time
constexpr std::ptrdiff_t kTakenAtOnce = 4096;
constexpr std::int64_t kNodesAhead = 4;
constexpr std::int64_t kAhead = 8;  // data is prefetched this many messages ahead

}  // namespace

RankEngine::RankEngine(const GraphPart& part, const Strategy& strategy, int threads)
    : part_(part),
      strategy_(strategy),
      order_(part.order()),
      candidates_(part),
      seats_(part.nodes),
      wanted_(part.nodes),
      is_queued_(part.nodes),
      ghosts_(thread_count(threads)),
      lanes_(ghosts_.size()),
      outbox_(part.ranges.ranks) {
  EdgeIndex all_places = 0;
  for (Node i = 0; i < part.nodes; ++i) {
    const auto places =
        static_cast<std::int32_t>(std::min<EdgeIndex>(std::max(part.bounds[i], 0), part.degree(i)));
    seats_[i] = {places > 0 ? kNoOffer : kNoPlaces, nullptr, 0, places};
    all_places += places;
    wanted_[i].store(places, std::memory_order_relaxed);
    is_queued_[i].store(places > 0, std::memory_order_relaxed);
    if (places > 0) queue_.push_back(i);
  }
  suitors_ = Buffer<Offer>(all_places);
  Offer* next = suitors_.data();
  for (Seats& seats : seats_) {
    seats.suitors = next;
    next += seats.places;
  }
  for (Lane& lane : lanes_) lane.outbox.resize(part.ranges.ranks);
}

// Splits 0 .. size - 1 into parts. The threads call work(lane, begin, end) for these parts, each
// thread with its own lane.
template <class Work>
void RankEngine::in_lanes(std::int64_t size, const Work& work) {
  const auto lanes = static_cast<std::int64_t>(lanes_.size());
  if (lanes == 1 || size <= kChunk) {
    work(lanes_[0], 0, size);
    return;
  }
  std::atomic<std::int64_t> next{0};
  for_each_part(lanes, static_cast<int>(lanes), [&](std::int64_t lane) {
    for (;;) {
      const std::int64_t begin = next.fetch_add(kChunk);
      if (begin >= size) return;
      work(lanes_[lane], begin, std::min(size, begin + kChunk));
    }
  });
}

void RankEngine::superstep(const std::vector<Bundle>& arrived) {
  ++counts_.supersteps;
  adapt(arrived);
  take(arrived);
  const std::vector<Node> nodes = next_nodes();
  in_lanes(static_cast<std::int64_t>(nodes.size()),
           [&](Lane& lane, std::int64_t begin, std::int64_t end) {
             propose(lane, nodes.data() + begin, end - begin);
           });
  gather();
}

// Sets b' of the adaptive strategy: how many proposals a node makes at a time. If fewer
// than an eighth of the proposals were refused in a superstep, enough gates are known, and this
// number doubles. Otherwise it becomes 1.
void RankEngine::adapt(const std::vector<Bundle>& arrived) {
  if (strategy_.batch != Strategy::Batch::kAdaptive) return;
  std::int64_t refused = 0;
  for (const Bundle& bundle : arrived) {
    for (const Message& m : bundle) refused += m.kind == Kind::kRejection;
  }
  const std::int64_t proposed = counts_.proposals - proposals_before_;
  proposals_before_ = counts_.proposals;
  const bool is_known = counts_.supersteps > 2 && 8 * refused < proposed;
  adaptive_batch_ = is_known ? std::min(2 * adaptive_batch_, 1 << 20) : 1;
}

// Algorithm 4. Every thread reads all messages, but handles only the messages about its share of
// the rank's nodes and of the ghosts (nodes of other ranks). So no two threads change the gate of
// the same node.
void RankEngine::take(const std::vector<Bundle>& arrived) {
  std::int64_t size = 0;
  for (const Bundle& bundle : arrived) size += static_cast<std::int64_t>(bundle.size());
  const std::int64_t takers = size > kChunk ? static_cast<std::int64_t>(lanes_.size()) : 1;
  for_each_part(takers, static_cast<int>(takers), [&](std::int64_t taker) {
    const Message* mine[kTakenAtOnce];
    for (const Bundle& bundle : arrived) {
      for (const Message* at = bundle.begin(); at < bundle.end();) {
        const Message* const end = at + std::min(kTakenAtOnce, bundle.end() - at);
        std::int64_t count = 0;
        for (; at < end; ++at) {  // no branch, because a branch could not be predicted
          mine[count] = at;
          count += takers == 1 || stripe(at->looks_at()) == taker;
        }
        take(lanes_[taker], mine, count);
      }
    }
  });
}

void RankEngine::take(Lane& lane, const Message* const* messages, std::int64_t size) {
  for (std::int64_t j = 0; j < size; ++j) {
    if (j + 2 * kAhead < size) prefetch_gate(messages[j + 2 * kAhead]->looks_at());
    if (j + kAhead < size) prefetch_suitors(messages[j + kAhead]->looks_at());
    const Message& m = *messages[j];
    if (m.kind != Kind::kProposal) {  // lines 19 to 21
      ghosts_[stripe(m.from)].raise(m.from, {m.weight, m.gate_giver}, order_);
      want_more(lane, m.to - part_.first);
    } else if (!place(lane, m.to, {m.weight, m.from})) {  // lines 8 to 18
      send(lane, {m.from, m.to, Kind::kRejection});
    }
  }
}

// Line 5 of Algorithm 3: takes all of Q, or a part of it, in the order of the strategy. The other
// nodes stay in Q.
std::vector<Node> RankEngine::next_nodes() {
  for (Lane& lane : lanes_) {
    queue_.insert(queue_.end(), lane.queue.begin(), lane.queue.end());
    lane.queue.clear();
  }
  const auto heavier = [this](Node a, Node b) {
    const Offer* const left_a = candidates_.peek(a);
    const Offer* const left_b = candidates_.peek(b);
    const std::uint64_t weight_a = left_a ? left_a->weight : 0;
    const std::uint64_t weight_b = left_b ? left_b->weight : 0;
    return weight_a != weight_b ? weight_a > weight_b : a < b;
  };
  const std::size_t most = (part_.nodes + strategy_.subsets - 1) / strategy_.subsets;
  const std::size_t size = std::min(most, queue_.size());
  if (strategy_.is_ordered) {
    if (size < queue_.size()) {
      std::nth_element(queue_.begin(), queue_.begin() + size, queue_.end(), heavier);
    }
    std::sort(queue_.begin(), queue_.begin() + size, heavier);
  }
  std::vector<Node> nodes(queue_.begin(), queue_.begin() + size);
  queue_.erase(queue_.begin(), queue_.begin() + size);
  return nodes;
}

std::int32_t RankEngine::batch(Node i) const {
  const std::int32_t b = part_.bounds[i];
  switch (strategy_.batch) {
    case Strategy::Batch::kConstant:
      return strategy_.constant;
    case Strategy::Batch::kHalf:
      return (b + 1) / 2;
    case Strategy::Batch::kShare:
      return static_cast<std::int32_t>(
          std::clamp<std::int64_t>(std::int64_t{b} * b / part_.degree(i), 1, b));
    case Strategy::Batch::kAdaptive:
      return adaptive_batch_;
    case Strategy::Batch::kAll:
      break;
  }
  return b;
}

void RankEngine::propose(Lane& lane, const Node* nodes, std::int64_t size) {
  for (std::int64_t j = 0; j < std::min(size, kNodesAhead); ++j) prefetch_proposals(nodes[j]);
  for (std::int64_t j = 0; j < size; ++j) {
    if (j + kNodesAhead < size) prefetch_proposals(nodes[j + kNodesAhead]);
    propose(lane, nodes[j]);
  }
}

// Prefetches the data for the next proposals of own node i.
void RankEngine::prefetch_proposals(Node i) {
  const Offer* const first = candidates_.peek(i);
  if (!first) return;
  const std::int32_t most = std::min(wanted_[i].load(std::memory_order_relaxed), batch(i));
  const Offer* const end = first + std::min<std::ptrdiff_t>(most, candidates_.sorted_left(i));
  for (const Offer* offer = first; offer < end; ++offer) prefetch_gate(offer->giver);
}

// Lines 6 to 26 of Algorithm 3. Only one thread works on a node, because each node is in the queue
// only once. If a node loses a partner meanwhile, it waits for the next superstep.
void RankEngine::propose(Lane& lane, Node i) {
  is_queued_[i].store(0, std::memory_order_relaxed);
  const Node u = part_.first + i;
  const std::int32_t most = std::min(wanted_[i].load(std::memory_order_relaxed), batch(i));
  std::int32_t made = 0;
  const Offer* candidate = candidates_.peek(i);
  const std::ptrdiff_t near =
      candidate ? std::min<std::ptrdiff_t>(most, candidates_.sorted_left(i)) : 0;
  for (std::ptrdiff_t k = 0; k < near; ++k) prefetch_suitors(candidate[k].giver);
  while (made < most && (candidate = candidates_.peek(i))) {
    const Node p = candidate->giver;
    const Offer offer{candidate->weight, u};
    candidates_.take(i);
    if (part_.owns(p)) {
      made += place(lane, p, offer);
      ++lane.counts.local_offers;
    } else if (order_.better(p, offer, ghost_gate(p))) {
      send(lane, {p, u, Kind::kProposal, -1, offer.weight});
      ++made;
    }
  }
  const bool has_more = made == most && candidates_.peek(i);
  if (wanted_[i].fetch_sub(made) > made && has_more) queue(lane, i);
}

// If the offer is good enough, its giver becomes a suitor of node p of this rank, and the worst
// suitor may lose its place.
bool RankEngine::place(Lane& lane, Node p, const Offer& offer) {
  Seats& seats = seats_[p - part_.first];
  if (seats.refuse(offer)) return false;
  Offer displaced = kNoOffer;
  {
    HeldSeats held(&seats, lanes_.size() > 1);
    if (!order_.better(p, offer, held.gate())) return false;
    if (held.are_full()) displaced = held.drop_last();
    held.insert(p, offer, order_);
  }
  if (displaced.giver >= 0) free_place(lane, displaced.giver, p);
  return true;
}

// Node p of this rank has dropped the proposal of `giver`, so `giver` has a free place again.
void RankEngine::free_place(Lane& lane, Node giver, Node p) {
  if (part_.owns(giver)) {
    want_more(lane, giver - part_.first);
  } else {
    send(lane, {giver, p, Kind::kAnnulment});
  }
}

void RankEngine::want_more(Lane& lane, Node i) {
  wanted_[i].fetch_add(1, std::memory_order_relaxed);
  queue(lane, i);
}

void RankEngine::queue(Lane& lane, Node i) {
  if (!is_queued_[i].exchange(1, std::memory_order_relaxed)) lane.queue.push_back(i);
}

void RankEngine::send(Lane& lane, const Message& message) {
  Counts& counts = lane.counts;
  ++(message.kind == Kind::kProposal    ? counts.proposals
     : message.kind == Kind::kRejection ? counts.rejections
                                        : counts.annulments);
  lane.outbox[part_.ranges.owner(message.to)].push_back(message);
}

// Merges the results of the threads.
void RankEngine::gather() {
  const auto lanes = static_cast<std::int64_t>(lanes_.size());
  for_each_part(lanes, static_cast<int>(lanes), [&](std::int64_t lane) {
    for (Messages& messages : lanes_[lane].outbox) write_gates(&messages);
  });
  for (Lane& lane : lanes_) {
    counts_ += lane.counts;
    lane.counts = Counts();
    queue_.insert(queue_.end(), lane.queue.begin(), lane.queue.end());
    lane.queue.clear();
  }
  const auto ranks = static_cast<std::int64_t>(outbox_.size());
  for_each_part(ranks, static_cast<int>(lanes_.size()), [&](std::int64_t rank) {
    Messages& all = outbox_[rank];
    all.clear();
    for (Lane& lane : lanes_) {
      Messages& bundle = lane.outbox[rank];
      if (all.empty()) {
        all.swap(bundle);
      } else {
        all.insert(all.end(), bundle.begin(), bundle.end());
        bundle.clear();
      }
    }
  });
}

// Writes gates into answers just before the answers are sent, because a newer gate helps the
// receiver more.
void RankEngine::write_gates(Messages* messages) const {
  const std::size_t size = messages->size();
  for (std::size_t j = 0; j < size; ++j) {
    if (j + kAhead < size) __builtin_prefetch(&seats_[(*messages)[j + kAhead].from - part_.first]);
    Message& m = (*messages)[j];
    if (m.kind == Kind::kProposal) continue;
    const Offer& gate = seats_[m.from - part_.first].gate;
    m.weight = gate.weight;
    m.gate_giver = gate.giver;
  }
}

std::string RankEngine::fault() const {
  for (Node i = 0; i < part_.nodes; ++i) {
    const Seats& seats = seats_[i];
    const std::int32_t accepted = seats.places - wanted_[i].load(std::memory_order_relaxed);
    if (accepted == seats.taken) continue;
    return "node " + std::to_string(part_.first + i) + " has " + std::to_string(seats.taken) +
           " suitors and is a suitor of " + std::to_string(accepted) +
           " nodes, but these numbers must be equal";
  }
  return {};
}

}  // namespace handshake::b_matching
