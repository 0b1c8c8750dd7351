// Where the nodes of a sub-round go, by the communities as they were before it.
#pragma once

#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake {

// Everything that decisions of a launch read, and where they go: c.next, which nobody reads.
template <class InputWeight, class Value>
struct Decision {
  static constexpr int kWords = kSumWords<Value>;
  LevelView<InputWeight> level;
  LevelCommunities c;
  GpuRules<Value> rules;
  int color;

  // By a tile: the new community of v, or kStay. At most kLanes * kEdgesEach edges.
  template <int kLanes>
  __device__ Node by_tile(Node v, EdgeIndex begin, EdgeIndex end, Node own,
                          const GpuTable<kWords>& table) const {
    const int lane = Tile<kLanes>::lane();
    const auto comparison = comparison_for(level, c, rules, color, v, own);
    Entered entered;
    const auto to_own = Tile<kLanes>::sum(
        enter_edges<kLanes>(level, c.of_node, begin, end, own, table, lane, &entered));
    Tile<kLanes>::wait();
    Choice<Value> best = comparison.staying(to_own);
    comparison.consider_entered(c.sums, table, entered, &best);
    best = best_of_tile<kLanes>(best);
    Tile<kLanes>::wait();
    return best.community;
  }
};

// By a warp, for 32 nodes of a class. Only this warp writes active, next and moved of these.
template <int kLanes, class InputWeight, class Value>
__device__ inline unsigned long long decide_batch(const Decision<InputWeight, Value>& decision,
                                                  const Segment& segment, std::int64_t batch,
                                                  GpuTable<kSumWords<Value>> room, int* lanes) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int lane = lane_of_thread();
  const std::int64_t i = batch * kWarpSize + lane;
  const Node v = i < segment.size ? segment.nodes[i] : -1;
  const bool decides = v >= 0 && c.active[v];
  const unsigned busy = __ballot_sync(kFullWarp, decides);
  unsigned moved = 0;
  EdgeIndex begin = 0;
  int degree = 0;
  if (busy != 0) {
    constexpr int kSlots = kSlotsOfWarp / (kWarpSize / kLanes);
    room.clear(lane, kWarpSize);
    const auto table = room.part(lane / kLanes * kSlots, kSlots);
    Node own = 0;
    if (decides) {
      c.active[v] = 0;
      begin = level.offsets[v];
      degree = static_cast<int>(level.offsets[v + 1] - begin);
      own = c.of_node[v];
    }
    by_tiles<kLanes>(busy, lanes, [&](bool has_one, int from) {
      const Node node = __shfl_sync(kFullWarp, v, from);
      const EdgeIndex first = __shfl_sync(kFullWarp, static_cast<long long>(begin), from);
      const EdgeIndex end = first + __shfl_sync(kFullWarp, degree, from);
      const Node home = __shfl_sync(kFullWarp, own, from);
      if (!has_one) return;
      const Node to = decision.template by_tile<kLanes>(node, first, end, home, table);
      if (to == Choice<Value>::kStay) return;
      moved |= 1u << from;
      if (Tile<kLanes>::lane() == 0) c.next[node] = to;
    });
    for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
      moved |= __shfl_xor_sync(kFullWarp, moved, distance);
    }
  }
  if (lane == 0) segment.moved[batch] = moved;
  return static_cast<unsigned long long>(degree);
}

// The best choice of all threads of a block, for the first of them.
template <class Value>
__device__ inline Choice<Value> best_of_block(Choice<Value> best, Choice<Value>* of_warp) {
  const int thread = static_cast<int>(threadIdx.x);
  best = best_of_tile<kWarpSize>(best);
  if (thread % kWarpSize == 0) of_warp[thread / kWarpSize] = best;
  __syncthreads();
  for (int warp = 1; thread == 0 && warp < static_cast<int>(blockDim.x) / kWarpSize; ++warp) {
    if (of_warp[warp].is_better_than(best)) best = of_warp[warp];
  }
  return best;
}

