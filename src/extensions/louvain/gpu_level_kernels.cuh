// The kernels before and after sub-rounds: at the start of a level, and at the end of a pass.
#pragma once

#include "extensions/louvain/gpu_level.cuh"
#include "extensions/louvain/gpu_table.cuh"
#include "extensions/louvain/gpu_tile.cuh"
#include "gpu/warp.cuh"

namespace handshake::louvain {

// Calls visit(i) once for each i = 0 .. size - 1; the threads of the grid share these calls.
template <class Visit>
__device__ inline void for_each_of_grid(std::int64_t size, const Visit& visit) {
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    visit(i);
  }
}

// One thread per node. If node_of is null, each node v becomes a community of its own. Otherwise, v
// gets the community of node_of[v], its node in the coarser graph. If node_of[v] >= coarse_nodes,
// node_of[v] is a finished community.
template <class Value, class InputWeight>
__global__ void begin_level_gpu(LevelView<InputWeight> level, LevelCommunities c,
                                const Node* node_of, const Node* coarse, Node coarse_nodes) {
  for_each_of_grid(level.nodes, [&](std::int64_t i) {
    const Node v = static_cast<Node>(i);
    Node own = v;
    if (node_of != nullptr) own = node_of[v];
    if (coarse != nullptr && own < coarse_nodes) own = coarse[own];
    c.of_node[v] = c.next[v] = c.best[v] = own;
    c.active[v] = 1;
    const bool is_alone = node_of == nullptr;
    CommunitySum<Value> sum{};
    if (is_alone) sum.strength = static_cast<decltype(sum.strength)>(level.strengths[v]);
    sum.size = is_alone ? 1 : 0;
    c.sums_for<Value>()[v] = sum;
  });
}

// Each block handles ranges of nodes. For each community, it first adds up the strengths of these
// nodes, and counts the nodes, in a small table. If several communities have the same slot of the
// table, only the first one uses it. Nodes of the others are added directly to the sums in global
// memory. All sums change by atomic operations.
template <class Value, class InputWeight>
__global__ void __launch_bounds__(kPassThreads)
    add_strengths_gpu(LevelView<InputWeight> level, LevelCommunities c) {
  constexpr int kSlots = 512;
  __shared__ Node keys[kSlots];
  __shared__ unsigned low[kSlots], high[kSlots];
  __shared__ int sizes[kSlots];
  const int thread = static_cast<int>(threadIdx.x);
  for (int i = thread; i < kSlots; i += static_cast<int>(blockDim.x)) {
    keys[i] = kNoCommunity;
    low[i] = high[i] = 0;
    sizes[i] = 0;
  }
  __syncthreads();
  const auto add = [&](Node to, unsigned long long strength, int size) {
    add_to(c.sums_for<Value>() + to, strength, size);
  };
  for_each_of_grid(level.nodes, [&](std::int64_t v) {
    const Node to = c.of_node[v];
    const auto strength = static_cast<unsigned long long>(level.strengths[v]);
    const unsigned slot = static_cast<unsigned>(to) % kSlots;
    const Node seen = atomicCAS(keys + slot, kNoCommunity, to);
    if (seen != kNoCommunity && seen != to) return add(to, strength, 1);
    const unsigned part = static_cast<unsigned>(strength), before = atomicAdd(low + slot, part);
    const unsigned rest = static_cast<unsigned>(strength >> 32) + (before + part < before ? 1 : 0);
    if (rest != 0) atomicAdd(high + slot, rest);
    atomicAdd(sizes + slot, 1);
  });
  __syncthreads();
  for (int i = thread; i < kSlots; i += static_cast<int>(blockDim.x)) {
    if (keys[i] != kNoCommunity) {
      add(keys[i], static_cast<unsigned long long>(high[i]) << 32 | low[i], sizes[i]);
    }
  }
}

__device__ inline Wide warp_sum_of_wide(Wide value) {
  for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
    const auto low = __shfl_xor_sync(kFullWarp, static_cast<unsigned long long>(value), distance);
    const auto high = __shfl_xor_sync(kFullWarp, static_cast<long long>(value >> 64), distance);
    value += (static_cast<Wide>(high) << 64) | low;
  }
  return value;
}

// Called by one thread. Before the first pass, `first` is true, and only the sum of squares is
// recorded. `inside` is the change of the weight within communities, added up over all GPUs.
template <class Value>
__device__ inline void end_pass(PassState* state, unsigned long long inside,
                                const Gains<Value>& gains, bool first) {
  Wide squares = 0;
  for (int i = 4; i-- > 0;) {
    squares = (squares << 32) + static_cast<Wide>(read_shared_word(state->limbs + i));
    state->limbs[i] = 0;
  }
  state->keep = 0;
  if (first) {
    state->squares = squares;
    return;
  }
  const Wide gained = static_cast<Wide>(static_cast<Weight>(inside)) * gains.edge_factor -
                      (squares - state->squares) * gains.strength_factor;
  const Wide gain = gained - state->gained;
  ++state->passes;
  state->gained = gained;
  state->keep = state->gained > state->most_gained;
  if (state->keep) state->most_gained = state->gained;
  state->stop = gain < state->least || gain <= 0;
}

// Adds up the squares of all strengths. Each part of 32 bits is added to its own counter of 64
// bits, so no counter overflows.
template <class Value>
__device__ inline void add_squares(const LevelCommunities& c, Node nodes) {
  Wide sum = 0;
  for_each_of_grid(nodes, [&](std::int64_t community) {
    const auto strength = static_cast<Wide>(c.sums_for<Value>()[community].strength);
    sum += strength * strength;
  });
  sum = warp_sum_of_wide(sum);
  for (int i = 0; lane_of_thread() == 0 && sum != 0 && i < 4; ++i) {
    atomicAdd(c.state->limbs + i, static_cast<unsigned long long>(sum >> (32 * i)) & 0xffffffffu);
  }
}

// The last block that adds its squares ends the pass. Every GPU decides separately whether the
// passes have ended; all GPUs reach the same result.
template <class Value>
__global__ void __launch_bounds__(kPassThreads)
    end_pass_gpu(LevelCommunities c, Node nodes, Gains<Value> gains, bool first,
                 PassStates others) {
  PassState* const state = c.state;
  if (state->stop) {
    if (blockIdx.x == 0 && threadIdx.x == 0) state->keep = 0;
    return;
  }
  add_squares<Value>(c, nodes);
  __threadfence();
  __syncthreads();
  if (threadIdx.x != 0 || atomicAdd(&state->blocks, 1) != static_cast<int>(gridDim.x) - 1) return;
  __threadfence();
  state->blocks = 0;
  unsigned long long inside = state->inside;
  for (int i = 0; i < others.count && !first; ++i) inside += others.of[i]->inside;
  end_pass(state, inside, gains, first);
}

// One thread per node.
static __global__ void keep_best_gpu(LevelCommunities c, Node nodes) {
  if (!c.state->keep) return;
  for_each_of_grid(nodes, [&](std::int64_t v) { c.best[v] = c.of_node[v]; });
}

}  // namespace handshake::louvain
