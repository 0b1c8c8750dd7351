// What the kernels of gpu_improver.cu read and write, and the search for arms by one thread, a warp or a
// block. improve.hpp defines the words.
#pragma once

#include <cuda_runtime.h>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/common/improve.hpp"
#include "extensions/common/path_gain.hpp"
#include "gpu/warp.cuh"

namespace handshake {

constexpr int kImproveBlock = 256;
constexpr int kMostShort = 16;      // edges of a center that one thread reads alone
constexpr int kMostOfAWarp = 4096;  // a block reads the lists of centers with more edges

template <class Weight>
struct WeightedList {
  const Node* nodes;
  const Weight* weights;
  int degree;
};

// A graph in the memory of several GPUs. Part p has the edges of the nodes begin[p] .. begin[p + 1] - 1.
template <class Weight>
struct GraphOfParts {
  Node nodes = 0;
  int parts = 0;
  const EdgeIndex* offsets = nullptr;  // [nodes + 1]
  Node begin[kMostGpus] = {};
  EdgeIndex first_edge[kMostGpus] = {};
  const Node* neighbors[kMostGpus] = {};
  const Weight* weights[kMostGpus] = {};

  __device__ WeightedList<Weight> list(Node v) const {
    int p = 0;
    while (p + 1 < parts && v >= begin[p + 1]) ++p;
    const EdgeIndex from = offsets[v], at = from - first_edge[p];
    return {neighbors[p] + at, weights[p] + at, static_cast<int>(offsets[v + 1] - from)};
  }
  __device__ EdgeIndex degree(Node v) const { return offsets[v + 1] - offsets[v]; }
};

// The position of u in a list, or -1.
template <class Weight>
__device__ inline int position_of(const WeightedList<Weight>& list, Node u) {
  int begin = 0, end = list.degree;
  while (begin < end) {
    const int middle = begin + (end - begin) / 2;
    if (list.nodes[middle] < u) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin < list.degree && list.nodes[begin] == u ? begin : -1;
}

// Kernels increase these numbers; all start at 0 in every scan.
struct ScanCounts {
  int live[kClaimRounds + 1];  // paths that are left after each round of claims
  int winners[kClaimRounds];
  int long_centers;
  int long_changed;
  int free;
};

// Kernels increase these numbers; all start at 0 in every round of step 3.
struct FreeCounts {
  int left;    // nodes that look for a partner in the next round
  int joined;  // pairs of this round
};

template <class Weight>
struct ImproveState {
  using Gain = GainOf<Weight>;

  GraphOfParts<Weight> graph;
  Node* matches = nullptr;        // [nodes]
  Weight* pair_weight = nullptr;  // [nodes] of the pair of each node; 0 if it has no partner
  Path<Gain>* paths = nullptr;    // [nodes] of the smaller node of each center; step 3: the target
  unsigned long long* claims = nullptr;  // [nodes] see claim_of()
  std::uint8_t* looks_in = nullptr;  // [nodes] the last scan in which a node is to look for a path
  std::uint8_t* changed_in = nullptr;  // [nodes] the last scan in which it got or lost a partner
  Node* lists[3] = {};                 // [nodes] each; in any order, which changes no result
  ScanCounts* counts = nullptr;
  FreeCounts* free_counts = nullptr;
  unsigned long long* first_fault = nullptr;  // [2] an edge, a node
  int scan = 1;

  // The weight of the edge from v to u, which must exist.
  __device__ Weight weight_of(Node v, Node u) const {
    const WeightedList<Weight> list = graph.list(v);
    return list.weights[position_of(list, u)];
  }
  __device__ void join(Node v, Node u) const {
    matches[v] = u;
    matches[u] = v;
    pair_weight[v] = pair_weight[u] = weight_of(v, u);
  }
  __device__ void set_free(Node v) const {
    matches[v] = -1;
    pair_weight[v] = 0;
  }
  __device__ std::uint8_t this_scan() const { return static_cast<std::uint8_t>(scan); }
  __device__ std::uint8_t next_scan() const { return static_cast<std::uint8_t>(scan + 1); }
};

// All 32 lanes must call this function. Adds the nodes of the lanes that want it to a list.
__device__ inline void append_by_warp(Node* list, int* count, Node node, bool wants) {
  const unsigned lanes = __ballot_sync(kFullWarp, wants);
  if (lanes == 0) return;
  const int first = lowest_lane(lanes);
  int to = 0;
  if (lane_of_thread() == first) to = atomicAdd(count, __popc(lanes));
  to = __shfl_sync(kFullWarp, to, first);
  if (wants) list[to + __popc(lanes & ((1u << lane_of_thread()) - 1))] = node;
}

// Which nodes an arm may reach.
struct AnyNode {
  __device__ bool operator()(Node) const { return true; }
};
struct FreeNode {
  const Node* matches;
  __device__ bool operator()(Node v) const { return matches[v] < 0; }
};

// The two best arms of u among those that were looked at, as positions in the list of u.
template <class Weight, class Eligible>
struct ArmSearch {
  using Gain = GainOf<Weight>;
  static constexpr int kAtOnce = 4;  // reads that wait for the memory at the same time

  const WeightedList<Weight>& list;
  const Weight* pair_weight;
  Node u, partner;
  Eligible eligible;
  Gain gain[2] = {};
  int at[2] = {-1, -1};  // -1: there is no such arm

  // Looks at the positions first, first + step, ...
  __device__ void look(int first, int step) {
    for (int start = first; start < list.degree; start += kAtOnce * step) {
      Weight weight[kAtOnce], of_pair[kAtOnce];
      Node node[kAtOnce];
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        const bool exists = i * step < list.degree - start;
        weight[i] = exists ? list.weights[start + i * step] : Weight(0);
        node[i] = exists ? list.nodes[start + i * step] : partner;
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        // The gain is at most the weight.
        const bool may_win = weight[i] > 0 && node[i] != partner &&
                             (at[1] < 0 || !(Gain(weight[i]) < gain[1])) && eligible(node[i]);
        if (!may_win) node[i] = -1;
        of_pair[i] = may_win ? pair_weight[node[i]] : Weight(0);
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        if (node[i] >= 0) insert(Gain(weight[i]) - Gain(of_pair[i]), start + i * step);
      }
    }
  }

  __device__ void insert(Gain g, int position) {
    if (!beats(g, position, 1)) return;
    const bool is_best = beats(g, position, 0);
    gain[1] = is_best ? gain[0] : g;
    at[1] = is_best ? at[0] : position;
    if (is_best) gain[0] = g, at[0] = position;
  }

  __device__ bool beats(Gain g, int position, int i) const {
    if (at[i] < 0 || g != gain[i]) return at[i] < 0 || g > gain[i];
    return hash(position) > hash(at[i]);
  }
  __device__ std::uint64_t hash(int position) const { return edge_hash(u, list.nodes[position]); }

  // All 32 lanes call this function, which gives each of them the two best arms of the warp.
  __device__ void share_with_warp() {
    const Gain none = 0;
    Gain best_gain[2];
    int best_at[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int winner = best_lane();
      best_at[i] = winner < 0 ? -1 : __shfl_sync(kFullWarp, at[0], winner);
      best_gain[i] = winner < 0 ? none : __shfl_sync(kFullWarp, gain[0], winner);
      if (lane_of_thread() == winner) gain[0] = gain[1], at[0] = at[1], at[1] = -1;
    }
    for (int i = 0; i < 2; ++i) gain[i] = best_gain[i], at[i] = best_at[i];
  }

  __device__ Arm<Gain> arm(int i) const {
    if (at[i] < 0) return {};
    return {list.nodes[at[i]], gain[i], Gain(list.weights[at[i]])};
  }

 private:
  // The lane with the best first arm, or -1. All lanes must call this function.
  __device__ int best_lane() const {
    bool wins = at[0] >= 0;
    wins = keep_largest(wins, ordered(gain[0]));
    const unsigned lanes = __ballot_sync(kFullWarp, wins);
    if (lanes == 0) return -1;
    if ((lanes & (lanes - 1)) == 0) return lowest_lane(lanes);
    wins = keep_largest(wins, wins ? hash(at[0]) : 0);
    return lowest_lane(__ballot_sync(kFullWarp, wins));
  }

  // Whether this lane is among the given ones, and none of them has a larger number.
  __device__ static bool keep_largest(bool is_given, std::uint64_t number) {
    for (int shift = 32; shift >= 0; shift -= 32) {
      const auto half = static_cast<std::uint32_t>(number >> shift);
      is_given = is_given & (warp_max(is_given ? half : 0) == half);
    }
    return is_given;
  }

  // A bijection that keeps the order.
  __device__ static std::uint64_t ordered(double g) {
    const auto bits = static_cast<std::uint64_t>(__double_as_longlong(g));
    return bits >> 63 ? ~bits : bits | 1ull << 63;
  }
  __device__ static std::uint64_t ordered(std::int64_t g) {
    return static_cast<std::uint64_t>(g) ^ 1ull << 63;
  }
};

}  // namespace handshake
