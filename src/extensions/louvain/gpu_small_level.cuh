// All passes over a small level by one block, in one launch.
#pragma once

#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_passes.cuh"

namespace handshake {

constexpr int kSmallThreads = 512;
constexpr int kSmallSlots = 128;  // of a table in shared memory, for a warp
constexpr int kSmallWarps = kSmallThreads / kWarpSize;

// By a warp, for the nodes among 32 neighboring ones that have the color. Only its first lane writes
// next and active of a node.
template <class InputWeight, class Value>
__device__ inline void decide_some(const LevelView<InputWeight>& level, const LevelCommunities& c,
                                   const GpuRules<Value>& rules, Node first, int color,
                                   const GpuTable& small, const GpuTable& large) {
  const int lane = lane_of_thread();
  const Node candidate = first + lane;
  const bool decides = candidate < level.nodes && color_of(candidate, rules.colors) == color &&
                       c.active[candidate] &&
                       level.offsets[candidate] < level.offsets[candidate + 1];
  unsigned left = __ballot_sync(kFullWarp, decides);
  for (; left != 0; left &= left - 1) {
    const Node v = first + lowest_lane(left);
    const auto degree = static_cast<unsigned>(level.offsets[v + 1] - level.offsets[v]);
    GpuTable table = 2 * degree <= kSmallSlots ? small : large;
    table.size = min(table.size, 2 * degree);
    __syncwarp();
    table.clear(lane, kWarpSize);
    __syncwarp();
    add_edges(level, c.of_node, v, table, lane, kWarpSize);
    __syncwarp();
    const Choice<Value> best =
        best_of_tile<kWarpSize>(best_in_slots(level, c, rules, v, table, lane, kWarpSize));
    if (lane != 0) continue;
    c.active[v] = 0;
    atomicAdd(&c.state->scanned, static_cast<unsigned long long>(degree));
    if (best.community != Choice<Value>::kStay) c.next[v] = best.community;
  }
}

// By a block, between two __syncthreads().
template <class InputWeight>
__device__ inline void move_all(const LevelView<InputWeight>& level, const LevelCommunities& c) {
  unsigned long long change = 0;
  for (Node v = static_cast<Node>(threadIdx.x) / kWarpSize; v < level.nodes; v += kSmallWarps) {
    if (c.next[v] == c.of_node[v]) continue;
    change += change_of(level, c, v, lane_of_thread(), kWarpSize);
    if (lane_of_thread() == 0) move_strength(level, c, v);
  }
  change = warp_sum(change);
  if (lane_of_thread() == 0 && change != 0) atomicAdd(&c.state->inside, change);
}

template <class Value>
__device__ inline void end_small_pass(const LevelCommunities& c, Node nodes,
                                      const GpuRules<Value>& rules, bool first) {
  Wide sum = 0;
  for (Node v = static_cast<Node>(threadIdx.x); v < nodes; v += kSmallThreads) {
    const auto strength = static_cast<Wide>(c.sums[v].strength);
    sum += strength * strength;
  }
  sum = warp_sum_of_wide(sum);
  if (lane_of_thread() == 0) {
    for (int i = 0; i < 4; ++i) {
      atomicAdd(c.state->limbs + i, static_cast<unsigned long long>(sum >> (32 * i)) & 0xffffffffu);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) end_pass(c.state, rules.gains, first);
  __syncthreads();
}

// One block. The level has begun.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kSmallThreads)
    improve_small_gpu(LevelView<InputWeight> level, LevelCommunities c, GpuRules<Value> rules,
                      int passes, LongTables tables) {
  __shared__ Node keys[kSmallWarps * kSmallSlots];
  __shared__ unsigned low[kSmallWarps * kSmallSlots];
  __shared__ unsigned high[kSmallWarps * kSmallSlots];
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  const GpuTable small = GpuTable{keys, low, high, 0}.part(warp * kSmallSlots, kSmallSlots);
  const GpuTable large = tables.all.part(warp * tables.room, static_cast<unsigned>(tables.room));
  end_small_pass(c, level.nodes, rules, true);
  for (int pass = 0; pass < passes && !c.state->stop; ++pass) {
    for (int color = 0; color < rules.colors; ++color) {
      for (Node first = warp * kWarpSize; first < level.nodes; first += kSmallThreads) {
        decide_some(level, c, rules, first, color, small, large);
      }
      __syncthreads();
      move_all(level, c);
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
