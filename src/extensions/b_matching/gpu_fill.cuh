// Reads lists of neighbors: every node gets the best of those that are left, best first. The first
// time nobody is full, so that only weights are read, and a neighbor where it enters a list.
#pragma once

#include "extensions/b_matching/best_k.cuh"

namespace handshake {

constexpr int kFillThreads = 256;
template <int K>
constexpr int kHubThreads = K == 8 ? 1024 : 512;

// What a node asks for: neighbors behind the last one that it had, and not full. Behind `kept`
// neighbors that it still has there is room for some.
template <TieRule kRule>
struct Asked {
  const BPart& part;
  Node v;
  Entry last;  // kAboveAll the first time
  int kept, missing;

  __device__ Asked(const BPart& of, Node node, bool is_first)
      : part(of),
        v(node),
        last(is_first ? kAboveAll : of.last[of.own(node)]),
        kept(is_first ? 0 : of.windows[of.own(node)].tail),
        missing(is_first ? of.places_of(node) : of.missing[of.own(node)]) {}

  __device__ bool is_first() const { return last == kAboveAll; }
  __device__ bool wants(std::uint32_t order, const Node* neighbor) const {
    if (is_first()) return true;
    if (order > static_cast<std::uint32_t>(last >> 32)) return false;
    const Node u = *neighbor;
    return EntryOrder<kRule>{part.offsets}.better(v, last, make_entry(order, u)) &&
           !part.is_full(u);
  }
};

// Takes in positions first, first + step, first + 2 * step, .. of the list. With `together` the lanes
// of the warp all read this list: what is lighter than the K-th best of any lane is not among the best
// K of all.
template <int K, TieRule kRule>
__device__ void read_list(const BPart& part, const Asked<kRule>& asked, int first, int step,
                          bool together, BestK<K, kRule>* best) {
  constexpr int kLoads = 4;
  const int degree = static_cast<int>(part.degree(asked.v));
  const std::int32_t* bits = part.bits + part.list_begin(asked.v);
  const int rounds = (degree + kLoads * step - 1) / (kLoads * step);
  for (int round = 0; round < rounds; ++round) {
    std::uint32_t order[kLoads];
    const EdgeIndex start = first + static_cast<EdgeIndex>(round) * kLoads * step;
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      const EdgeIndex at = start + i * step;
      order[i] = at < degree ? order_of_bits(bits[at]) : 0;
    }
    const std::uint32_t floor = together ? warp_max(best->order[K - 1]) : 0;
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      const int at = static_cast<int>(start) + i * step;
      if (order[i] < floor || !best->may_enter(order[i])) continue;
      if (!asked.wants(order[i], best->list + at)) continue;
      unsigned long long tie = 0;
      if (kRule != TieRule::kIndex) tie = tie_word<kRule>(part, asked.v, best->list[at]);
      best->insert(order[i], tie, at);
    }
  }
}

// Writes what `lanes` threads have found together, each a share of it; the thread with sub = 0 also
// writes what there is once for each node. What was asked was read before the threads merged: nobody
// reads what is written here.
template <int K, TieRule kRule>
__device__ void store_list(const BPart& part, const Asked<kRule>& asked,
                           const BestK<K, kRule>& best, int lanes, int sub) {
  const Node v = asked.v;
  const int kept = asked.kept, missing = asked.missing;
  const int capacity = part.capacity(v);
  const int room = capacity - kept;
  Entry* list = part.list(v) + kept;
  int found = 0;
  Entry threshold = kNoEntry;
  Entry end = kNoEntry;
#pragma unroll
  for (int k = 0; k < K; ++k) {
    if (k >= room || best.order[k] == 0) continue;
    ++found;
    const bool is_mine = (k & (lanes - 1)) == sub;
    const bool is_threshold = k == missing - 1 - kept, is_end = k == room - 1;
    if (!is_mine && (sub != 0 || !(is_threshold || is_end))) continue;
    const Entry entry = make_entry(best.order[k], best.list[best.at[k]]);
    if (is_mine) list[k] = entry;
    if (is_threshold) threshold = entry;
    if (is_end) end = entry;
  }
  if (sub != 0) return;
  const bool is_cut = found == room && part.degree(v) > capacity;
  const Node own = part.own(v);
  part.windows[own] = {0, kept + found};
  part.last[own] = is_cut ? end : kNoEntry;
  part.missing[own] = missing;
  // The threshold of a node that can have all its neighbors is no threshold.
  part.publish(v, missing == part.degree(v) ? kNoEntry : threshold);
}

