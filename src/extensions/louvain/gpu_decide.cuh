// Where the nodes of a sub-round go, by the communities as they were before it.
#pragma once

#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake {

// Everything that decisions of a launch read, and where they go: c.next, which no thread reads.
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
    comparison.consider_entered(c.sums_for<Value>(), table, entered, &best);
    best = best_of_tile<kLanes>(best);
    Tile<kLanes>::wait();
    return best.community;
  }

  // By a warp, for more edges than its threads can remember.
  __device__ Node by_warp(Node v, EdgeIndex begin, EdgeIndex end, Node own,
                          const GpuTable<kWords>& table) const {
    const int lane = lane_of_thread();
    const auto comparison = comparison_for(level, c, rules, color, v, own);
    Entered entered;
    unsigned long long to_own = 0;
    for (EdgeIndex first = begin; first < end; first += kEdgesEach * kWarpSize) {
      to_own += enter_edges<kWarpSize>(level, c.of_node, first, end, own, table, lane, &entered);
    }
    to_own = warp_sum(to_own);
    __syncwarp();
    Choice<Value> best = comparison.staying(to_own);
    for (int first = lane; first < static_cast<int>(table.size); first += kEdgesEach * kWarpSize) {
#pragma unroll
      for (int i = 0; i < kEdgesEach; ++i) {
        const int slot = first + i * kWarpSize;
        entered.community[i] = table.keys[slot];
        entered.slot[i] = entered.community[i] == kNoCommunity ? kNoSlot : slot;
      }
      comparison.consider_entered(c.sums_for<Value>(), table, entered, &best);
    }
    best = best_of_tile<kWarpSize>(best);
    __syncwarp();
    return best.community;
  }
};

// By a warp, for a batch of a class. Only this warp writes active, next and moved of these nodes.
template <int kClass, class InputWeight, class Value>
__device__ inline unsigned long long decide_batch(const Decision<InputWeight, Value>& decision,
                                                  const SubRound& now, std::int64_t batch,
                                                  const GpuTable<kSumWords<Value>>& room,
                                                  int* lanes) {
  constexpr int kLanes = lanes_of_class(kClass);
  const Segment& segment = now.of_class[kClass];
  const int nodes = nodes_of_batch(kClass, now.rounds);
  constexpr int kSlots = kSlotsOfWarp / (kWarpSize / kLanes);
  static_assert(kSlotsOfWarp % (kEdgesEach * kWarpSize) == 0);
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int lane = lane_of_thread();
  const std::int64_t i = batch * nodes + lane;
  const Node v = lane < nodes && i < segment.size ? segment.nodes[i] : -1;
  const bool decides = v >= 0 && c.active[v];
  const unsigned busy = __ballot_sync(kFullWarp, decides);
  if (busy == 0) {
    if (lane == 0) segment.moved[batch] = 0;
    return 0;
  }
  EdgeIndex begin = 0;
  int degree = 0;
  Node own = 0;
  if (decides) {
    c.active[v] = 0;
    begin = level.offsets[v];
    degree = static_cast<int>(level.offsets[v + 1] - begin);
    own = c.of_node[v];
  }
  const auto table = room.part(lane / kLanes * kSlots, kSlots);
  unsigned moved = 0;
  by_tiles<kLanes>(busy, lanes, [&](bool has_one, int from) {
    const Node node = __shfl_sync(kFullWarp, v, from);
    const EdgeIndex first = __shfl_sync(kFullWarp, static_cast<long long>(begin), from);
    const EdgeIndex end = first + __shfl_sync(kFullWarp, degree, from);
    const Node home = __shfl_sync(kFullWarp, own, from);
    if (!has_one) return;
    const Node to = kClass < 4 ? decision.template by_tile<kLanes>(node, first, end, home, table)
                               : decision.by_warp(node, first, end, home, table);
    if (to == Choice<Value>::kStay) return;
    moved |= 1u << from;
    if (Tile<kLanes>::lane() == 0) c.next[node] = to;
  });
  for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
    moved |= __shfl_xor_sync(kFullWarp, moved, distance);
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
  if (thread == 0) *to_own = 0;
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
  comparison.consider_entered(c.sums_for<Value>(), table, entered, &best);
  best = best_of_block(best, of_warp);
  if (thread == 0) note_choice<Value>(c, segment, i, best.community);
  return thread == 0 ? static_cast<unsigned long long>(end - begin) : 0;
}

