// The last phase matches the remaining nodes in one launch. It has no passes, and no thread waits
// for another thread. Each of these nodes makes an offer to its best neighbor that has no better
// offer yet. A node whose offer is displaced continues its search; the thread that displaced the
// offer now works for this node. When no offer is displaced any more, best offers are mutual.
// (Manne and Halappanavar call the giver of the best offer to a node the suitor of this node.)
#pragma once

#include "extensions/common/place_offer.cuh"
#include "extensions/multi_gpu_ld/passes.cuh"

namespace handshake::ld {

__device__ inline Offer* best_offer_of(const AllParts& all, Node u) {
  const int p = all.owner(u);
  return &all.best_offer[p][u - all.begin[p]];
}

// The nodes that may still get an offer from `giver`: nodes that are not matched, and whose best
// offer so far is worse than the offer of `giver`.
template <class Ties>
struct WouldAccept {
  static constexpr bool kNeedsNode = true;
  const AllParts& all;
  const std::uint32_t* matched_bits;
  const Ties& ties;
  Node giver;

  __device__ bool operator()(Node u, std::uint32_t order) const {
    const Offer standing = read_shared_word(best_offer_of(all, u));
    return !is_matched(matched_bits, u) &&
           better_offer(ties, u, make_offer_word(order, giver), standing);
  }
};

__device__ inline Candidates read_candidates(const AllParts& all, Node v) {
  const int p = all.owner(v);
  const Candidates* from = &all.candidates[p][v - all.begin[p]];
  Candidates c;
#pragma unroll
  for (int k = 0; k < kCandidates; ++k) {
    c.id[k] = read_shared_word(&from->id[k]);
    c.order[k] = read_shared_word(&from->order[k]);
  }
  return c;
}

// The thread that writes a list executes a fence before its offer; the thread that displaces the
// offer executes a fence before it reads the list. According to the memory model of PTX, values
// that were written before the first fence are visible after the second. A fence is slow, and lists
// that are older than the launch do not need one.
__device__ inline Candidates read_list_of_giver(const AllParts& all, Offer offer) {
  if (has_new_list(offer)) __threadfence_system();
  return read_candidates(all, giver_of(offer));
}

// Begins the last phase, with one thread per live node. Afterwards, no live node has an offer, and
// every live node has a list of candidates.
template <class Ties>
__global__ void __launch_bounds__(kBlockSize)
    open_offers_gpu(GraphPart part, Ties ties, MatchState state, int last_pass) {
  const Node* live = state.live[last_pass & 1];
  const int count = state.counters->live[last_pass];
  for (int i = blockIdx.x * kBlockSize + threadIdx.x; i < count; i += gridDim.x * kBlockSize) {
    const Node v = live[i];
    state.best_offer[v - part.begin] = kNoOffer;
    if (part.degree(v) <= kCandidates) {
      store_candidates(&state.candidates[v - part.begin],
                       read_short_list(part, ties, v, NotMatched{state.matched_bits}));
    }
  }
}

// Each thread takes a live node, and then the nodes whose offers it displaces, one after another.
//   in/out  best_offer          by atomic operations of any thread; an offer is replaced only by a
//                               better one, so the number of changes is bounded, and the result
//                               does not depend on their order
//   in/out  candidates          of the node on which the thread works (`carried`). Only one thread
//                               at a time works on a node; an atomic operation passes the node to
//                               the next thread (read_list_of_giver). A thread may read the list of
//                               a giver before it displaces the giver's offer: as long as this
//                               offer is there, no thread writes the list. If the thread
//                               displaces another offer instead, it does not use the list
//   in/out  bounds              of the same node, by all lanes; no fence orders these accesses. A
//                               thread may see an older bound, which is weaker: then it reads a
//                               chunk that it need not read
template <class Ties>
__global__ void __launch_bounds__(kBlockSize, Ties::kByPosition ? 4 : 3)
    settle_gpu(AllParts all, Ties ties, MatchState state, int last_pass) {
  const Node* live = state.live[last_pass & 1];
  const int count = state.counters->live[last_pass];
  const int lane = lane_of_thread();
  // If there are fewer nodes than lanes, each warp takes its share of the nodes: the lanes of a warp
  // read lists again one after the other.
  const int warps = static_cast<int>(gridDim.x) * kWarpsPerBlock;
  const int lanes = min(kWarpSize, count / warps + 1);
  Node carried = -1;
  bool new_list = false;  // whether this launch has written the list of the node
  Candidates c;
  bool more = true;
  for (;;) {
    // Idle lanes take the next nodes of the list. The order matters for speed: under the index
    // rule, an offer is rarely displaced by a node that comes later in the list.
    const bool is_idle = carried < 0 && lane < lanes;
    const unsigned idle = __ballot_sync(kFullWarp, is_idle);
    if (more && idle != 0) {
      int ticket = 0;
      if (lane == 0) ticket = atomicAdd(&state.counters->next_live, __popc(idle));
      ticket = __shfl_sync(kFullWarp, ticket, 0);
      more = ticket < count;
      const int mine = ticket + __popc(idle & ((1u << lane) - 1));
      if (is_idle && mine < count) {
        carried = live[mine];
        new_list = false;
        c = read_candidates(all, carried);
      }
    }
    if (!__any_sync(kFullWarp, carried >= 0)) {
      if (!more) break;
      continue;
    }
    {
      Node target = -1;
      std::uint32_t order = 0;
      Offer standing = kNoOffer;
      bool reads_again = false;
      if (carried >= 0) {
#pragma unroll
        for (int k = kCandidates - 1; k >= 0; --k) {
          if (c.id[k] < 0) continue;
          const Offer there = read_shared_word(best_offer_of(all, c.id[k]));
          const bool matched = is_matched(state.matched_bits, c.id[k]);
          if (!matched &&
              better_offer(ties, c.id[k], make_offer_word(c.order[k], carried), there)) {
            target = c.id[k];
            order = c.order[k];
            standing = there;
          }
        }
        reads_again = target < 0 && c.id[kCandidates - 1] >= 0;
        if (target < 0 && !reads_again) carried = -1;  // the node has no neighbor left
      }

      for (unsigned waiting = __ballot_sync(kFullWarp, reads_again); waiting != 0;
           waiting &= waiting - 1) {
        const int turn = lowest_lane(waiting);
        const Node v = __shfl_sync(kFullWarp, carried, turn);
        const int p = all.owner(v);
        const WouldAccept<Ties> would_accept{all, state.matched_bits, ties, v};
        const Candidates found = scan_again(all.graph[p], ties, all.bounds[p], v, would_accept);
        if (lane == turn) {
          c = found;
          new_list = true;
          store_candidates(&all.candidates[p][v - all.begin[p]], found);
          __threadfence_system();  // the fence of the reader is in read_list_of_giver
          target = found.id[0];
          order = found.order[0];
          if (target < 0) carried = -1;
        }
      }

      if (carried >= 0) {
        // The present offer is usually the offer that will be displaced. So the list of its giver
        // is loaded here, before the atomic operation.
        Candidates next = c;
        if (standing != kNoOffer) next = read_list_of_giver(all, standing);
        const Offer offer = make_offer_word(order, carried, new_list);
        const Offer before = place_offer(ties, target, best_offer_of(all, target), offer);
        if (better_offer(ties, target, offer, before)) {
          if (before != kNoOffer && before != standing) next = read_list_of_giver(all, before);
          carried = before == kNoOffer ? -1 : giver_of(before);
          new_list = has_new_list(before);
          c = next;
        }
      }
    }
  }
}

// If a live node has an offer, matches it with the giver of its best offer. Best offers are mutual
// now. One thread per node.
__global__ void __launch_bounds__(kBlockSize)
    take_offers_gpu(GraphPart part, MatchState state, int last_pass) {
  const Node* live = state.live[last_pass & 1];
  const int count = state.counters->live[last_pass];
  for (int i = blockIdx.x * kBlockSize + threadIdx.x; i < count; i += gridDim.x * kBlockSize) {
    const Node v = live[i];
    const Offer offer = state.best_offer[v - part.begin];
    if (offer != kNoOffer) state.matches[v - part.begin] = giver_of(offer);
  }
}

}  // namespace handshake::ld
