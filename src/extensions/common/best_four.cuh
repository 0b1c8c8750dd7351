// The four best neighbors seen so far, in registers.
#pragma once

#include "extensions/common/candidates.cuh"
#include "extensions/common/order.hpp"

namespace handshake {

static_assert(kCandidates == 4, "BestFour has code for exactly four candidates");

// The neighbors are stored best first; an unused entry has the order 0. A neighbor is stored as its
// position in the list of the node, because the indices of most neighbors are never needed.
template <class Ties>
struct BestFour {
  using Tie = typename Ties::Tie;
  std::uint32_t order[4] = {0, 0, 0, 0};
  Tie tie[4] = {};
  int at[4] = {0, 0, 0, 0};

  // Is the neighbor with order o, tie t and position p better than entry k? Neighbors come in the
  // order of the list. Entry k came earlier, so it wins every tie that positions break.
  // (beats_anywhere also compares the positions.)
  __device__ bool beats(const Ties& ties, Node center, const Node* list, std::uint32_t o, Tie t,
                        int p, int k) const {
    if constexpr (Ties::kByPosition) {
      return o > order[k];
    } else {
      if (o != order[k]) return o > order[k];
      if (t != tie[k]) return t > tie[k];
      return o != 0 && p != at[k] && ties.prefers(center, list[p], list[at[k]]);
    }
  }

  // Inserts the neighbor if it is one of the best four. There is no branch on the result of a
  // comparison, because all lanes of a warp do this for different lists at the same time.
  __device__ void insert(const Ties& ties, Node center, const Node* list, std::uint32_t o, Tie t,
                         int p) {
    const bool b0 = beats(ties, center, list, o, t, p, 0);
    const bool b1 = beats(ties, center, list, o, t, p, 1);
    const bool b2 = beats(ties, center, list, o, t, p, 2);
    const bool b3 = beats(ties, center, list, o, t, p, 3);
    order[3] = b2 ? order[2] : b3 ? o : order[3];
    order[2] = b1 ? order[1] : b2 ? o : order[2];
    order[1] = b0 ? order[0] : b1 ? o : order[1];
    order[0] = b0 ? o : order[0];
    at[3] = b2 ? at[2] : b3 ? p : at[3];
    at[2] = b1 ? at[1] : b2 ? p : at[2];
    at[1] = b0 ? at[0] : b1 ? p : at[1];
    at[0] = b0 ? p : at[0];
    if constexpr (!Ties::kByPosition) {
      tie[3] = b2 ? tie[2] : b3 ? t : tie[3];
      tie[2] = b1 ? tie[1] : b2 ? t : tie[2];
      tie[1] = b0 ? tie[0] : b1 ? t : tie[1];
      tie[0] = b0 ? t : tie[0];
    }
  }

  // The same as beats(), for neighbors that do not come in the order of the list.
  __device__ bool beats_anywhere(const Ties& ties, Node center, const Node* list, std::uint32_t o,
                                 Tie t, int p, int k) const {
    if constexpr (Ties::kByPosition) {
      return o > order[k] || (o == order[k] && p < at[k]);
    } else {
      return beats(ties, center, list, o, t, p, k);
    }
  }

  __device__ void exchange(int i, int k, bool swap) {
    const std::uint32_t o = swap ? order[k] : order[i];
    order[k] = swap ? order[i] : order[k];
    order[i] = o;
    const int p = swap ? at[k] : at[i];
    at[k] = swap ? at[i] : at[k];
    at[i] = p;
    if constexpr (!Ties::kByPosition) {
      const Tie t = swap ? tie[k] : tie[i];
      tie[k] = swap ? tie[i] : tie[k];
      tie[i] = t;
    }
  }

  // Merges the best four of this lane with those of the lane whose number differs in the bits of
  // `distance`. Let a and b be two lists of four neighbors, each from best to worst. For each i,
  // the better one of a[i] and b[3 - i] is one of the best four. Then four exchanges put them in
  // order: between places 0 and 2, 1 and 3, 0 and 1, and 2 and 3.
  __device__ void merge_with_lane(const Ties& ties, Node center, const Node* list, int distance) {
    std::uint32_t o[4];
    int p[4];
    Tie t[4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      o[k] = __shfl_xor_sync(kFullWarp, order[k], distance);
      p[k] = __shfl_xor_sync(kFullWarp, at[k], distance);
      if constexpr (!Ties::kByPosition) t[k] = __shfl_xor_sync(kFullWarp, tie[k], distance);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if (beats_anywhere(ties, center, list, o[3 - k], t[3 - k], p[3 - k], k)) {
        order[k] = o[3 - k];
        at[k] = p[3 - k];
        tie[k] = t[3 - k];
      }
    }
    put_in_order(ties, center, list, 0, 2);
    put_in_order(ties, center, list, 1, 3);
    put_in_order(ties, center, list, 0, 1);
    put_in_order(ties, center, list, 2, 3);
  }

  __device__ void put_in_order(const Ties& ties, Node center, const Node* list, int i, int k) {
    exchange(i, k, beats_anywhere(ties, center, list, order[k], tie[k], at[k], i));
  }

  __device__ Candidates to_candidates(const Node* list) const {
    Candidates c;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      c.id[k] = order[k] != 0 ? list[at[k]] : -1;
      c.order[k] = order[k];
    }
    return c;
  }
};

}  // namespace handshake
