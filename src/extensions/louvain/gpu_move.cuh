// The nodes of a sub-round that decided to move do so: sums, neighbors, and what is gained.
#pragma once

#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake {

// A node on its way, and a part of its edges.
struct Mover {
  Node from, to;
  EdgeIndex begin, end;
};

// What the edges of a thread change within communities. Neighbors that are not in the new community
// may want to move now. An edge between two nodes that move is counted by each of them, another one
// by its only mover, in both directions. Only nodes of the same color move.
template <int kThreads, class InputWeight>
__device__ inline unsigned long long change_of(const LevelView<InputWeight>& level,
                                               const LevelCommunities& c, int colors, int color,
                                               const Mover& mover, int thread) {
  unsigned long long change = 0;
  for (EdgeIndex first = mover.begin + thread; first < mover.end; first += kEdgesEach * kThreads) {
    Node neighbor[kEdgesEach], was[kEdgesEach];
#pragma unroll
    for (int i = 0; i < kEdgesEach; ++i) {
      const EdgeIndex e = first + i * kThreads;
      neighbor[i] = e < mover.end ? level.neighbors[e] : -1;
    }
#pragma unroll
    for (int i = 0; i < kEdgesEach; ++i) was[i] = neighbor[i] < 0 ? -1 : c.of_node[neighbor[i]];
#pragma unroll
    for (int i = 0; i < kEdgesEach; ++i) {
      const Node u = neighbor[i];
      if (u < 0) continue;
      const Node is = color_of(u, colors) == color ? c.next[u] : was[i];
      if (is != mover.to) c.active[u] = 1;
      if ((is == mover.to) == (was[i] == mover.from)) continue;
      const auto weight = static_cast<unsigned long long>(level.weights[first + i * kThreads]) *
                          (was[i] == is ? 2 : 1);
      change += is == mover.to ? weight : 0 - weight;
    }
  }
  return change;
}

__device__ inline void move_strength(const LevelCommunities& c, unsigned long long strength,
                                     Node from, Node to) {
  atomicAdd(&c.sums[from].strength, 0 - strength);
  atomicAdd(&c.sums[from].size, -1);
  atomicAdd(&c.sums[to].strength, strength);
  atomicAdd(&c.sums[to].size, 1);
}

// By the first thread of those that move v.
template <class InputWeight>
__device__ inline void move_strength_of(const LevelView<InputWeight>& level,
                                        const LevelCommunities& c, Node v) {
  move_strength(c, static_cast<unsigned long long>(level.strengths[v]), c.of_node[v], c.next[v]);
}

// By a warp, for 32 nodes. Every thread writes 1 only to active, and sums change by atomic operations.
template <int kLanes, class InputWeight>
__device__ inline unsigned long long move_batch(const LevelView<InputWeight>& level,
                                                const LevelCommunities& c, int colors, int color,
                                                const Segment& segment, std::int64_t batch,
                                                int* lanes) {
  const unsigned moved = segment.moved[batch];
  if (moved == 0) return 0;
  const int lane = lane_of_thread();
  Mover mine{0, 0, 0, 0};
  if (moved >> lane & 1) {
    const Node v = segment.nodes[batch * kWarpSize + lane];
    mine = {c.of_node[v], c.next[v], level.offsets[v], level.offsets[v + 1]};
    move_strength(c, static_cast<unsigned long long>(level.strengths[v]), mine.from, mine.to);
  }
  unsigned long long change = 0;
  by_tiles<kLanes>(moved, lanes, [&](bool has_one, int from) {
    Mover mover;
    mover.from = __shfl_sync(kFullWarp, mine.from, from);
    mover.to = __shfl_sync(kFullWarp, mine.to, from);
    mover.begin = __shfl_sync(kFullWarp, static_cast<long long>(mine.begin), from);
    mover.end = __shfl_sync(kFullWarp, static_cast<long long>(mine.end), from);
    if (has_one) {
      change += change_of<kLanes>(level, c, colors, color, mover, Tile<kLanes>::lane());
    }
  });
  return change;
}

// By a block, for a node or a part of it: `edges` edges from `first` on.
template <class InputWeight>
__device__ inline unsigned long long move_by_block(const LevelView<InputWeight>& level,
                                                   const LevelCommunities& c, int colors, int color,
                                                   const Segment& segment, std::int64_t i,
                                                   EdgeIndex first, EdgeIndex edges) {
  if (segment.moved[i] == 0) return 0;
  const Node v = segment.nodes[i];
  const EdgeIndex begin = level.offsets[v] + first;
  const EdgeIndex end = min(level.offsets[v + 1], begin + edges);
  if (threadIdx.x == 0 && first == 0) move_strength_of(level, c, v);
  const Mover mover{c.of_node[v], c.next[v], begin, end};
  return change_of<kPassThreads>(level, c, colors, color, mover, static_cast<int>(threadIdx.x));
}

template <class InputWeight, int kWords>
__global__ void __launch_bounds__(kPassThreads)
    move_gpu(LevelView<InputWeight> level, LevelCommunities c, int colors, SubRound now,
             HubTables<kWords> hubs) {
  __shared__ int lanes[kPassThreads];
  __shared__ unsigned long long all;
  if (c.state->stop) return;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  unsigned long long change = 0;
  by_class(now, [&](int i, int block) {
    const Segment& segment = now.of_class[i];
    if (i < kTileClasses) {
      const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
      const std::int64_t batch = std::int64_t{block} * kPassWarps + warp;
      if (batch * kWarpSize >= segment.size) return;
      int* const mine = lanes + warp * kWarpSize;
      if (i == 0) change = move_batch<4>(level, c, colors, now.color, segment, batch, mine);
      if (i == 1) change = move_batch<8>(level, c, colors, now.color, segment, batch, mine);
      if (i == 2) change = move_batch<32>(level, c, colors, now.color, segment, batch, mine);
    } else if (i < kHubs) {
      change = move_by_block(level, c, colors, now.color, segment, block, 0, kEdgesOfBlock);
    } else {
      const HubChunk chunk = chunk_of_block(hubs, block);
      change = move_by_block(level, c, colors, now.color, segment, chunk.hub, chunk.first,
                             kEdgesOfBlock);
    }
  });
  change = warp_sum(change);
  if (lane_of_thread() == 0 && change != 0) atomicAdd(&all, change);
  __syncthreads();
  if (threadIdx.x == 0 && all != 0) atomicAdd(&c.state->inside, all);
}

}  // namespace handshake