// By one thread.
template <class Value>
__device__ inline void note_choice(const LevelCommunities& c, const Segment& segment,
                                   std::int64_t i, Node to) {
  const Node v = segment.nodes[i];
  c.active[v] = 0;
  segment.moved[i] = to != Choice<Value>::kStay;
  if (to != Choice<Value>::kStay) c.next[v] = to;
}

// By a block, for a node. Only its first thread writes.
template <class InputWeight, class Value>
__device__ inline unsigned long long decide_by_block(const Decision<InputWeight, Value>& decision,
                                                     const Segment& segment, std::int64_t i,
                                                     const GpuTable<kSumWords<Value>>& table,
                                                     Choice<Value>* of_warp,
                                                     unsigned long long* to_own) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  const Node v = segment.nodes[i];
  if (!c.active[v]) {
    if (thread == 0) segment.moved[i] = 0;
    return 0;
  }
  table.clear(thread, kPassThreads);
  __syncthreads();
  const EdgeIndex begin = level.offsets[v], end = level.offsets[v + 1];
  const Node own = c.of_node[v];
  const auto comparison = comparison_for(level, c, decision.rules, decision.color, v, own);
  Entered entered;
  const auto own_part = warp_sum(
      enter_edges<kPassThreads>(level, c.of_node, begin, end, own, table, thread, &entered));
  if (lane_of_thread() == 0 && own_part > 0) atomicAdd(to_own, own_part);
  __syncthreads();
  Choice<Value> best = comparison.staying(*to_own);
  comparison.consider_entered(c.sums, table, entered, &best);
  best = best_of_block(best, of_warp);
  if (thread == 0) note_choice<Value>(c, segment, i, best.community);
  return thread == 0 ? static_cast<unsigned long long>(end - begin) : 0;
}

// By a block: adds up a chunk of a hub in `room`, and then into the table of the hub. The block that
// is the last to do so decides for the hub and leaves its table as it was.
template <class InputWeight, class Value>
__device__ inline unsigned long long decide_chunk(const Decision<InputWeight, Value>& decision,
                                                  const Segment& segment, int block,
                                                  const HubTables<kSumWords<Value>>& hubs,
                                                  const GpuTable<kSumWords<Value>>& room,
                                                  Choice<Value>* of_warp, int* is_last) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  const HubChunk chunk = chunk_of_block(hubs, block);
  const Node v = segment.nodes[chunk.hub];
  if (!c.active[v]) {
    if (thread == 0 && chunk.first == 0) segment.moved[chunk.hub] = 0;
    return 0;
  }
  const EdgeIndex row = level.offsets[v], end = level.offsets[v + 1];
  const auto table = hubs.slots.part(2 * row, static_cast<unsigned>(2 * (end - row)));
  HubCount* const count = hubs.counts + hubs.first_hub + chunk.hub;
  room.clear(thread, kPassThreads);
  __syncthreads();
  const Node own = c.of_node[v];
  Entered entered;
  const auto own_part = warp_sum(enter_edges<kPassThreads>(level, c.of_node, row + chunk.first, end,
                                                           own, room, thread, &entered));
  if (lane_of_thread() == 0 && own_part > 0) atomicAdd(&count->to_own, own_part);
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    if (entered.slot[k] == kNoSlot) continue;
    const int slot = table.add(entered.community[k], room.sum(entered.slot[k]));
    if (slot != kNoSlot) {
      write_shared_word(hubs.entered + row + atomicAdd(&count->entered, 1), slot);
    }
  }
  __threadfence();
  __syncthreads();
  if (thread == 0) *is_last = atomicAdd(&count->chunks, 1) == chunk.chunks - 1;
  __syncthreads();
  if (!*is_last) return 0;
  __threadfence();
  const auto comparison = comparison_for(level, c, decision.rules, decision.color, v, own);
  Choice<Value> best = comparison.staying(read_shared_word(&count->to_own));
  const int all = read_shared_word(&count->entered);
  for (int first = thread; first < all; first += kEdgesOfBlock) {
#pragma unroll
    for (int k = 0; k < kEdgesEach; ++k) {
      const int at = first + k * kPassThreads;
      entered.slot[k] = at < all ? read_shared_word(hubs.entered + row + at) : kNoSlot;
    }
#pragma unroll
    for (int k = 0; k < kEdgesEach; ++k) {
      if (entered.slot[k] == kNoSlot) continue;
      entered.community[k] = read_shared_word(table.keys + entered.slot[k]);
    }
    comparison.consider_entered(c.sums, table, entered, &best);
  }
  best = best_of_block(best, of_warp);
  if (thread == 0) {
    note_choice<Value>(c, segment, chunk.hub, best.community);
    *count = {0, 0, 0};
  }
  return thread == 0 ? static_cast<unsigned long long>(end - row) : 0;
}