// Several lanes a node, a power of two. The nodes of `queue`, or without one all nodes of the part:
// then those with long lists are left to later launches, and those that keep all their neighbors to
// sort_lists_gpu.
//   out  entries, windows, last, missing, thresholds of v   by the lanes of v
//   out  queues                                            places by atomicAdd
template <int K, TieRule kRule>
__global__ void __launch_bounds__(kFillThreads)
    fill_lists_gpu(BPart part, bool is_first, int lanes, NodeQueue queue, FillQueues others,
                   NodeQueue sorted) {
  const int sub = threadIdx.x & (lanes - 1);
  const bool is_queue = queue.nodes != nullptr;
  const EdgeIndex nodes = is_queue ? *queue.count : part.end - part.begin;
  const EdgeIndex all = static_cast<EdgeIndex>(gridDim.x) * kFillThreads / lanes;
  const EdgeIndex start = (static_cast<EdgeIndex>(blockIdx.x) * kFillThreads + threadIdx.x) / lanes;
  // All lanes of a warp go through the loop equally often: they merge what they have.
  const EdgeIndex rounds = (nodes + all - 1) / all;
  for (EdgeIndex round = 0; round < rounds; ++round) {
    const EdgeIndex i = round * all + start;
    Node v = i >= nodes ? -1 : is_queue ? queue.nodes[i] : part.begin + static_cast<Node>(i);
    if (v >= 0 && !is_queue) {
      const int places = part.places_of(v);
      const NodeQueue* other = nullptr;
      if (places > 0 && part.keeps_all(v)) {
        other = &sorted;
      } else if (places > 0 && part.degree(v) > kLongList) {
        other = &others.of_degree(part.degree(v));
      }
      if (other != nullptr && sub == 0) other->append(v);
      if (places == 0 && sub == 0) {
        part.missing[part.own(v)] = 0;
        part.publish(v, kAboveAll);
        atomicOr(&part.full[v >> 5], 1u << (v & 31));
      }
      if (places == 0 || other != nullptr) v = -1;
    }
    // A lane without a node asks as at first: then nothing is read that may not be there.
    const Asked<kRule> asked(part, v >= 0 ? v : part.begin, is_first || v < 0);
    BestK<K, kRule> best(part, asked.v);
    if (v >= 0) read_list(part, asked, sub, lanes, lanes == kWarpSize, &best);
    for (int distance = 1; distance < lanes; distance *= 2) best.merge_with_lane(distance);
    if (v >= 0) store_list(part, asked, best, lanes, sub);
  }
}

// A block a node.
//   out  entries, windows, last, missing, thresholds of v   by the first warp of the block of v
template <int K, TieRule kRule>
__global__ void __launch_bounds__(kHubThreads<K>)
    fill_hubs_gpu(BPart part, bool is_first, NodeQueue queue) {
  constexpr int kWarps = kHubThreads<K> / kWarpSize;
  __shared__ std::uint32_t orders[kWarps][K];
  __shared__ int positions[kWarps][K];
  const int warp = threadIdx.x / kWarpSize;
  for (unsigned i = blockIdx.x; i < *queue.count; i += gridDim.x) {
    const Node v = queue.nodes[i];
    const Asked<kRule> asked(part, v, is_first);
    BestK<K, kRule> best(part, v);
    read_list(part, asked, static_cast<int>(threadIdx.x), kHubThreads<K>, true, &best);
    for (int distance = 1; distance < kWarpSize; distance *= 2) best.merge_with_lane(distance);
    if (lane_of_thread() == 0) {
#pragma unroll
      for (int k = 0; k < K; ++k) {
        orders[warp][k] = best.order[k];
        positions[warp][k] = best.at[k];
      }
    }
    __syncthreads();
    if (warp == 0) {
      BestK<K, kRule> all(part, v);
      for (int k = lane_of_thread(); k < kWarps * K; k += kWarpSize) {
        const std::uint32_t order = orders[k / K][k % K];
        const int at = positions[k / K][k % K];
        unsigned long long tie = 0;
        if (kRule != TieRule::kIndex && order != 0) {
          tie = tie_word<kRule>(part, v, all.list[at]);
        }
        if (order != 0) all.insert(order, tie, at);
      }
      for (int distance = 1; distance < kWarpSize; distance *= 2) all.merge_with_lane(distance);
      store_list(part, asked, all, kWarpSize, lane_of_thread());
    }
    __syncthreads();
  }
}

// The whole list of a node, sorted: a block a node. Of two entries at the distance of a step the better
// comes first; a list whose length is no power of two is as if filled up with the worst.
//   out  entries, windows, last, missing, thresholds of v   by the block of v
template <TieRule kRule>
__global__ void __launch_bounds__(kFillThreads) sort_lists_gpu(BPart part, NodeQueue queue) {
  const EntryOrder<kRule> rule{part.offsets};
  for (unsigned i = blockIdx.x; i < *queue.count; i += gridDim.x) {
    const Node v = queue.nodes[i];
    const int degree = static_cast<int>(part.degree(v));
    const EdgeIndex begin = part.list_begin(v);
    Entry* list = part.list(v);
    for (int k = threadIdx.x; k < degree; k += kFillThreads) {
      list[k] = make_entry(order_of_bits(part.bits[begin + k]), part.neighbors[begin + k]);
    }
    __syncthreads();
    for (long long size = 2; size < 2ll * degree; size *= 2) {
      for (long long step = size / 2; step > 0; step /= 2) {
        // The first step of each size compares a half with the other one turned around.
        const long long mask = step == size / 2 ? size - 1 : step;
        for (int a = threadIdx.x; a < degree; a += kFillThreads) {
          const long long b = a ^ mask;
          if (b <= a || b >= degree) continue;
          if (!rule.better(v, list[b], list[a])) continue;
          const Entry worse = list[a];
          list[a] = list[b];
          list[b] = worse;
        }
        __syncthreads();
      }
    }
    if (threadIdx.x == 0) {
      const int places = part.places_of(v);
      part.windows[part.own(v)] = {0, degree};
      part.last[part.own(v)] = kNoEntry;
      part.missing[part.own(v)] = places;
      part.publish(v, places == degree ? kNoEntry : list[places - 1]);
    }
    __syncthreads();
  }
}

}  // namespace handshake
