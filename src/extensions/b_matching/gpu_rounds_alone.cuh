// The two kernels of a round, with one thread per node, for problems in which no node keeps many
// neighbors. cpu_rounds.cpp describes the two steps of a round. Each step needs its own launch. In
// a single launch, a node u could match its edge to v, and be full before v looks at u. Then v
// would drop u, its new partner.
#pragma once

#include "extensions/b_matching/gpu_state.cuh"

namespace handshake::b_matching {

constexpr int kRoundThreads = 256;
constexpr int kRoundWarps = kRoundThreads / kWarpSize;

// The entries of a node that keeps at most K neighbors. The thread of this node loads all needed
// entries at once.
template <int K>
struct Row {
  static constexpr int kMost = K - kMoreCached;  // the largest number of places of a node
  Entry entry[K];

  // Reads the first `size` entries at `from`, and sets the others to kNoEntry.
  template <int kRead>
  __device__ void read(const Entry* from, int size) {
#pragma unroll
    for (int k = 0; k < kRead; ++k) entry[k] = k < size ? from[k] : kNoEntry;
  }
};

// Looks at as many neighbors of v as v has free places, and drops the neighbors that are full. If
// too few neighbors are left, looks at all neighbors. Returns whether the list must be read again.
// If so, the neighbors that are kept have been moved to the start of the list.
template <int K>
__device__ bool look_alone(const BPart& part, Node v) {
  const NodeState state = part.states[part.own(v)];
  Entry* const list = part.list(v);
  Entry* const window = list + state.window.head;
  const int size = state.window.tail - state.window.head;
  Row<K> row;
  row.template read<K>(window, size);
  unsigned left = 0;  // bit k: neighbor k was checked, and is not full
  int looked = min(state.missing, size);
#pragma unroll
  for (int k = 0; k < Row<K>::kMost; ++k) {
    if (k < looked && !part.is_full(node_of(row.entry[k]))) left |= 1u << k;
  }
  if (__popc(left) < state.missing && looked < size) {
#pragma unroll
    for (int k = 1; k < K; ++k) {
      if (k >= looked && k < size && !part.is_full(node_of(row.entry[k]))) left |= 1u << k;
    }
    looked = size;
  }
  const int kept = __popc(left);
  if (kept < state.missing && part.last[part.own(v)] != kNoEntry) {
    int to = 0;
#pragma unroll
    for (int k = 0; k < K; ++k) {
      if (left >> k & 1) list[to++] = row.entry[k];
    }
    part.states[part.own(v)].window = {0, kept};
    return true;
  }
  Entry threshold = kNoEntry;
  int to = looked, number = kept;
#pragma unroll
  for (int k = K - 1; k >= 0; --k) {
    if (!(left >> k & 1)) continue;
    if (number-- == state.missing) threshold = row.entry[k];
    if (--to != k) window[to] = row.entry[k];
  }
  if (to > 0) part.states[part.own(v)].window.head = state.window.head + to;
  part.publish(v, threshold);
  return false;
}

template <class Look>
__device__ void for_each_live(const NodeQueue& live, const Look& look) {
  const unsigned nodes = *live.count;
  for (unsigned start = blockIdx.x * kRoundThreads; start < nodes;
       start += gridDim.x * kRoundThreads) {
    const unsigned i = start + threadIdx.x;
    look(i < nodes ? live.nodes[i] : -1);
  }
}

//   in   live, full
//   out  list, states, thresholds of v   by the thread of v
//   out  fill                            at positions from atomicAdd
template <int K>
__global__ void __launch_bounds__(kRoundThreads)
    look_alone_gpu(BPart part, NodeQueue live, FillQueues fill) {
  for_each_live(live, [&](Node v) {
    const bool wants_more = v >= 0 && look_alone<K>(part, v);
    if (!__any_sync(kFullWarp, wants_more)) return;
    fill.append_of_warp(wants_more, wants_more ? part.reader_of(v) : Reader::kThread, v);
  });
}

// Matches the edges of v that reach the thresholds of both ends. Returns whether v still looks for
// partners.
template <int K, TieRule kRule>
__device__ bool shake_alone(const BPart& part, Node v) {
  const EntryOrder<kRule> rule{part.offsets};
  const NodeState state = part.states[part.own(v)];
  Entry* const window = part.list(v) + state.window.head;
  const int size = min(state.missing, state.window.tail - state.window.head);
  if (size <= 0) return false;  // v is full, or has no neighbor left
  constexpr int kMost = Row<K>::kMost;
  Row<K> row;
  row.template read<kMost>(window, size);
  std::uint16_t theirs[kMost];
#pragma unroll
  for (int k = 0; k < kMost; ++k) {
    theirs[k] = k < size ? part.thresholds.coarse[node_of(row.entry[k])] : 0xffff;
  }
  unsigned taken = 0;
#pragma unroll
  for (int k = 0; k < kMost; ++k) {
    if (k >= size) continue;
    const Entry entry = row.entry[k];
    const std::uint16_t mine = part.coarse(static_cast<std::uint32_t>(entry >> 32));
    const bool is_taken = theirs[k] != mine ? theirs[k] < mine
                                            : part.thresholds.admits(rule, node_of(entry),
                                                                     seen_from_neighbor(entry, v));
    if (is_taken) taken |= 1u << k;
  }
  if (taken == 0) return true;
  Entry* place = part.places_begin(v) + state.placed;
#pragma unroll
  for (int k = 0; k < kMost; ++k) {
    if (taken >> k & 1) *place++ = row.entry[k];
  }
  const int count = __popc(taken), left = state.missing - count;
  if (left == 0) {
    part.states[part.own(v)].missing = 0;
    atomicOr(&part.full[v >> 5], 1u << (v & 31));
    return false;
  }
  int to = size;
#pragma unroll
  for (int k = kMost - 1; k >= 0; --k) {
    if (k >= size || (taken >> k & 1)) continue;
    if (--to != k) window[to] = row.entry[k];
  }
  part.states[part.own(v)] = {
      {state.window.head + count, state.window.tail}, left, state.placed + count};
  return true;
}

//   in   thresholds, which do not change during the launch
//   out  list, states, places of v   by the thread of v
//   out  full                        by atomicOr: read by later launches
//   out  next                        at positions from atomicAdd
template <int K, TieRule kRule>
__global__ void __launch_bounds__(kRoundThreads)
    shake_alone_gpu(BPart part, NodeQueue live, NodeQueue next) {
  __shared__ Node collected[kRoundWarps][WarpQueue::kRoom];
  WarpQueue left{next, collected[threadIdx.x / kWarpSize]};
  const auto shake = [&](Node v) { left.append(v >= 0 && shake_alone<K, kRule>(part, v), v); };
  if (live.nodes != nullptr) {
    for_each_live(live, shake);
  } else {
    for (EdgeIndex start = part.begin + static_cast<EdgeIndex>(blockIdx.x) * kRoundThreads;
         start < part.end; start += static_cast<EdgeIndex>(gridDim.x) * kRoundThreads) {
      const EdgeIndex v = start + threadIdx.x;
      shake(v < part.end ? static_cast<Node>(v) : -1);
    }
  }
  left.flush();
}

}  // namespace handshake::b_matching
