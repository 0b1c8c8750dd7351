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
    const Choice<Value> choice{value(table.sums[slot], sum.strength), other};
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

// A tile a node. The first lane of a tile writes next and active of its node; nobody else does.
template <int kLanes, int kSlots, class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    decide_gpu(LevelView<InputWeight> level, LevelCommunities c, GpuRules<Value> rules,
               Segment segment) {
  constexpr int kTiles = kPassThreads / kLanes;
  __shared__ Node keys[kTiles * kSlots];
  __shared__ unsigned long long sums[kTiles * kSlots];
  __shared__ MoverNotes::Shared notes_of_block;
  if (c.state->stop) return;
  const int tile = static_cast<int>(threadIdx.x) / kLanes;
  const int lane = Tile<kLanes>::lane();
  MoverNotes notes(&notes_of_block, segment, c.state);
  for (std::int64_t first = std::int64_t{blockIdx.x} * kTiles; first < segment.size;
       first += std::int64_t{gridDim.x} * kTiles) {
    notes.start();
    Node v = -1;
    int place = -1;
    if (first + tile < segment.size) v = segment.nodes[first + tile];
    const bool decides = v >= 0 && c.active[v];
    Tile<kLanes>::wait();  // all lanes have seen it
    if (decides) {
      const EdgeIndex degree = level.offsets[v + 1] - level.offsets[v];
      const unsigned size = min(static_cast<unsigned>(kSlots), static_cast<unsigned>(2 * degree));
      const GpuTable table{keys + tile * kSlots, sums + tile * kSlots, size};
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

// A block a node. The table is in shared memory, or, with kSlots = 0, in the part of `keys` and
// `sums` of this block, which has room for `room` slots.
template <int kSlots, class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    decide_by_blocks_gpu(LevelView<InputWeight> level, LevelCommunities c, GpuRules<Value> rules,
                         Segment segment, Node* keys, unsigned long long* sums, std::int64_t room) {
  __shared__ Node shared_keys[kSlots + 1];
  __shared__ unsigned long long shared_sums[kSlots + 1];
  __shared__ Choice<Value> best_of_warp[kPassThreads / kWarpSize];
  if (c.state->stop) return;
  const int lane = static_cast<int>(threadIdx.x);
  for (std::int64_t i = blockIdx.x; i < segment.size; i += gridDim.x) {
    const Node v = segment.nodes[i];
    const bool decides = c.active[v];
    __syncthreads();  // all have seen it, and nobody needs the last table
    if (!decides) continue;
    const EdgeIndex degree = level.offsets[v + 1] - level.offsets[v];
    GpuTable table{shared_keys, shared_sums, kSlots};
    if (kSlots == 0) {
      const auto size = static_cast<unsigned>(min(room, static_cast<std::int64_t>(2 * degree)));
      table = {keys + blockIdx.x * room, sums + blockIdx.x * room, size};
    }
    table.clear(lane, kPassThreads);
    __syncthreads();
    add_edges(level, c.of_node, v, table, lane, kPassThreads);
    __syncthreads();
    Choice<Value> best =
        best_of_tile<kWarpSize>(best_in_slots(level, c, rules, v, table, lane, kPassThreads));
    if (lane % kWarpSize == 0) best_of_warp[lane / kWarpSize] = best;
    __syncthreads();
    if (lane != 0) continue;
    for (const Choice<Value>& other : best_of_warp) {
      if (other.is_better_than(best)) best = other;
    }
    c.active[v] = 0;
    atomicAdd(&c.state->scanned, static_cast<unsigned long long>(degree));
    if (best.community == Choice<Value>::kStay) continue;
    c.next[v] = best.community;
    segment.movers[atomicAdd(segment.num_movers, 1)] = v;
  }
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

// kLanes threads a mover: of a tile, or, with kLanes = kPassThreads, a block. Every thread writes
// 1 only to active, and sums change by atomic operations.
template <int kLanes, class InputWeight>
__global__ void __launch_bounds__(kPassThreads)
    move_gpu(LevelView<InputWeight> level, LevelCommunities c, Segment segment) {
  if (c.state->stop) return;
  constexpr int kGroups = kPassThreads / kLanes;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const int movers = *segment.num_movers;
  unsigned long long change = 0;
  for (int i = static_cast<int>(blockIdx.x * kGroups + threadIdx.x / kLanes); i < movers;
       i += static_cast<int>(gridDim.x * kGroups)) {
    const Node v = segment.movers[i];
    change += change_of(level, c, v, lane, kLanes);
    if (lane == 0) move_strength(level, c, v);
  }
  change = warp_sum(change);
  if (lane_of_thread() == 0 && change != 0) atomicAdd(&c.state->inside, change);
}

struct Segments {
  Segment of_class[kClasses];
};

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