// By a warp: where each lane may put that many things, by one atomic operation for all.
__device__ inline int place_for(int things, int* counter) {
  const int lane = lane_of_thread();
  int upto = things;
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    const int other = __shfl_up_sync(kFullWarp, upto, distance);
    if (lane >= distance) upto += other;
  }
  int begin = 0;
  if (lane == kWarpSize - 1 && upto > 0) begin = atomicAdd(counter, upto);
  return __shfl_sync(kFullWarp, begin, kWarpSize - 1) + upto - things;
}

// By a block: adds up a chunk of a hub in `room`, and then into the table of the hub.
template <class InputWeight, class Value>
__device__ inline unsigned long long add_up_chunk(const Decision<InputWeight, Value>& decision,
                                                  const SubRound& now, int block,
                                                  const HubTables<Value>& hubs,
                                                  const GpuTable<kSumWords<Value>>& room) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  const Segment& segment = now.of_class[kHubs];
  const auto [chunk, v, count] = hub_part_of_block(hubs, now, block);
  if (!c.active[v]) {
    if (thread == 0 && chunk.first == 0) segment.moved[chunk.hub] = 0;
    return 0;
  }
  const EdgeIndex row = level.offsets[v], end = level.offsets[v + 1];
  const auto table = hubs.table_of_hub(row, end);
  Entered entered;
  const auto own_part = warp_sum(enter_edges<kPassThreads>(level, c.of_node, row + chunk.first, end,
                                                           c.of_node[v], room, thread, &entered));
  if (lane_of_thread() == 0 && own_part > 0) atomicAdd(&count->to_own, own_part);
  __syncthreads();
  int first = 0;  // how many communities are new to the table of the hub
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    int slot = kNoSlot;
    if (entered.slot[k] != kNoSlot) {
      slot = table.add(entered.community[k], room.sum(entered.slot[k]));
      room.clear_slot(entered.slot[k]);
    }
    entered.slot[k] = slot;
    first += slot != kNoSlot;
  }
  int place = place_for(first, &count->entered);
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    if (entered.slot[k] != kNoSlot) hubs.entered[row + place++] = entered.slot[k];
  }
  __syncthreads();  // room is free
  return thread == 0 && chunk.first == 0 ? static_cast<unsigned long long>(end - row) : 0;
}

// By a block, after all chunks: judges a part of the communities of a hub. The block that is the last
// to do so decides for the hub. Its table is free again then.
template <class InputWeight, class Value>
__device__ inline void judge_chunk(const Decision<InputWeight, Value>& decision,
                                   const SubRound& now, int block, const HubTables<Value>& hubs,
                                   Choice<Value>* of_warp, int* is_last) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  const Segment& segment = now.of_class[kHubs];
  const auto [chunk, v, count] = hub_part_of_block(hubs, now, block);
  const int all = read_shared_word(&count->entered);
  // A block that sees what the last block has left has nothing to do, either.
  if (!read_shared_word(c.active + v) || (chunk.first > 0 && chunk.first >= all)) return;
  __syncthreads();  // all threads of the block have seen it
  const Node own = c.of_node[v];
  const EdgeIndex row = level.offsets[v];
  const auto table = hubs.table_of_hub(row, level.offsets[v + 1]);
  const auto comparison = comparison_for(level, c, decision.rules, decision.color, v, own);
  Choice<Value> best = comparison.staying(read_shared_word(&count->to_own));
  Entered entered;
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    const EdgeIndex at = chunk.first + k * kPassThreads + thread;
    entered.slot[k] = at < all ? read_shared_word(hubs.entered + row + at) : kNoSlot;
  }
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    entered.community[k] =
        entered.slot[k] == kNoSlot ? kNoCommunity : read_shared_word(table.keys + entered.slot[k]);
  }
  comparison.consider_entered(c.sums_for<Value>(), table, entered, &best);
  best = best_of_block(best, of_warp);
  const int parts = all == 0 ? 1 : (all + kEdgesOfBlock - 1) / kEdgesOfBlock;
  Choice<Value>* const of_part = hubs.best + hubs.chunk_starts[now.first_hub + chunk.hub];
  if (thread == 0) {
    of_part[chunk.first / kEdgesOfBlock] = best;
    __threadfence();
    *is_last = atomicAdd(&count->judged, 1) == parts - 1;
    __threadfence();
  }
  __syncthreads();
  if (!*is_last) return;
  for (int part = thread; part < parts; part += kPassThreads) {
    const Choice<Value> other{read_shared_value(&of_part[part].value),
                              read_shared_word(&of_part[part].community)};
    if (part == thread || other.is_better_than(best)) best = other;
  }
  if (thread >= parts) best = comparison.staying(0);
  best = best_of_block(best, of_warp);
  if (thread == 0) {
    *count = {0, 0, 0};
    note_choice<Value>(c, segment, chunk.hub, best.community);
  }
}

