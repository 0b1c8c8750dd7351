// All passes over a small level by one block, in one launch.
#pragma once

#include "extensions/louvain/gpu_decide.cuh"
#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_move.cuh"

namespace handshake {

constexpr int kSmallThreads = 512;
constexpr int kSmallWarps = kSmallThreads / kWarpSize;
constexpr int kSlotsOfSmallWarp = kWarpSize * kEdgesEach;
constexpr int kMostSmallEdges = kSmallThreads * kEdgesEach;  // of a node
constexpr EdgeIndex kSmallEdges = 1 << 16;                   // of a level
constexpr int kMostLongLists = kSmallEdges / kSlotsOfSmallWarp;

// Nodes that the whole block decides for.
struct LongLists {
  int count;
  Node nodes[kMostLongLists];
};

// By one thread.
template <class InputWeight, class Value>
__device__ inline void go(const Decision<InputWeight, Value>& decision, Node v, Node to) {
  const EdgeIndex degree = decision.level.offsets[v + 1] - decision.level.offsets[v];
  decision.c.active[v] = 0;
  atomicAdd(&decision.c.state->scanned, static_cast<unsigned long long>(degree));
  if (to != Choice<Value>::kStay) decision.c.next[v] = to;
}

// By a warp, for the nodes among 32 neighboring ones that have the color. Only its first lane writes
// next and active of a node.
template <class InputWeight, class Value>
__device__ inline void decide_some(const Decision<InputWeight, Value>& decision, Node first,
                                   const GpuTable<kSumWords<Value>>& table, LongLists* longs) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const Node candidate = first + lane_of_thread();
  const bool decides =
      candidate < level.nodes && color_of(candidate, decision.rules.colors) == decision.color &&
      c.active[candidate] && level.offsets[candidate] < level.offsets[candidate + 1];
  unsigned left = __ballot_sync(kFullWarp, decides);
  for (; left != 0; left &= left - 1) {
    const Node v = first + lowest_lane(left);
    const EdgeIndex begin = level.offsets[v], end = level.offsets[v + 1];
    if (end - begin > kSlotsOfSmallWarp) {
      if (lane_of_thread() == 0) longs->nodes[atomicAdd(&longs->count, 1)] = v;
      continue;
    }
    const Node to = decision.template by_tile<kWarpSize>(v, begin, end, c.of_node[v], table);
    if (lane_of_thread() == 0) go(decision, v, to);
  }
}

// By the block, for one node; the table is free again then.
template <class InputWeight, class Value>
__device__ inline void decide_together(const Decision<InputWeight, Value>& decision, Node v,
                                       const GpuTable<kSumWords<Value>>& table,
                                       Choice<Value>* of_warp, unsigned long long* to_own) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread == 0) *to_own = 0;
  __syncthreads();
  const Node own = c.of_node[v];
  const auto comparison = comparison_for(level, c, decision.rules, decision.color, v, own);
  Entered entered;
  const auto part = warp_sum(enter_edges<kSmallThreads>(
      level, c.of_node, level.offsets[v], level.offsets[v + 1], own, table, thread, &entered));
  if (lane_of_thread() == 0 && part > 0) atomicAdd(to_own, part);
  __syncthreads();
  Choice<Value> best = comparison.staying(*to_own);
  comparison.consider_entered(c.sums, table, entered, &best);
  best = best_of_block(best, of_warp);
  if (thread == 0) go(decision, v, best.community);
  __syncthreads();
}

// By a block, between two __syncthreads().
template <class InputWeight>
__device__ inline void move_all(const LevelView<InputWeight>& level, const LevelCommunities& c,
                                int colors, int color) {
  unsigned long long change = 0;
  for (Node v = static_cast<Node>(threadIdx.x) / kWarpSize; v < level.nodes; v += kSmallWarps) {
    if (c.next[v] == c.of_node[v]) continue;
    const Mover mover{c.of_node[v], c.next[v], level.offsets[v], level.offsets[v + 1]};
    change += change_of<kWarpSize>(level, c, colors, color, mover, lane_of_thread());
    if (lane_of_thread() == 0) move_strength_of(level, c, v);
  }
  change = warp_sum(change);
  if (lane_of_thread() == 0 && change != 0) atomicAdd(&c.state->inside, change);
}

template <class Value>
__device__ inline void end_small_pass(const LevelCommunities& c, Node nodes,
                                      const GpuRules<Value>& rules, bool first) {
  add_squares(c, nodes);
  __syncthreads();
  if (threadIdx.x == 0) end_pass(c.state, rules.gains, first);
  __syncthreads();
}

// One block. The level has begun.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kSmallThreads)
    improve_small_gpu(LevelView<InputWeight> level, LevelCommunities c, GpuRules<Value> rules,
                      int passes) {
  constexpr int kWords = kSumWords<Value>;
  constexpr unsigned kSlots = kSmallWarps * kSlotsOfSmallWarp;
  __shared__ Node keys[kSlots];
  __shared__ unsigned sums[kWords * kSlots];
  __shared__ LongLists longs;
  __shared__ Choice<Value> of_warp[kSmallWarps];
  __shared__ unsigned long long to_own;
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  const GpuTable<kWords> whole{keys, sums, sums + (kWords - 1) * kSlots, kSlots};
  const GpuTable<kWords> part = whole.part(warp * kSlotsOfSmallWarp, kSlotsOfSmallWarp);
  whole.clear(static_cast<int>(threadIdx.x), kSmallThreads);
  end_small_pass(c, level.nodes, rules, true);
  for (int pass = 0; pass < passes && !c.state->stop; ++pass) {
    for (int color = 0; color < rules.colors; ++color) {
      const Decision<InputWeight, Value> decision{level, c, rules, color};
      if (threadIdx.x == 0) longs.count = 0;
      __syncthreads();
      for (Node first = warp * kWarpSize; first < level.nodes; first += kSmallThreads) {
        decide_some(decision, first, part, &longs);
      }
      __syncthreads();
      for (int i = 0; i < longs.count; ++i) {
        decide_together(decision, longs.nodes[i], whole, of_warp, &to_own);
      }
      move_all(level, c, rules.colors, color);
      __syncthreads();
      for (Node v = static_cast<Node>(threadIdx.x); v < level.nodes; v += kSmallThreads) {
        c.of_node[v] = c.next[v];
      }
      __syncthreads();
    }
    end_small_pass(c, level.nodes, rules, false);
    const bool keep = c.state->keep;
    for (Node v = static_cast<Node>(threadIdx.x); keep && v < level.nodes; v += kSmallThreads) {
      c.best[v] = c.of_node[v];
    }
    __syncthreads();  // everybody has seen the state of this pass
  }
}

}  // namespace handshake
