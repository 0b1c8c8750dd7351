// GPU-Suitor: Algorithm 4 of Naim, Manne, Halappanavar, Tumeo, Langguth: Optimizing Approximate
// Weighted Matching on Nvidia Kepler K40. The four variants of the algorithm share one kernel body.
// Numbers on the right are line numbers of the algorithm in the paper.
#pragma once

#include "extensions/common/candidates.cuh"
#include "extensions/common/place_offer.cuh"
#include "extensions/suitor/engine.hpp"

namespace handshake::suitor {

constexpr int kBalancedIterations = 4;  // the paper's k

// Whether the warps of a block wait for each other before this iteration.
__device__ constexpr bool waits(Variant variant, int iteration) {
  return variant == Variant::kSyncNoLB || variant == Variant::kSyncLB ||
         (variant == Variant::kHybrid && iteration <= kBalancedIterations);
}
// Whether balance() is called before this iteration. It is not necessary before iteration 0: nearly
// all warps have the same number of nodes then.
__device__ constexpr bool balances(Variant variant, int iteration) {
  return (variant == Variant::kSyncLB || variant == Variant::kHybrid) && iteration >= 1 &&
         iteration <= kBalancedIterations;
}

// The shared memory of a block: places for the nodes of all its warps.
struct SuitorChunks {
  Offer* wishes;  // [warps * vertices per warp]
  Node* nodes;    // likewise
  Node* spare;    // likewise
};
inline std::size_t bytes_of_chunks(int threads_per_block, int vertices_per_warp) {
  const std::size_t places = threads_per_block / kWarpSize * vertices_per_warp;
  return places * (sizeof(Offer) + 2 * sizeof(Node));
}

// The best neighbor that would accept an offer of v, and the weight of the edge to this neighbor.
// All lanes get this result.
template <class Ties>
__device__ inline Offer best_taker(const GraphPart& graph, const Ties& ties,
                                   const Offer* best_offer, Node v) {
  const EdgeIndex end = graph.offsets[v + 1];
  Offer best = kNoOffer;
  for (EdgeIndex e = graph.offsets[v] + lane_of_thread(); e < end; e += kWarpSize) {  // 6
    const std::uint32_t order = weight_order(graph.weight_bits[e]);
    if (order < order_of(best)) continue;
    const Node u = graph.neighbors[e];
    const Offer wish = make_offer_word(order, u);
    if (better_offer(ties, v, wish, best) &&
        better_offer(ties, u, make_offer_word(order, v), read_shared_word(&best_offer[u]))) {
      best = wish;
    }
  }
  for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {  // 7
    const Offer other = __shfl_xor_sync(kFullWarp, best, distance);
    if (better_offer(ties, v, other, best)) best = other;
  }
  return best;
}

// Each lane makes the offer of one node at a time. The nodes that are refused or displaced are
// written to the front of `nodes`. Returns the number of these nodes.
template <class Ties>
__device__ inline int make_offers(const Ties& ties, Offer* best_offer, const Offer* wishes,
                                  Node* nodes, int count) {
  int kept = 0;
  for (int start = 0; start < count; start += kWarpSize) {
    const int i = start + lane_of_thread();
    Node again = -1;
    if (i < count && wishes[i] != kNoOffer) {
      const Node partner = giver_of(wishes[i]);
      const Offer offer = make_offer_word(order_of(wishes[i]), nodes[i]);
      const Offer before = place_offer(ties, partner, &best_offer[partner], offer);  // 8
      const bool taken = better_offer(ties, partner, offer, before);
      again = !taken ? nodes[i] : before == kNoOffer ? -1 : giver_of(before);
    }
    const unsigned lanes = __ballot_sync(kFullWarp, again >= 0);
    __syncwarp();  // all lanes have read their nodes
    const unsigned lower = lanes & ((1u << lane_of_thread()) - 1);
    if (again >= 0) nodes[kept + __popc(lower)] = again;  // 9
    kept += __popc(lanes);
    __syncwarp();
  }
  return kept;
}

// If any warp of the block has more than 1.25 times the mean number of nodes, the nodes are divided
// equally among all warps. Returns the new number of nodes of this warp. All threads of the block
// must call this function.
__device__ inline int balance(const SuitorChunks& chunks, int vertices_per_warp, int count) {
  __shared__ int count_of[kMostThreadsPerBlock / kWarpSize];
  const int warps = static_cast<int>(blockDim.x) / kWarpSize;
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  Node* mine = chunks.nodes + warp * vertices_per_warp;
  if (lane_of_thread() == 0) count_of[warp] = count;
  __syncthreads();
  int most = 0, total = 0, before = 0;
  for (int w = 0; w < warps; ++w) {
    most = max(most, count_of[w]);
    total += count_of[w];
    if (w < warp) before += count_of[w];
  }
  if (4 * most * warps <= 5 * total) return count;
  for (int i = lane_of_thread(); i < count; i += kWarpSize) chunks.spare[before + i] = mine[i];
  __syncthreads();
  const int begin = total * warp / warps;
  count = total * (warp + 1) / warps - begin;
  for (int i = lane_of_thread(); i < count; i += kWarpSize) mine[i] = chunks.spare[begin + i];
  __syncwarp();
  return count;
}

// Every warp takes `vertices_per_warp` consecutive nodes and finds partners for them and for the
// nodes that they displace.
//   in/out  best_offer   all threads change it, by atomic operations; an element only gets better,
//                        so the result does not depend on the order of the operations
template <class Ties, Variant kVariant>
__global__ void suitor_gpu(GraphPart graph, Ties ties, Offer* best_offer, int vertices_per_warp) {
  extern __shared__ Offer shared_memory[];
  const int warps = static_cast<int>(blockDim.x) / kWarpSize;
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  const int places = warps * vertices_per_warp;
  Node* all_nodes = reinterpret_cast<Node*>(shared_memory + places);
  const SuitorChunks chunks{shared_memory, all_nodes, all_nodes + places};
  Offer* wishes = chunks.wishes + warp * vertices_per_warp;
  Node* nodes = chunks.nodes + warp * vertices_per_warp;

  const EdgeIndex first = (static_cast<EdgeIndex>(blockIdx.x) * warps + warp) * vertices_per_warp;
  const EdgeIndex rest = graph.end > first ? graph.end - first : 0;
  int count = static_cast<int>(min(rest, static_cast<EdgeIndex>(vertices_per_warp)));  // 4
  for (int i = lane_of_thread(); i < count; i += kWarpSize) nodes[i] = static_cast<Node>(first + i);
  __syncwarp();
  for (int iteration = 0;; ++iteration) {  // 3
    if (waits(kVariant, iteration)) {      // 10
      if (__syncthreads_or(count > 0) == 0) return;
      if (balances(kVariant, iteration)) count = balance(chunks, vertices_per_warp, count);
    } else if (count == 0) {
      return;
    }
    for (int i = 0; i < count; ++i) {  // 5
      const Offer wish = best_taker(graph, ties, best_offer, nodes[i]);
      if (lane_of_thread() == 0) wishes[i] = wish;
    }
    __syncwarp();
    count = make_offers(ties, best_offer, wishes, nodes, count);
  }
}

// Turns the best offers into matches. At this point, all best offers are mutual. One thread per
// node.
__global__ void take_best_offers_gpu(Node nodes, const Offer* best_offer, Node* matches) {
  const Node v = static_cast<Node>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < nodes) matches[v] = best_offer[v] == kNoOffer ? -1 : giver_of(best_offer[v]);
}

}  // namespace handshake::suitor
