// Kernels of gpu_improver.cu: steps 2 and 3 of a scan.
#pragma once

#include "extensions/common/improve_paths.cuh"

namespace handshake {

// ---- step 2: paths claim their nodes

// A path that changes a node also changes its partner. So it claims only one node of each pair: the
// smaller one.
template <class Weight>
__device__ inline Node claimed_for(const ImproveState<Weight>& state, Node v) {
  const Node partner = state.matches[v];
  return partner >= 0 && partner < v ? partner : v;
}

// A claim on a node: its round and the path. Claims of earlier rounds do not count.
__device__ inline unsigned long long claim_of(Node u, int round) {
  return static_cast<unsigned long long>(round) << 32 | static_cast<std::uint32_t>(u);
}
// The round after the rounds of claims is used in step 3.
__device__ inline int round_number(int scan, int round) {
  return (scan - 1) * (kClaimRounds + 1) + round + 1;
}

template <class Weight>
__device__ inline bool goes_first(const ImproveState<Weight>& state, Node u, Node other) {
  const auto mine = state.paths[u].gain, others = state.paths[other].gain;
  return mine != others ? mine > others : mix_bits(u) > mix_bits(other);
}

template <class Weight>
__device__ inline void claim(const ImproveState<Weight>& state, Node v, Node u, int round) {
  const unsigned long long mine = claim_of(u, round);
  unsigned long long seen = read_shared_word(&state.claims[v]);
  while (seen >> 32 != mine >> 32 || goes_first(state, u, static_cast<Node>(seen & 0xffffffffu))) {
    const unsigned long long before = atomicCAS(&state.claims[v], seen, mine);
    if (before == seen) return;
    seen = before;
  }
}

// One thread per path. The claims are written by atomicCAS, and in the end a node belongs to the
// first path in the total order, whatever the order of the threads was.
//   in   live, counts.live[round]
template <class Weight>
__global__ void claim_gpu(ImproveState<Weight> state, const Node* live, int round) {
  const int count = state.counts->live[round];
  const int number = round_number(state.scan, round);
  for (std::int64_t i = thread_number(); i < count; i += all_threads()) {
    const Node u = live[i];
    const Path<GainOf<Weight>> path = state.paths[u];
    claim(state, u, u, number);
    if (path.of_u >= 0) claim(state, claimed_for(state, path.of_u), u, number);
    if (path.of_x >= 0) claim(state, claimed_for(state, path.of_x), u, number);
  }
}

// One thread per path.
//   out  lists[2], counts.winners[round]   the paths to which all their nodes belong
template <class Weight>
__global__ void find_winners_gpu(ImproveState<Weight> state, const Node* live, int round) {
  const int count = state.counts->live[round];
  const int number = round_number(state.scan, round);
  for_each_by_warp(count, [&](std::int64_t i, bool lives) {
    const Node u = lives ? live[i] : 0;
    const Path<GainOf<Weight>> path = lives ? state.paths[u] : Path<GainOf<Weight>>{};
    const auto owns = [&](Node v) { return state.claims[v] == claim_of(u, number); };
    const bool wins = lives && owns(u) && (path.of_u < 0 || owns(claimed_for(state, path.of_u))) &&
                      (path.of_x < 0 || owns(claimed_for(state, path.of_x)));
    append_by_warp(state.lists[2], &state.counts->winners[round], u, wins);
  });
}

// One thread per path that has won. Only this path owns the nodes that it changes.
//   out  matches, pair_weight, changed_in
template <class Weight>
__global__ void apply_gpu(ImproveState<Weight> state, int round) {
  const int count = state.counts->winners[round];
  for (std::int64_t i = thread_number(); i < count; i += all_threads()) {
    const Node u = state.lists[2][i];
    const Path<GainOf<Weight>> path = state.paths[u];
    const Node a = path.of_u, b = path.of_x, x = state.matches[u];
    const Node of_a = a < 0 ? -1 : state.matches[a], of_b = b < 0 ? -1 : state.matches[b];
    const auto change = [&](Node v) {
      if (v < 0) return;
      state.set_free(v);
      state.changed_in[v] = state.this_scan();
    };
    change(u), change(x), change(a), change(of_a), change(b), change(of_b);
    if (a >= 0) state.join(u, a);
    if (b >= 0) state.join(x, b);
  }
}

// One thread per path, which writes looks_in of its center.
//   out  left, counts.live[round + 1]   the paths whose nodes have not changed
template <class Weight>
__global__ void drop_paths_gpu(ImproveState<Weight> state, const Node* live, Node* left,
                               int round) {
  const int count = state.counts->live[round];
  for_each_by_warp(count, [&](std::int64_t i, bool lives) {
    const Node u = lives ? live[i] : 0;
    const Path<GainOf<Weight>> path = lives ? state.paths[u] : Path<GainOf<Weight>>{};
    // If a node has not changed, its partner has not changed either.
    const auto is_old = [&](Node v) { return v < 0 || state.changed_in[v] != state.this_scan(); };
    if (lives) state.looks_in[u] = state.next_scan();
    append_by_warp(left, &state.counts->live[round + 1], u,
                   lives && is_old(u) && is_old(path.of_u) && is_old(path.of_x));
  });
}

// ---- step 3: nodes without partners. The greedy matching is the only one in which no two free
// nodes prefer each other to their partners. So each free node points to its best free neighbor, and
// nodes that point to each other are matched, until there are none.

// One thread per node.
//   out  lists[0], counts.free   the free nodes that have changed or had a path; claims marks them.
// In a symmetric graph, an edge of positive weight between two free nodes has such an end.
template <class Weight>
__global__ void collect_free_gpu(ImproveState<Weight> state) {
  const int number = round_number(state.scan, kClaimRounds);
  for_each_by_warp(state.graph.nodes, [&](std::int64_t i, bool lives) {
    const Node v = lives ? static_cast<Node>(i) : 0;
    const bool is_free =
        lives && state.matches[v] < 0 &&
        (state.looks_in[v] == state.next_scan() || state.changed_in[v] == state.this_scan());
    if (is_free) state.claims[v] = claim_of(0, number);
    append_by_warp(state.lists[0], &state.counts->free, v, is_free);
  });
}

// One warp per node in the list, whose first `count` nodes are known.
//   out  lists[0], counts.free   the free neighbors that are not marked yet; marks by atomicExch
template <class Weight>
__global__ void add_free_neighbors_gpu(ImproveState<Weight> state, int count) {
  const unsigned long long mark = claim_of(0, round_number(state.scan, kClaimRounds));
  for (std::int64_t i = thread_number() / kWarpSize; i < count; i += all_threads() / kWarpSize) {
    const WeightedList<Weight> list = state.graph.list(state.lists[0][i]);
    for (int at = lane_of_thread(); at - lane_of_thread() < list.degree; at += kWarpSize) {
      const Node u = at < list.degree ? list.nodes[at] : 0;
      const bool is_new = at < list.degree && list.weights[at] > 0 && state.matches[u] < 0 &&
                          atomicExch(&state.claims[u], mark) != mark;
      append_by_warp(state.lists[0], &state.counts->free, u, is_new);
    }
  }
}

// One lane per free node, which writes its target: of_u of its path.
template <class Weight>
__global__ void point_at_free_gpu(ImproveState<Weight> state, const Node* nodes, int count) {
  const auto target_of = [&](Node v, int first, int step, const auto& share) {
    const WeightedList<Weight> list = state.graph.list(v);
    ArmSearch<Weight, FreeNode> search{list, state.pair_weight, v, -1, {state.matches}};
    search.look(first, step);
    share(search);
    return search.arm(0).node;
  };
  for_each_by_warp(count, [&](std::int64_t i, bool lives) {
    const Node v = lives ? nodes[i] : 0;
    const EdgeIndex edges = lives ? state.graph.degree(v) : 0;
    if (lives && edges <= kMostShort) {
      state.paths[v].of_u = target_of(v, 0, 1, [](const auto&) {});
    }
    for_each_that_asks(edges > kMostShort, [&](int owner) {
      const Node node = __shfl_sync(kFullWarp, v, owner);
      const Node target = target_of(node, lane_of_thread(), kWarpSize,
                                    [](auto& search) { search.share_with_warp(); });
      if (lane_of_thread() == owner) state.paths[v].of_u = target;
    });
  });
}

// One thread per free node. The smaller node of a new pair writes the elements of both.
//   out  matches, pair_weight, changed_in
//        left, free_counts   the nodes that point to a node without being matched
template <class Weight>
__global__ void join_free_gpu(ImproveState<Weight> state, const Node* nodes, int count,
                              Node* left) {
  for_each_by_warp(count, [&](std::int64_t i, bool lives) {
    const Node v = lives ? nodes[i] : 0;
    const Node target = lives ? state.paths[v].of_u : -1;
    const bool is_mutual = target >= 0 && state.paths[target].of_u == v;
    if (is_mutual && v < target) {
      state.join(v, target);
      state.changed_in[v] = state.changed_in[target] = state.this_scan();
      atomicAdd(&state.free_counts->joined, 1);
    }
    append_by_warp(left, &state.free_counts->left, v, target >= 0 && !is_mutual);
  });
}

}  // namespace handshake
