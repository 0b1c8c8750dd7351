// Kernels of a sub-round: decide, move, take over. Between two launches everybody has finished.
#pragma once

#include "extensions/louvain/gpu_level.cuh"
#include "extensions/louvain/gpu_table.cuh"
#include "gpu/warp.cuh"

namespace handshake {

constexpr int kPassThreads = 256;

// kLanes threads of a warp, side by side.
template <int kLanes>
struct Tile {
  static constexpr int kThreads = kLanes;
  __device__ static int lane() { return static_cast<int>(threadIdx.x) % kLanes; }
  __device__ static unsigned mask() {
    const unsigned low = kLanes == 32 ? kFullWarp : (1u << (kLanes % 32)) - 1;
    return low << (lane_of_thread() / kLanes * kLanes);
  }
  __device__ static void wait() { __syncwarp(mask()); }
  template <class T>
  __device__ static T from_lane(T value, int distance) {
    return __shfl_xor_sync(mask(), value, distance);
  }
};

// Where a node would go, and what that is worth. To stay has the number kStay, so that it wins ties.
template <class Value>
struct Choice {
  static constexpr Node kStay = -1;
  Value value;
  Node community;

  __device__ bool is_better_than(const Choice& other) const {
    return value > other.value || (value == other.value && community < other.community);
  }
};

template <int kLanes>
__device__ inline std::int64_t value_of_lane(std::int64_t value, int distance) {
  return Tile<kLanes>::from_lane(static_cast<long long>(value), distance);
}

template <int kLanes>
__device__ inline Wide value_of_lane(Wide value, int distance) {
  const auto low = Tile<kLanes>::from_lane(static_cast<unsigned long long>(value), distance);
  const auto high = Tile<kLanes>::from_lane(static_cast<long long>(value >> 64), distance);
  return (static_cast<Wide>(high) << 64) | low;
}

// The best choice of all lanes of a tile, for all of them.
template <int kLanes, class Value>
__device__ inline Choice<Value> best_of_tile(Choice<Value> choice) {
  for (int distance = kLanes / 2; distance > 0; distance /= 2) {
    const Choice<Value> other{value_of_lane<kLanes>(choice.value, distance),
                              Tile<kLanes>::from_lane(choice.community, distance)};
    if (other.is_better_than(choice)) choice = other;
  }
  return choice;
}

// Adds up the edges of v by the community of the neighbor.
template <class InputWeight>
__device__ inline void add_edges(const LevelView<InputWeight>& level, const Node* community, Node v,
                                 const GpuTable& table, int lane, int lanes) {
  for (EdgeIndex e = level.offsets[v] + lane; e < level.offsets[v + 1]; e += lanes) {
    table.add(community[level.neighbors[e]], static_cast<unsigned long long>(level.weights[e]));
  }
}

// The best of the communities in every lanes-th slot of the table.
template <class InputWeight, class Value>
__device__ inline Choice<Value> best_in_slots(const LevelView<InputWeight>& level,
                                              const LevelCommunities& c,
                                              const GpuRules<Value>& rules, Node v,
                                              const GpuTable& table, int lane, int lanes) {
  const Node own = c.of_node[v];
  const Weight strength = level.strengths[v];
  const CommunitySum own_sum = c.sums[own];
  const auto value = [&](unsigned long long to, unsigned long long others) {
    return rules.gains.value(static_cast<Weight>(to), strength, static_cast<Weight>(others));
  };
  Choice<Value> best{value(table.to(own), own_sum.strength - strength), Choice<Value>::kStay};
  const int color = own_sum.size == 1 ? color_of(v, rules.colors) : -1;
  for (unsigned slot = lane; slot < table.size; slot += lanes) {
    const Node other = table.keys[slot];
    if (other == kNoCommunity || other == own) continue;
    const CommunitySum sum = c.sums[other];
    // Two nodes that are alone would only change places.
    if (color >= 0 && sum.size == 1 && own < other && color_of(other, rules.colors) == color) {
      continue;
    }
    const Choice<Value> choice{value(table.sum(slot), sum.strength), other};
    if (choice.is_better_than(best)) best = choice;
  }
  return best;
}

// Nodes that a launch serves, and where those that move are noted.
struct Segment {
  const Node* nodes;
  Node* movers;
  int* num_movers;
  std::int64_t size;
};

// Nodes that move, counted within a block first: one atomic operation for all of them.
class MoverNotes {
 public:
  struct Shared {
    int count;
    int place;
    unsigned long long scanned;
  };
  __device__ MoverNotes(Shared* shared, const Segment& segment, PassState* state)
      : shared_(shared), segment_(segment), state_(state) {}

