// Moves the nodes that decided to move in a sub-round. This changes the sums of communities, makes
// neighbors active, and adds up the gain.
#pragma once

#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake::louvain {

// A node that moves, and a part of its edges.
struct Mover {
  Node from, to;
  EdgeIndex begin, end;
};

// Returns by how much the edges of this thread change the weight within communities. If both ends
// of an edge move, each end counts the edge once; if only one end moves, this end counts it in both
// directions. Only nodes of this color move. Neighbors that are not in the new community become
// active, because they may want to move now.
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

template <class Value>
__device__ inline void move_strength(const LevelCommunities& c, unsigned long long strength,
                                     Node from, Node to) {
  add_to(c.sums_for<Value>() + from, 0 - strength, -1);
  add_to(c.sums_for<Value>() + to, strength, 1);
}

// Called by a warp, for a batch of nodes. Several threads may write the same element without a
// race: they write only the value 1 to `active`, and they change sums by atomic operations.
template <int kClass, class Value, class InputWeight>
__device__ inline unsigned long long move_batch(const LevelView<InputWeight>& level,
                                                const LevelCommunities& c, int colors,
                                                const SubRound& now, std::int64_t batch,
                                                int* lanes) {
  const Segment& segment = now.of_class[kClass];
  constexpr int kLanes = lanes_of_class(kClass);
  const unsigned moved = segment.moved[batch];
  if (moved == 0) return 0;
  Mover mine{0, 0, 0, 0};
  if (moved >> lane_of_thread() & 1) {
    const Node v = segment.nodes[batch * nodes_of_batch(kClass, now.rounds) + lane_of_thread()];
    mine = {c.of_node[v], c.next[v], level.offsets[v], level.offsets[v + 1]};
    move_strength<Value>(c, static_cast<unsigned long long>(level.strengths[v]), mine.from,
                         mine.to);
  }
  unsigned long long change = 0;
  by_tiles<kLanes>(moved, lanes, [&](bool has_one, int from) {
    Mover mover;
    mover.from = __shfl_sync(kFullWarp, mine.from, from);
    mover.to = __shfl_sync(kFullWarp, mine.to, from);
    mover.begin = __shfl_sync(kFullWarp, static_cast<long long>(mine.begin), from);
    mover.end = __shfl_sync(kFullWarp, static_cast<long long>(mine.end), from);
    if (has_one) {
      change += change_of<kLanes>(level, c, colors, now.color, mover, Tile<kLanes>::lane());
    }
  });
  return change;
}

// Called by a block, for at most `edges` edges of a node, beginning with its edge number `first`.
template <class Value, class InputWeight>
__device__ inline unsigned long long move_by_block(const LevelView<InputWeight>& level,
                                                   const LevelCommunities& c, int colors, int color,
                                                   const Segment& segment, std::int64_t i,
                                                   EdgeIndex first, EdgeIndex edges) {
  if (segment.moved[i] == 0) return 0;
  const Node v = segment.nodes[i];
  const EdgeIndex begin = level.offsets[v] + first;
  const EdgeIndex end = min(level.offsets[v + 1], begin + edges);
  const Mover mover{c.of_node[v], c.next[v], begin, end};
  if (threadIdx.x == 0 && first == 0) {
    move_strength<Value>(c, static_cast<unsigned long long>(level.strengths[v]), mover.from,
                         mover.to);
  }
  return change_of<kPassThreads>(level, c, colors, color, mover, static_cast<int>(threadIdx.x));
}

// The shared memory that a block needs to move nodes.
struct MovingBlock {
  int lanes[kPassThreads];
  unsigned long long change;

  __device__ void start() {
    if (threadIdx.x == 0) change = 0;
    __syncthreads();
  }

  // Does the work of block `number` of a sub-round. Returns what this thread adds to the weight
  // within communities.
  template <class InputWeight, class Value>
  __device__ unsigned long long run(const LevelView<InputWeight>& level, const LevelCommunities& c,
                                    int colors, const SubRound& now, int number,
                                    const HubTables<Value>& hubs) {
    unsigned long long changed = 0;
    by_class(now, number, [&](int i, int block) {
      if (i == 0) changed = run_warps<0, Value>(level, c, colors, now, block);
      if (i == 1) changed = run_warps<1, Value>(level, c, colors, now, block);
      if (i == 2) changed = run_warps<2, Value>(level, c, colors, now, block);
      if (i == 3) changed = run_warps<3, Value>(level, c, colors, now, block);
      if (i == 4) changed = run_warps<4, Value>(level, c, colors, now, block);
      if (i < kTileClasses) return;
      HubChunk chunk{block, 0};
      if (i == kHubs) chunk = chunk_of_block(hubs, now.first_hub, block);
      changed = move_by_block<Value>(level, c, colors, now.color, now.of_class[i], chunk.hub,
                                     chunk.first, kEdgesOfBlock);
    });
    return changed;
  }

  __device__ void finish(unsigned long long changed, PassState* state) {
    changed = warp_sum(changed);
    if (lane_of_thread() == 0 && changed != 0) atomicAdd(&change, changed);
    __syncthreads();
    if (threadIdx.x == 0 && change != 0) atomicAdd(&state->inside, change);
  }

  template <int kClass, class Value, class InputWeight>
  __device__ unsigned long long run_warps(const LevelView<InputWeight>& level,
                                          const LevelCommunities& c, int colors,
                                          const SubRound& now, int block) {
    const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
    const std::int64_t batch = std::int64_t{block} * kPassWarps + warp;
    if (batch * nodes_of_batch(kClass, now.rounds) >= now.of_class[kClass].size) return 0;
    return move_batch<kClass, Value>(level, c, colors, now, batch, lanes + warp * kWarpSize);
  }
};

template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    move_gpu(LevelView<InputWeight> level, LevelCommunities c, int colors, SubRound now,
             HubTables<Value> hubs) {
  __shared__ MovingBlock block;
  if (c.state->stop) return;
  block.start();
  block.finish(block.run(level, c, colors, now, static_cast<int>(blockIdx.x), hubs), c.state);
}

}  // namespace handshake::louvain
