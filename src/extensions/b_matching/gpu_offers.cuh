// The last phase, in which nodes make offers as offers.hpp describes. A node that loses its place
// must make a new offer. The thread whose offer displaced this node also makes the new offer, if
// this thread owes no other offer, and if the node is on the GPU of this thread. Otherwise, the
// node waits for the next launch.
#pragma once

#include "extensions/b_matching/gpu_long_lists.cuh"
#include "extensions/b_matching/gpu_rounds_together.cuh"
#include "extensions/b_matching/gpu_short_lists.cuh"

namespace handshake::b_matching {

// The parts of the problem on all GPUs. A kernel that makes offers needs all of them, because a
// node may get offers from any GPU. The number of offers that a node still has to make (`owed`) is
// stored on the GPU that owns the node.
struct AllBParts {
  int parts = 0;
  BPart part[kMostGpus];
  NodeQueue later[kMostGpus];  // nodes that make offers in the next launch

  __device__ int owner(Node v) const {
    int p = 0;
    while (p + 1 < parts && v >= part[p + 1].begin) ++p;
    return p;
  }
  __device__ void append_later(int p, Node v) const {
    later[p].nodes[atomicAdd_system(later[p].count, 1u)] = v;
  }
};

// Called before any offer is made. Each node that is left owes one offer for each free place; its
// free places get the value kNoEntry.
static __global__ void __launch_bounds__(kRoundThreads)
    open_offers_gpu(BPart part, NodeQueue live) {
  for (unsigned i = blockIdx.x * kRoundThreads + threadIdx.x; i < *live.count;
       i += gridDim.x * kRoundThreads) {
    const Node v = live.nodes[i];
    const int missing = part.states[part.own(v)].missing;
    part.owed[part.own(v)] = missing;
    Entry* end = part.places_begin(v) + part.places_of(v);
    for (Entry* place = end - missing; place < end; ++place) *place = kNoEntry;
  }
}

// Does the same as place_offer in offers.hpp: returns the offer that was replaced, or `offer` if it
// was refused.
template <TieRule kRule>
__device__ Entry place_offer_gpu(const BPart& part, Node x, Entry offer) {
  const EntryOrder<kRule> rule{part.offsets};
  Entry* end = part.places_begin(x) + part.places_of(x);
  Entry* begin = end - part.states[part.own(x)].missing;
  for (;;) {
    Entry worst = kAboveAll;
    Entry* place = nullptr;
    for (Entry* p = begin; p < end && worst != kNoEntry; ++p) {
      const Entry word = read_shared_word(p);
      if (place != nullptr && !rule.better(x, worst, word)) continue;
      worst = word;
      place = p;
    }
    if (place == nullptr || !rule.better(x, offer, worst)) return offer;
    if (atomicCAS_system(place, worst, offer) == worst) return worst;
  }
}

// How the search of v ended: v has found a neighbor, must read its list again, or has no neighbor
// left.
enum class Proposal { kTaken, kListIsUsedUp, kNobodyIsLeft };

// v makes offers until one is taken or no neighbor is left in its window. *loser is the node that
// lost its place, or -1. The data of v are owned by one thread at a time, but not always by the
// same thread. So these data are read and written in global memory, never in a cached copy.
template <TieRule kRule>
__device__ Proposal propose_gpu(const AllBParts& all, const BPart& part, Node v, Node* loser) {
  Window* window = &part.states[part.own(v)].window;
  const Entry* list = part.list(v);
  const int tail = read_shared_word(&window->tail);
  int at = read_shared_word(&window->head);
  for (; at < tail; ++at) {
    const Entry wish = read_shared_word(&list[at]);
    const Node x = node_of(wish);
    if (part.is_full(x)) continue;
    const Entry offer = seen_from_neighbor(wish, v);
    const Entry before = place_offer_gpu<kRule>(all.part[all.owner(x)], x, offer);
    if (before == offer) continue;
    *loser = before == kNoEntry ? -1 : node_of(before);
    write_shared_word(&window->head, at + 1);
    return Proposal::kTaken;
  }
  write_shared_word(&window->head, tail);
  return read_shared_word(&part.last[part.own(v)]) != kNoEntry ? Proposal::kListIsUsedUp
                                                               : Proposal::kNobodyIsLeft;
}

// The nodes of a queue make the offers that they owe.
//   out  places of any node        by atomicCAS
//   out  owed of any node          by atomicAdd; the thread that raises it from 0 owns the node
//   out  window of a node          by its owner
//   out  later, fill               at positions from atomicAdd
template <TieRule kRule>
__global__ void __launch_bounds__(kRoundThreads)
    make_offers_gpu(AllBParts all, int mine, NodeQueue now, FillQueues fill) {
  const BPart& part = all.part[mine];
  for (unsigned i = blockIdx.x * kRoundThreads + threadIdx.x; i < *now.count;
       i += gridDim.x * kRoundThreads) {
    Node v = now.nodes[i];
    while (v >= 0) {
      Node loser = -1;
      const Proposal proposal = propose_gpu<kRule>(all, part, v, &loser);
      if (proposal == Proposal::kListIsUsedUp) {
        write_shared_word(&part.states[part.own(v)].window.tail, 0);
        fill.append(part.reader_of(v), v);
        all.append_later(mine, v);  // v still owes the offer
        break;
      }
      Node next = -1;
      if (loser >= 0) {
        const int p = all.owner(loser);
        if (atomicAdd_system(&all.part[p].owed[all.part[p].own(loser)], 1) > 0) {
          // the thread that owns `loser` handles it
        } else if (p == mine) {
          next = loser;
        } else {
          all.append_later(p, loser);
        }
      }
      __threadfence_system();  // the data of v must be visible before another thread can own v
      const bool owes_more = atomicAdd_system(&part.owed[part.own(v)], -1) > 1;
      if (owes_more && next >= 0) all.append_later(mine, next);
      if (!owes_more) v = next;
      __threadfence();
    }
  }
}

// Sorts the partners of every node, best first, and counts them.
//   out  places of v, counts[v]  by the thread of v
template <TieRule kRule>
__global__ void __launch_bounds__(kRoundThreads) finish_gpu(BPart part, int* counts) {
  const EntryOrder<kRule> rule{part.offsets};
  const Node nodes = part.end - part.begin;
  for (unsigned i = blockIdx.x * kRoundThreads + threadIdx.x; i < static_cast<unsigned>(nodes);
       i += gridDim.x * kRoundThreads) {
    const Node v = part.begin + static_cast<Node>(i);
    Entry* place = part.places_begin(v);
    const int places = part.places_of(v);
    int count = 0;
    for (int k = 0; k < places; ++k) {
      const Entry entry = place[k];
      if (entry == kNoEntry) continue;
      int to = count++;
      // If v has many places, the host sorts its partners instead.
      for (; places <= kMostCached && to > 0 && rule.better(v, entry, place[to - 1]); --to) {
        place[to] = place[to - 1];
      }
      if (to != k) place[to] = entry;
    }
    counts[i] = count;
  }
}

}  // namespace handshake::b_matching
