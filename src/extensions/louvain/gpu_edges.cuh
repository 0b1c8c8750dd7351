// A group of threads adds up the edges of a node by community. Each thread takes kEdgesEach edges
// at once, so that the loads of these edges run at the same time.
#pragma once

#include "extensions/louvain/gpu_table.cuh"
#include "extensions/louvain/gpu_tile.cuh"

namespace handshake::louvain {

constexpr int kEdgesEach = 4;
constexpr int kEdgesOfBlock = kEdgesEach * kPassThreads;

// The communities to which a thread's edges lead. If slot[i] is not kNoSlot, the thread was the
// first one that entered community[i] into the table.
struct Entered {
  Node community[kEdgesEach];
  int slot[kEdgesEach];
};

// Called by kThreads threads, for at most kEdgesEach * kThreads edges. Edges to the node's own
// community need no table: each thread returns its part of the weight of these edges.
template <int kThreads, int kWords, class InputWeight>
__device__ inline unsigned long long enter_edges(const LevelView<InputWeight>& level,
                                                 const Node* community, EdgeIndex begin,
                                                 EdgeIndex end, Node own,
                                                 const GpuTable<kWords>& table, int thread,
                                                 Entered* entered) {
  Node neighbor[kEdgesEach];
  InputWeight weight[kEdgesEach];
#pragma unroll
  for (int i = 0; i < kEdgesEach; ++i) {
    const EdgeIndex e = begin + thread + i * kThreads;
    neighbor[i] = e < end ? level.neighbors[e] : -1;
    weight[i] = e < end ? level.weights[e] : 0;
  }
#pragma unroll
  for (int i = 0; i < kEdgesEach; ++i) {
    entered->community[i] = neighbor[i] < 0 ? kNoCommunity : community[neighbor[i]];
  }
  unsigned long long to_own = 0;
#pragma unroll
  for (int i = 0; i < kEdgesEach; ++i) {
    const Node to = entered->community[i];
    const auto adds = static_cast<unsigned long long>(weight[i]);
    entered->slot[i] = to == own || to == kNoCommunity ? kNoSlot : table.add(to, adds);
    if (to == own) to_own += adds;
  }
  return to_own;
}

// The data with which one node compares communities.
template <class Value>
struct Comparison {
  Gains<Value> gains;
  int colors;
  int color;  // of the node
  Node own;
  Weight strength;
  CommunitySum<Value> own_sum;

  __device__ Value value(unsigned long long to, unsigned long long others) const {
    return gains.value(static_cast<Weight>(to), strength, static_cast<Weight>(others));
  }
  __device__ Choice<Value> staying(unsigned long long to_own) const {
    return {value(to_own, static_cast<unsigned long long>(own_sum.strength) - strength),
            Choice<Value>::kStay};
  }
  __device__ void consider(Node other, unsigned long long to, const CommunitySum<Value>& sum,
                           Choice<Value>* best) const {
    // Two nodes, each alone in its community, must not join each other: they would only exchange
    // their communities.
    const bool both_alone = own_sum.size == 1 && sum.size == 1;
    if (both_alone && own < other && color_of(other, colors) == color) return;
    const Choice<Value> choice{value(to, sum.strength), other};
    if (choice.is_better_than(*best)) *best = choice;
  }

  // Compares the communities that the thread has entered into the table; afterwards their slots are
  // free again. Must be called after all threads have added their edges.
  template <int kWords>
  __device__ void consider_entered(const CommunitySum<Value>* sums, const GpuTable<kWords>& table,
                                   const Entered& entered, Choice<Value>* best) const {
    CommunitySum<Value> sum[kEdgesEach];
#pragma unroll
    for (int i = 0; i < kEdgesEach; ++i) {
      sum[i] = entered.slot[i] == kNoSlot ? own_sum : sums[entered.community[i]];
    }
#pragma unroll
    for (int i = 0; i < kEdgesEach; ++i) {
      if (entered.slot[i] == kNoSlot) continue;
      consider(entered.community[i], table.sum(entered.slot[i]), sum[i], best);
      table.clear_slot(entered.slot[i]);
    }
  }
};

template <class InputWeight, class Value>
__device__ inline Comparison<Value> comparison_for(const LevelView<InputWeight>& level,
                                                   const LevelCommunities& c,
                                                   const GpuRules<Value>& rules, int color, Node v,
                                                   Node own) {
  return {rules.gains, rules.colors, color, own, level.strengths[v], c.sums_for<Value>()[own]};
}

}  // namespace handshake::louvain