  // These three are called by all threads of the block.
  __device__ void start() {
    if (threadIdx.x == 0) shared_->count = 0, shared_->scanned = 0;
    __syncthreads();
  }
  __device__ int note(bool moves, unsigned long long scanned) {
    if (scanned > 0) atomicAdd(&shared_->scanned, scanned);
    return moves ? atomicAdd(&shared_->count, 1) : -1;
  }
  __device__ void finish(int place, Node v) {
    __syncthreads();
    if (threadIdx.x == 0 && shared_->count > 0) {
      shared_->place = atomicAdd(segment_.num_movers, shared_->count);
    }
    if (threadIdx.x == 0 && shared_->scanned > 0) atomicAdd(&state_->scanned, shared_->scanned);
    __syncthreads();
    if (place >= 0) segment_.movers[shared_->place + place] = v;
  }

 private:
  Shared* shared_;
  const Segment segment_;
  PassState* state_;
};

// The nodes of a sub-round by class; a part of the blocks serves each, the longest lists first.
struct Segments {
  Segment of_class[kClasses];
  int blocks[kClasses];
};

constexpr int kSlotsOfBlock = 2048;

// kLanes threads for each node of a class, and a table of kSlots slots. Only the first lane of a tile
// writes next and active of its node.
template <int kLanes, int kSlots, class InputWeight, class Value>
__device__ inline void decide_by_tiles(const LevelView<InputWeight>& level,
                                       const LevelCommunities& c, const GpuRules<Value>& rules,
                                       const Segment& segment, int block, int blocks,
                                       const GpuTable& room, MoverNotes::Shared* shared) {
  constexpr int kTiles = kPassThreads / kLanes;
  static_assert(kTiles * kSlots <= kSlotsOfBlock);
  const int tile = static_cast<int>(threadIdx.x) / kLanes;
  const int lane = Tile<kLanes>::lane();
  MoverNotes notes(shared, segment, c.state);
  for (std::int64_t first = std::int64_t{block} * kTiles; first < segment.size;
       first += std::int64_t{blocks} * kTiles) {
    notes.start();
    Node v = -1;
    int place = -1;
    if (first + tile < segment.size) v = segment.nodes[first + tile];
    const bool decides = v >= 0 && c.active[v];
    Tile<kLanes>::wait();  // all lanes have seen it
    if (decides) {
      const EdgeIndex degree = level.offsets[v + 1] - level.offsets[v];
      const GpuTable table = room.part(tile * kSlots, static_cast<unsigned>(2 * degree));
      table.clear(lane, kLanes);
      Tile<kLanes>::wait();
      add_edges(level, c.of_node, v, table, lane, kLanes);
      Tile<kLanes>::wait();
      const Choice<Value> best =
          best_of_tile<kLanes>(best_in_slots(level, c, rules, v, table, lane, kLanes));
      if (lane == 0) {
        c.active[v] = 0;
        const bool moves = best.community != Choice<Value>::kStay;
        if (moves) c.next[v] = best.community;
        place = notes.note(moves, static_cast<unsigned long long>(degree));
      }
    }
    notes.finish(place, v);
  }
}

// The whole block for each node. Its table is in shared memory or, for the last class, in `hubs`.
template <bool kHubs, class InputWeight, class Value>
__device__ inline void decide_by_block(const LevelView<InputWeight>& level,
                                       const LevelCommunities& c, const GpuRules<Value>& rules,
                                       const Segment& segment, int block, int blocks,
                                       const GpuTable& room, const LongTables& hubs,
                                       Choice<Value>* best_of_warp) {
  const int lane = static_cast<int>(threadIdx.x);
  for (std::int64_t i = block; i < segment.size; i += blocks) {
    const Node v = segment.nodes[i];
    const bool decides = c.active[v];
    __syncthreads();  // all have seen it, and nobody needs the last table
    if (!decides) continue;
    const EdgeIndex degree = level.offsets[v + 1] - level.offsets[v];
    const GpuTable table =
        kHubs ? hubs.table(block, degree) : room.part(0, static_cast<unsigned>(2 * degree));
    table.clear(lane, kPassThreads);
    __syncthreads();
    add_edges(level, c.of_node, v, table, lane, kPassThreads);
    __syncthreads();
    Choice<Value> best =
        best_of_tile<kWarpSize>(best_in_slots(level, c, rules, v, table, lane, kPassThreads));
    if (lane % kWarpSize == 0) best_of_warp[lane / kWarpSize] = best;
    __syncthreads();
    if (lane != 0) continue;
    for (int warp = 1; warp < kPassThreads / kWarpSize; ++warp) {
      if (best_of_warp[warp].is_better_than(best)) best = best_of_warp[warp];
    }
    c.active[v] = 0;
    atomicAdd(&c.state->scanned, static_cast<unsigned long long>(degree));
    if (best.community == Choice<Value>::kStay) continue;
    c.next[v] = best.community;
    segment.movers[atomicAdd(segment.num_movers, 1)] = v;
  }
}

// Calls run(class, block among those of the class).
template <class Run>
__device__ inline void by_class(const Segments& segments, const Run& run) {
  int block = static_cast<int>(blockIdx.x);
  for (int i = kClasses - 1; i >= 0; --i) {
    if (block < segments.blocks[i]) return run(i, block);
    block -= segments.blocks[i];
  }
}

template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    decide_gpu(LevelView<InputWeight> level, LevelCommunities c, GpuRules<Value> rules,
               Segments segments, LongTables hubs) {
  __shared__ Node keys[kSlotsOfBlock];
  __shared__ unsigned low[kSlotsOfBlock];
  __shared__ unsigned high[kSlotsOfBlock];
  __shared__ MoverNotes::Shared notes;
  __shared__ Choice<Value> best_of_warp[kPassThreads / kWarpSize];
  if (c.state->stop) return;
  const GpuTable room{keys, low, high, kSlotsOfBlock};
  by_class(segments, [&](int i, int block) {
    const Segment& segment = segments.of_class[i];
    const int blocks = segments.blocks[i];
    switch (i) {
      case 0:
        return decide_by_tiles<4, 16>(level, c, rules, segment, block, blocks, room, &notes);
      case 1:
        return decide_by_tiles<8, 64>(level, c, rules, segment, block, blocks, room, &notes);
      case 2:
        return decide_by_tiles<32, 256>(level, c, rules, segment, block, blocks, room, &notes);
      case 3:
        return decide_by_block<false>(level, c, rules, segment, block, blocks, room, hubs,
                                      best_of_warp);
      default:
        return decide_by_block<true>(level, c, rules, segment, block, blocks, room, hubs,
                                     best_of_warp);
    }
  });
}

// What the edges of a lane change within communities when v moves. Neighbors that are not in the new
// community may want to move now. An edge between two nodes that move is counted by each of them,
// another one by its only mover, in both directions.
template <class InputWeight>
__device__ inline unsigned long long change_of(const LevelView<InputWeight>& level,
                                               const LevelCommunities& c, Node v, int lane,
                                               int lanes) {
  const Node from = c.of_node[v], to = c.next[v];
  unsigned long long change = 0;
  for (EdgeIndex e = level.offsets[v] + lane; e < level.offsets[v + 1]; e += lanes) {
    const Node u = level.neighbors[e];
    const Node was = c.of_node[u], is = c.next[u];
    const auto weight = static_cast<unsigned long long>(level.weights[e]) * (was == is ? 2 : 1);
    if (is == to) {
      change += weight;
    } else {
      c.active[u] = 1;
    }
    if (was == from) change -= weight;
  }
  return change;
}

template <class InputWeight>
__device__ inline void move_strength(const LevelView<InputWeight>& level, const LevelCommunities& c,
                                     Node v) {
  const auto strength = static_cast<unsigned long long>(level.strengths[v]);
  CommunitySum* const from = c.sums + c.of_node[v];
  CommunitySum* const to = c.sums + c.next[v];
  atomicAdd(&from->strength, 0 - strength);
  atomicAdd(&from->size, -1);
  atomicAdd(&to->strength, strength);
  atomicAdd(&to->size, 1);
}

// kLanes threads a mover. Every thread writes 1 only to active, and sums change by atomic operations.
template <int kLanes, class InputWeight>
__device__ inline unsigned long long move_some(const LevelView<InputWeight>& level,
                                               const LevelCommunities& c, const Segment& segment,
                                               int block, int blocks) {
  constexpr int kGroups = kPassThreads / kLanes;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const int movers = *segment.num_movers;
  unsigned long long change = 0;
  for (int i = block * kGroups + static_cast<int>(threadIdx.x) / kLanes; i < movers;
       i += blocks * kGroups) {
    const Node v = segment.movers[i];
    change += change_of(level, c, v, lane, kLanes);
    if (lane == 0) move_strength(level, c, v);
  }
  return change;
}

template <class InputWeight>
__global__ void __launch_bounds__(kPassThreads)
    move_gpu(LevelView<InputWeight> level, LevelCommunities c, Segments segments) {
  if (c.state->stop) return;
  unsigned long long change = 0;
  by_class(segments, [&](int i, int block) {
    const Segment& segment = segments.of_class[i];
    const int blocks = segments.blocks[i];
    switch (i) {
      case 0:
        change = move_some<4>(level, c, segment, block, blocks);
        break;
      case 1:
        change = move_some<8>(level, c, segment, block, blocks);
        break;
      case 2:
        change = move_some<32>(level, c, segment, block, blocks);
        break;
      default:
        change = move_some<kPassThreads>(level, c, segment, block, blocks);
    }
  });
  change = warp_sum(change);
  if (lane_of_thread() == 0 && change != 0) atomicAdd(&c.state->inside, change);
}

// A thread a mover: only it writes the community of the node.
static __global__ void take_over_gpu(LevelCommunities c, Segments segments) {
  if (c.state->stop) return;
  for (const Segment& segment : segments.of_class) {
    if (segment.size == 0) continue;
    const int movers = *segment.num_movers;
    for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < movers;
         i += static_cast<int>(gridDim.x * blockDim.x)) {
      const Node v = segment.movers[i];
      c.of_node[v] = c.next[v];
    }
  }
}

}  // namespace handshake
