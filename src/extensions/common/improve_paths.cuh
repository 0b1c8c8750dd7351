// Kernels of gpu_improver.cu: the begin, step 1 of a scan, and what the next scan looks at. Work on
// lists of neighbors is divided by their length: a warp takes 32 nodes; each of its threads reads a
// short list alone, all of them together read a longer one, and a block reads a very long one.
#pragma once

#include "extensions/common/improve_state.cuh"

namespace handshake {

__device__ inline std::int64_t thread_number() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

// Calls visit(i, lives) in all lanes of a warp for 32 consecutive numbers below `size`. In the last
// warp, lives is false for numbers that are too large.
template <class Visit>
__device__ inline void for_each_by_warp(std::int64_t size, const Visit& visit) {
  for (std::int64_t i = thread_number(); i - lane_of_thread() < size; i += all_threads()) {
    visit(i, i < size);
  }
}

// Each lane has a node, or none. In turn, calls visit(owner) in all lanes for each lane that asks.
template <class Visit>
__device__ inline void for_each_that_asks(bool asks, const Visit& visit) {
  for (unsigned lanes = __ballot_sync(kFullWarp, asks); lanes != 0; lanes &= lanes - 1) {
    visit(lowest_lane(lanes));
  }
}

// Finds the first edge whose weight is not allowed, with one thread per edge.
//   out  first_fault[0]   by atomicMin
template <class Weight>
__global__ void check_weights_gpu(const Weight* weights, EdgeIndex edges, EdgeIndex first_edge,
                                  unsigned long long* first_fault) {
  for (EdgeIndex e = thread_number(); e < edges; e += all_threads()) {
    if (!is_allowed(weights[e])) {
      atomicMin(first_fault, static_cast<unsigned long long>(first_edge + e));
    }
  }
}

// Makes the state of every node, with one thread per node, which writes only the elements of its
// node. A pair of negative weight is separated.
//   in   start            the partner of every node
//   out  first_fault[1]   by atomicMin, the first node whose partner is not right
template <class Weight>
__global__ void begin_gpu(ImproveState<Weight> state, const Node* start) {
  const Node nodes = state.graph.nodes;
  for (std::int64_t i = thread_number(); i < nodes; i += all_threads()) {
    const auto v = static_cast<Node>(i);
    const Node partner = start[v];
    state.set_free(v);
    state.claims[v] = 0;
    state.looks_in[v] = 1;
    state.changed_in[v] = 0;
    if (partner < 0) continue;
    int at = -1;
    if (partner < nodes && start[partner] == v && position_of(state.graph.list(v), partner) >= 0) {
      at = position_of(state.graph.list(min(v, partner)), max(v, partner));
    }
    if (at < 0) {
      atomicMin(&state.first_fault[1], static_cast<unsigned long long>(v));
      continue;
    }
    const Weight weight = state.graph.list(min(v, partner)).weights[at];
    if (weight < 0) continue;
    state.matches[v] = partner;
    state.pair_weight[v] = weight;
  }
}

// ---- step 1: every center looks for its best path

// The best path of the center of u and x, if the threads `first`, first + step, ... of a group call
// search.look() and share() tells each of them what all of them have found.
template <class Weight, class Share>
__device__ inline Path<GainOf<Weight>> find_path(const ImproveState<Weight>& state, Node u, Node x,
                                                 int first, int step, const Share& share) {
  using Gain = GainOf<Weight>;
  Arm<Gain> of_u[3], of_x[3];
  const auto search_arms = [&](Node end, Node partner, Arm<Gain>* arms) {
    const WeightedList<Weight> list = state.graph.list(end);
    ArmSearch<Weight, AnyNode> search{list, state.pair_weight, end, partner, {}};
    search.look(first, step);
    share(search);
    arms[1] = search.arm(0);
    arms[2] = search.arm(1);
  };
  search_arms(u, x, of_u);
  if (x >= 0) search_arms(x, u, of_x);
  return best_of_arms(of_u, of_x, Gain(state.pair_weight[u]), state.matches, state.pair_weight);
}

// One lane per node. A node that is the smaller one of its center gets the path of the center, if
// the center is to look. Only this lane, or lane 0 for a list that the warp reads, writes its path.
//   out  paths; lists[0], counts.live[0]   the nodes with a path
//        lists[2], counts.long_centers     the nodes whose lists are too long for a warp
template <class Weight>
__global__ void __launch_bounds__(kImproveBlock, 4) find_paths_gpu(ImproveState<Weight> state) {
  using Gain = GainOf<Weight>;
  const std::uint8_t scan = state.this_scan();
  for_each_by_warp(state.graph.nodes, [&](std::int64_t i, bool lives) {
    const Node u = lives ? static_cast<Node>(i) : 0;
    const Node x = lives ? state.matches[u] : 0;
    bool looks = lives && (x < 0 || u < x);
    if (looks) looks = state.looks_in[u] == scan || (x >= 0 && state.looks_in[x] == scan);
    const EdgeIndex edges = looks ? state.graph.degree(u) + (x < 0 ? 0 : state.graph.degree(x)) : 0;
    bool found = false;
    if (looks && edges <= kMostShort) {
      const Path<Gain> path = find_path(state, u, x, 0, 1, [](const auto&) {});
      state.paths[u] = path;
      found = path.gain > 0;
    }
    for_each_that_asks(edges > kMostShort && edges <= kMostOfAWarp, [&](int owner) {
      const Node center = __shfl_sync(kFullWarp, u, owner);
      const Node partner = __shfl_sync(kFullWarp, x, owner);
      const Path<Gain> path = find_path(state, center, partner, lane_of_thread(), kWarpSize,
                                        [](auto& search) { search.share_with_warp(); });
      if (lane_of_thread() != owner) return;
      state.paths[u] = path;
      found = path.gain > 0;
    });
    append_by_warp(state.lists[0], &state.counts->live[0], u, found);
    append_by_warp(state.lists[2], &state.counts->long_centers, u, edges > kMostOfAWarp);
  });
}

// One block per center in lists[2], whose thread 0 writes the path.
//   out  paths; lists[0], counts.live[0]
template <class Weight>
__global__ void find_long_paths_gpu(ImproveState<Weight> state) {
  using Gain = GainOf<Weight>;
  __shared__ Gain gains[2 * kWarpSize];
  __shared__ int positions[2 * kWarpSize];
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  const int lane = lane_of_thread();
  const int warps = static_cast<int>(blockDim.x) / kWarpSize;
  const int count = state.counts->long_centers;
  for (int i = static_cast<int>(blockIdx.x); i < count; i += static_cast<int>(gridDim.x)) {
    const Node u = state.lists[2][i];
    const auto share = [&](auto& search) {
      search.share_with_warp();
      __syncthreads();  // all threads have read what they need of the search before
      if (lane < 2) {
        gains[2 * warp + lane] = search.gain[lane];
        positions[2 * warp + lane] = search.at[lane];
      }
      __syncthreads();
      search.at[0] = lane < warps ? positions[2 * lane] : -1;
      search.at[1] = lane < warps ? positions[2 * lane + 1] : -1;
      for (int k = 0; k < 2 && lane < warps; ++k) search.gain[k] = gains[2 * lane + k];
      search.share_with_warp();
    };
    const Path<Gain> path = find_path(state, u, state.matches[u], static_cast<int>(threadIdx.x),
                                      static_cast<int>(blockDim.x), share);
    if (threadIdx.x != 0) continue;
    state.paths[u] = path;
    if (path.gain > 0) state.lists[0][atomicAdd(&state.counts->live[0], 1)] = u;
  }
}

// ---- what the next scan looks at

template <class Weight>
__device__ inline void wake(const ImproveState<Weight>& state, Node v, int first, int step) {
  const WeightedList<Weight> list = state.graph.list(v);
  for (int at = first; at < list.degree; at += step) {
    state.looks_in[list.nodes[at]] = state.next_scan();
  }
}

// One lane per node. The nodes that have changed and their neighbors are to look in the next scan.
// Several threads may write the same number to the same element.
//   out  looks_in; lists[2], counts.long_changed   nodes whose lists are too long for a warp
template <class Weight>
__global__ void wake_gpu(ImproveState<Weight> state) {
  for_each_by_warp(state.graph.nodes, [&](std::int64_t i, bool lives) {
    const Node v = lives ? static_cast<Node>(i) : 0;
    const bool has_changed = lives && state.changed_in[v] == state.this_scan();
    const EdgeIndex edges = has_changed ? state.graph.degree(v) : 0;
    if (has_changed) state.looks_in[v] = state.next_scan();
    if (edges <= kMostShort && edges > 0) wake(state, v, 0, 1);
    for_each_that_asks(edges > kMostShort && edges <= kMostOfAWarp, [&](int owner) {
      wake(state, __shfl_sync(kFullWarp, v, owner), lane_of_thread(), kWarpSize);
    });
    append_by_warp(state.lists[2], &state.counts->long_changed, v, edges > kMostOfAWarp);
  });
}

// One block per node in lists[2].
template <class Weight>
__global__ void wake_long_gpu(ImproveState<Weight> state) {
  const int count = state.counts->long_changed;
  for (int i = static_cast<int>(blockIdx.x); i < count; i += static_cast<int>(gridDim.x)) {
    wake(state, state.lists[2][i], static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x));
  }
}

}  // namespace handshake
