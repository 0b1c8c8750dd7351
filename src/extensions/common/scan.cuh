// One warp searches for the four best eligible neighbors of one node.
#pragma once

#include "extensions/common/best_four.cuh"

namespace handshake {

// Every neighbor may be chosen, because no node is matched yet.
struct AnyNeighbor {
  static constexpr bool kNeedsNode = false;
  __device__ bool operator()(Node, std::uint32_t) const { return true; }
};

// A neighbor may be chosen as long as it is not matched.
struct NotMatched {
  static constexpr bool kNeedsNode = true;
  const std::uint32_t* matched_bits;
  __device__ bool operator()(Node u, std::uint32_t) const { return !is_matched(matched_bits, u); }
};

constexpr int kLoadsInFlight = 8;
constexpr int kChunk = kWarpSize * kLoadsInFlight;

// The values that the lanes of a warp keep while they read one list.
template <class Ties, class Eligible>
struct ListScan {
  const Ties& ties;
  Node center;
  const Node* list;
  const std::int32_t* weight_bits;
  int degree;
  const Eligible& eligible;
  BestFour<Ties> best;  // the same in all lanes

  // Reads the positions start .. start + kChunk - 1 of the list. All lanes call it together.
  // Returns an upper bound for the weights of the neighbors in this chunk that are still eligible.
  __device__ std::uint32_t read_chunk(int start) {
    const int lane = lane_of_thread();
    std::uint32_t order[kLoadsInFlight];
#pragma unroll
    for (int i = 0; i < kLoadsInFlight; ++i) {
      const int offset = i * kWarpSize + lane;
      order[i] = offset < degree - start ? weight_order(weight_bits[start + offset]) : 0;
    }
    std::uint32_t heaviest = 0;
#pragma unroll
    for (int i = 0; i < kLoadsInFlight; ++i) heaviest = max(heaviest, order[i]);
    // Most chunks have no neighbor that could enter the best four.
    if (!__any_sync(kFullWarp, heaviest != 0 && may_enter(heaviest, {}, start))) {
      return warp_max(heaviest);
    }
    const std::uint32_t floor = best.order[3] == 0 ? fourth_of_lanes(heaviest) : 0;
    std::uint32_t bound = 0;
#pragma unroll
    for (int i = 0; i < kLoadsInFlight; ++i) {
      if (i * kWarpSize < degree - start) {
        bound = max(bound, take(order[i], floor, start + i * kWarpSize + lane));
      }
    }
    return warp_max(bound);
  }

  // `value`: the weight of the heaviest neighbor that this lane read. Returns the fourth largest of
  // all lanes' values: four neighbors are at least as heavy, so lighter neighbors can be skipped.
  // In the first pass, every neighbor is eligible. In later passes, some of these four may not be
  // eligible, so the function returns 0, and no neighbor is skipped.
  __device__ std::uint32_t fourth_of_lanes(std::uint32_t value) const {
    const int rounds = Eligible::kNeedsNode ? 0 : 4;
    for (int k = 1; k < rounds; ++k) {
      const std::uint32_t largest = warp_max(value);
      const int owner = lowest_lane(__ballot_sync(kFullWarp, value == largest));
      if (lane_of_thread() == owner) value = 0;
    }
    return rounds == 0 ? 0 : warp_max(value);
  }

  // Every lane offers one neighbor. Inserts the neighbors that are among the best four and not
  // lighter than `floor`, the best one first. Returns `order`, or 0 if the lane looked up its
  // neighbor and found that the neighbor is not eligible.
  __device__ std::uint32_t take(std::uint32_t order, std::uint32_t floor, int at) {
    bool candidate = order != 0 && order >= floor && may_enter(order, {}, at);
    if (!__any_sync(kFullWarp, candidate)) return order;
    typename Ties::Tie tie{};
    bool dead = false;
    if (candidate && (Eligible::kNeedsNode || !Ties::kByPosition)) {
      const Node node = list[at];
      dead = !eligible(node, order);
      if constexpr (!Ties::kByPosition) tie = ties.of(center, node);
      candidate = !dead && may_enter(order, tie, at);
    }
    while (__any_sync(kFullWarp, candidate)) {
      const int winner = best_lane(candidate, order, tie);
      const std::uint32_t o = __shfl_sync(kFullWarp, order, winner);
      const int p = __shfl_sync(kFullWarp, at, winner);
      typename Ties::Tie t{};
      if constexpr (!Ties::kByPosition) t = __shfl_sync(kFullWarp, tie, winner);
      insert_anywhere(o, t, p);
      candidate = candidate && lane_of_thread() != winner && may_enter(order, tie, at);
    }
    return dead ? 0 : order;
  }

