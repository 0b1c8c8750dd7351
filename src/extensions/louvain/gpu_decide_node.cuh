// A tile, a warp or a block decides where a node moves, based on the communities before the
// sub-round.
#pragma once

#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake::louvain {

// All data that a launch reads to decide where its nodes move. The decisions are written to c.next,
// which is not read while nodes decide.
template <class InputWeight, class Value>
struct Decision {
  static constexpr int kWords = kSumWords<Value>;
  LevelView<InputWeight> level;
  LevelCommunities c;
  GpuRules<Value> rules;
  int color;

  // Called by a tile. Returns the new community of v, or kStay. The node may have at most kLanes *
  // kEdgesEach edges.
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

  // Called by a warp, for a node with more edges than the threads can keep in registers.
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

// Called by a warp, for a batch of nodes of one class. Only this warp writes `active`, `next` and
// `moved` of these nodes.
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

// Called by a block. Its first thread gets the best choice of all threads.
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

// Called by one thread: stores the decision of node i of the segment.
template <class Value>
__device__ inline void note_choice(const LevelCommunities& c, const Segment& segment,
                                   std::int64_t i, Node to) {
  const Node v = segment.nodes[i];
  c.active[v] = 0;
  segment.moved[i] = to != Choice<Value>::kStay;
  if (to != Choice<Value>::kStay) c.next[v] = to;
}

// Called by a block, for one node. Only the first thread of the block writes the decision.
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

}  // namespace handshake::louvain