// What the sub-round before has moved, in the array that was not read since. A thread a node.
__device__ inline void take_over(const LevelCommunities& c, const SubRound& before) {
  for (int i = 0; i < kClasses; ++i) {
    const Segment& segment = before.of_class[i];
    for (std::int64_t at = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; at < segment.size;
         at += std::int64_t{gridDim.x} * blockDim.x) {
      if (!segment.moves(at, i < kTileClasses)) continue;
      const Node v = segment.nodes[at];
      c.next[v] = c.of_node[v];
    }
  }
}

static __global__ void take_over_gpu(LevelCommunities c, SubRound before) {
  if (!c.state->stop) take_over(c, before);
}

// The nodes of the sub-round before have another color, or there are none: nobody writes next twice.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    decide_gpu(Decision<InputWeight, Value> decision, SubRound now, SubRound before,
               HubTables<kSumWords<Value>> hubs) {
  constexpr int kWords = kSumWords<Value>;
  constexpr unsigned kSlots = kPassWarps * kSlotsOfWarp;
  __shared__ Node keys[kSlots];
  __shared__ unsigned sums[kWords * kSlots];
  __shared__ int lanes[kPassThreads];
  __shared__ Choice<Value> of_warp[kPassWarps];
  __shared__ unsigned long long scanned, to_own;
  __shared__ int is_last;
  PassState* const state = decision.c.state;
  if (state->stop) return;
  take_over(decision.c, before);
  if (threadIdx.x == 0) scanned = to_own = 0;
  __syncthreads();
  const GpuTable<kWords> room{keys, sums, sums + (kWords - 1) * kSlots, kSlots};
  unsigned long long edges = 0;
  by_class(now, [&](int i, int block) {
    const Segment& segment = now.of_class[i];
    if (i < kTileClasses) {
      const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
      const std::int64_t batch = std::int64_t{block} * kPassWarps + warp;
      if (batch * kWarpSize >= segment.size) return;
      const auto mine = room.part(warp * kSlotsOfWarp, kSlotsOfWarp);
      int* const lanes_of_warp = lanes + warp * kWarpSize;
      if (i == 0) edges = decide_batch<4>(decision, segment, batch, mine, lanes_of_warp);
      if (i == 1) edges = decide_batch<8>(decision, segment, batch, mine, lanes_of_warp);
      if (i == 2) edges = decide_batch<32>(decision, segment, batch, mine, lanes_of_warp);
    } else if (i < kHubs) {
      edges = decide_by_block(decision, segment, block, room, of_warp, &to_own);
    } else {
      edges = decide_chunk(decision, segment, block, hubs, room, of_warp, &is_last);
    }
  });
  edges = warp_sum(edges);
  if (lane_of_thread() == 0 && edges > 0) atomicAdd(&scanned, edges);
  __syncthreads();
  if (threadIdx.x == 0 && scanned > 0) atomicAdd(&state->scanned, scanned);
}

}  // namespace handshake