  // May this neighbor enter the best four? If it is as heavy as the fourth of them, its position or
  // its tie value decides. If the tie value is not known yet (`tie` is 0), the neighbor may enter.
  __device__ bool may_enter(std::uint32_t order, typename Ties::Tie tie, int at) const {
    if (order != best.order[3]) return order > best.order[3];
    if constexpr (Ties::kByPosition) {
      return at < best.at[3];
    } else {
      return tie == 0 || tie >= best.tie[3];
    }
  }

  __device__ static int best_lane(bool candidate, std::uint32_t order, typename Ties::Tie tie) {
    const std::uint32_t heaviest = warp_max(candidate ? order : 0);
    bool first = candidate && order == heaviest;
    if constexpr (!Ties::kByPosition) {
      const auto upper = static_cast<std::uint32_t>(tie >> 32);
      const std::uint32_t largest = warp_max(first ? upper : 0);
      first = first && upper == largest;
    }
    return lowest_lane(__ballot_sync(kFullWarp, first));
  }

  __device__ void insert_anywhere(std::uint32_t o, typename Ties::Tie t, int p) {
    if (!best.beats_anywhere(ties, center, list, o, t, p, 3)) return;
    best.order[3] = o;
    best.at[3] = p;
    best.tie[3] = t;
    best.put_in_order(ties, center, list, 2, 3);
    best.put_in_order(ties, center, list, 1, 2);
    best.put_in_order(ties, center, list, 0, 1);
  }
};

// A list of more than one chunk has a bound for each chunk (see read_chunk). The bounds of a list
// that begins at edge b start at bounds[b / (kChunk / 2)]. The bounds of two lists do not
// overlap: a list of more than one chunk has room for at least one bound per chunk.
inline std::size_t bounds_for(EdgeIndex edges) {
  return edges / (kChunk / 2) + 2;
}
__device__ inline std::uint32_t* bounds_of_list(std::uint32_t* bounds, EdgeIndex list_begin) {
  return bounds + list_begin / (kChunk / 2);
}

// The whole warp searches again for the best four of a list. If the list has more than one chunk,
// the warp skips every chunk whose bound is too small. It takes 32 chunks at a time,
// and reads those with larger bounds first. It updates the bound of each chunk that it reads.
template <class Ties, class Eligible>
__device__ Candidates scan_again(const GraphPart& part, const Ties& ties, std::uint32_t* bounds,
                                 Node v, const Eligible& eligible) {
  const EdgeIndex begin = part.list_begin(v);
  const int degree = part.degree(v);
  ListScan<Ties, Eligible> scan{
      ties, v, part.neighbors + begin, part.weight_bits + begin, degree, eligible, {}};
  if (degree <= kChunk) {
    scan.read_chunk(0);
    return scan.best.to_candidates(scan.list);
  }
  std::uint32_t* bound_of = bounds_of_list(bounds, begin);
  const int chunks = (degree + kChunk - 1) / kChunk;
  for (int first = 0; first < chunks; first += kWarpSize) {
    const int chunk = first + lane_of_thread();
    std::uint32_t bound = chunk < chunks ? read_shared_word(&bound_of[chunk]) : 0;
    for (;;) {
      const bool promising = bound != 0 && scan.may_enter(bound, {}, chunk * kChunk);
      if (!__any_sync(kFullWarp, promising)) break;
      const std::uint32_t heaviest = warp_max(promising ? bound : 0);
      const int turn = lowest_lane(__ballot_sync(kFullWarp, promising && bound == heaviest));
      const std::uint32_t now = scan.read_chunk((first + turn) * kChunk);
      if (lane_of_thread() == turn) {
        write_shared_word(&bound_of[chunk], now);
        bound = 0;  // this chunk has been read
      }
    }
  }
  return scan.best.to_candidates(scan.list);
}

}  // namespace handshake
