// The best K neighbors that a thread has seen, in registers.
#pragma once

#include "extensions/b_matching/gpu_state.cuh"

namespace handshake {

// What the tie rule says of a neighbor of `center`; among equally heavy ones the larger word is
// better, and the full rule decides between equal words.
template <TieRule kRule>
__device__ inline unsigned long long tie_word(const BPart& part, Node center, Node u) {
  if (kRule == TieRule::kHash) return edge_hash(center, u);
  const auto few = static_cast<std::uint32_t>(~part.degree(u));
  return static_cast<unsigned long long>(few) << 32 | edge_hash(center, u) >> 32;
}

// Best first; order 0 behind the last one. A neighbor is named by its position in the list, because
// most of them are never looked up.
template <int K, TieRule kRule>
struct BestK {
  static constexpr bool kByPosition = kRule == TieRule::kIndex;
  std::uint32_t order[K];
  int at[K];
  unsigned long long tie[kByPosition ? 1 : K];
  EntryOrder<kRule> rule;
  const Node* list;
  Node center;

  __device__ BestK(const BPart& part, Node v)
      : rule{part.offsets}, list(part.neighbors + part.list_begin(v)), center(v) {
#pragma unroll
    for (int k = 0; k < K; ++k) {
      order[k] = 0;
      at[k] = 0;
      if (!kByPosition) tie[k] = 0;
    }
  }

  __device__ bool beats(std::uint32_t o, unsigned long long t, int p, int k) const {
    if (o != order[k]) return o > order[k];
    if constexpr (kByPosition) return p < at[k];
    if (t != tie[k]) return t > tie[k];
    return o != 0 && p != at[k] &&
           rule.better(center, make_entry(o, list[p]), make_entry(o, list[at[k]]));
  }
  __device__ bool may_enter(std::uint32_t o) const { return o >= order[K - 1] && o != 0; }

  __device__ void set(int k, std::uint32_t o, unsigned long long t, int p) {
    order[k] = o;
    at[k] = p;
    if (!kByPosition) tie[k] = t;
  }

  // No branch on the result: all lanes of a warp do this for their own lists at the same time.
  __device__ void insert(std::uint32_t o, unsigned long long t, int p) {
    bool here = beats(o, t, p, K - 1);
#pragma unroll
    for (int k = K - 1; k > 0; --k) {
      const bool higher = beats(o, t, p, k - 1);
      const unsigned long long above = kByPosition ? 0 : tie[kByPosition ? 0 : k - 1];
      const unsigned long long same = kByPosition ? 0 : tie[kByPosition ? 0 : k];
      set(k,
          higher ? order[k - 1]
          : here ? o
                 : order[k],
          higher ? above
          : here ? t
                 : same,
          higher ? at[k - 1]
          : here ? p
                 : at[k]);
      here = higher;
    }
    if (here) set(0, o, t, p);
  }

  // Takes in what the lane has whose number differs in the bits of `distance`. Of two falling
  // sequences a and b, the better of a[i] and b[K - 1 - i] are the best K; exchanges put them in
  // order.
  __device__ void merge_with_lane(int distance) {
    std::uint32_t o[K];
    int p[K];
    unsigned long long t[kByPosition ? 1 : K] = {};
#pragma unroll
    for (int k = 0; k < K; ++k) {
      o[k] = __shfl_xor_sync(kFullWarp, order[k], distance);
      p[k] = __shfl_xor_sync(kFullWarp, at[k], distance);
      if (!kByPosition) t[k] = __shfl_xor_sync(kFullWarp, tie[kByPosition ? 0 : k], distance);
    }
#pragma unroll
    for (int k = 0; k < K; ++k) {
      const int j = K - 1 - k;
      const unsigned long long theirs = t[kByPosition ? 0 : j];
      if (beats(o[j], theirs, p[j], k)) set(k, o[j], theirs, p[j]);
    }
#pragma unroll
    for (int step = K / 2; step > 0; step /= 2) {
#pragma unroll
      for (int k = 0; k < K; ++k) {
        if ((k & step) == 0) put_in_order(k, k + step);
      }
    }
  }

  __device__ void put_in_order(int i, int k) {
    const unsigned long long mine = kByPosition ? 0 : tie[kByPosition ? 0 : k];
    const unsigned long long theirs = kByPosition ? 0 : tie[kByPosition ? 0 : i];
    if (!beats(order[k], mine, at[k], i)) return;
    const std::uint32_t o = order[i];
    const int p = at[i];
    set(i, order[k], mine, at[k]);
    set(k, o, theirs, p);
  }
};

}  // namespace handshake