// What the sub-round before has moved, in the array that was not read since. A thread per node.
__device__ inline void take_over(const LevelCommunities& c, const SubRound& before) {
  for (int i = 0; i < kClasses; ++i) {
    const Segment& segment = before.of_class[i];
    const int batch = i < kTileClasses ? nodes_of_batch(i, before.rounds) : 1;
    for_each_of_grid(segment.size, [&](std::int64_t at) {
      if ((segment.moved[at / batch] >> (at % batch) & 1) == 0) return;
      const Node v = segment.nodes[at];
      c.next[v] = c.of_node[v];
    });
  }
}

static __global__ void take_over_gpu(LevelCommunities c, SubRound before) {
  if (!c.state->stop) take_over(c, before);
}

// What a block needs to decide. `room` is free between nodes.
template <class Value>
struct DecidingBlock {
  static constexpr int kWords = kSumWords<Value>;
  static constexpr unsigned kSlots = kPassWarps * kSlotsOfWarp;
  Node keys[kSlots];
  unsigned sums[kWords * kSlots];
  int lanes[kPassThreads];
  Choice<Value> of_warp[kPassWarps];
  unsigned long long scanned, to_own;
  int is_last;

  __device__ GpuTable<kWords> room() { return {keys, sums, sums + (kWords - 1) * kSlots, kSlots}; }
  __device__ void start() {
    room().clear(static_cast<int>(threadIdx.x), kPassThreads);
    if (threadIdx.x == 0) scanned = 0;
    __syncthreads();
  }

  // The part of a sub-round that is for the block of that number; the edges that it read.
  template <class InputWeight>
  __device__ unsigned long long run(const Decision<InputWeight, Value>& decision,
                                    const SubRound& now, int number, const HubTables<Value>& hubs) {
    unsigned long long edges = 0;
    by_class(now, number, [&](int i, int block) {
      if (i == 0) edges = run_warps<0>(decision, now, block);
      if (i == 1) edges = run_warps<1>(decision, now, block);
      if (i == 2) edges = run_warps<2>(decision, now, block);
      if (i == 3) edges = run_warps<3>(decision, now, block);
      if (i == 4) edges = run_warps<4>(decision, now, block);
      if (i == 5) {
        edges = decide_by_block(decision, now.of_class[i], block, room(), of_warp, &to_own);
      }
      if (i == kHubs) edges = add_up_chunk(decision, now, block, hubs, room());
    });
    return edges;
  }

  __device__ void finish(unsigned long long edges, PassState* state) {
    edges = warp_sum(edges);
    if (lane_of_thread() == 0 && edges > 0) atomicAdd(&scanned, edges);
    __syncthreads();
    if (threadIdx.x == 0 && scanned > 0) atomicAdd(&state->scanned, scanned);
  }

  template <int kClass, class InputWeight>
  __device__ unsigned long long run_warps(const Decision<InputWeight, Value>& decision,
                                          const SubRound& now, int block) {
    const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
    const std::int64_t batch = std::int64_t{block} * kPassWarps + warp;
    if (batch * nodes_of_batch(kClass, now.rounds) >= now.of_class[kClass].size) return 0;
    return decide_batch<kClass>(decision, now, batch,
                                room().part(warp * kSlotsOfWarp, kSlotsOfWarp),
                                lanes + warp * kWarpSize);
  }
};

// The nodes of the sub-round before have another color, or there are none: next is never written twice.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    decide_gpu(Decision<InputWeight, Value> decision, SubRound now, SubRound before,
               HubTables<Value> hubs) {
  __shared__ DecidingBlock<Value> block;
  if (decision.c.state->stop) return;
  take_over(decision.c, before);
  block.start();
  block.finish(block.run(decision, now, static_cast<int>(blockIdx.x), hubs), decision.c.state);
}

// A block for every kEdgesOfBlock edges of a hub, after decide_gpu.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    judge_hubs_gpu(Decision<InputWeight, Value> decision, SubRound now, HubTables<Value> hubs) {
  __shared__ Choice<Value> of_warp[kPassWarps];
  __shared__ int is_last;
  if (decision.c.state->stop) return;
  judge_chunk(decision, now, static_cast<int>(blockIdx.x), hubs, of_warp, &is_last);
}

}  // namespace handshake
