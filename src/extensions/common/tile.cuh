// A tile is a part of shared memory in which one warp stores many short lists. All lanes copy the
// lists together; then the lists are divided among the lanes.
#pragma once

#include "extensions/common/scan.cuh"

namespace handshake {

// The index of word i of a tile in shared memory. After every 32 words, one word stays unused, so
// that lists whose lengths are multiples of 32 do not start in the same memory bank.
__device__ inline int padded(int i) {
  return i + (i >> 5);
}

// The sum of `value` over this lane and all lower lanes.
__device__ inline int sum_up_to_lane(int value) {
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    const int other = __shfl_up_sync(kFullWarp, value, distance);
    if (lane_of_thread() >= distance) value += other;
  }
  return value;
}

// Copies `length` consecutive weights to the tile; the first one becomes word number `to`.
__device__ inline void load_tile(std::uint32_t* tile, int to, const std::int32_t* weight_bits,
                                 int length) {
  for (int i = lane_of_thread(); i < length; i += kChunk) {
    std::uint32_t order[kLoadsInFlight];
#pragma unroll
    for (int k = 0; k < kLoadsInFlight; ++k) {
      const int at = i + k * kWarpSize;
      order[k] = at < length ? weight_order(weight_bits[at]) : 0;
    }
#pragma unroll
    for (int k = 0; k < kLoadsInFlight; ++k) {
      const int at = i + k * kWarpSize;
      if (at < length) tile[padded(to + at)] = order[k];
    }
  }
}

// Copies one list per lane; the lists need not be next to each other. In the tile, the list of a
// lane begins at word words_begin - run_begin.
__device__ inline void load_tile_from_lists(std::uint32_t* tile, const std::int32_t* weight_bits,
                                            EdgeIndex list_begin, int words_begin, int run_begin,
                                            int words) {
  for (int start = 0; start < words; start += kChunk) {
    std::uint32_t order[kLoadsInFlight];
#pragma unroll
    for (int k = 0; k < kLoadsInFlight; ++k) {
      const int word = start + k * kWarpSize + lane_of_thread();
      int owner = 0;
#pragma unroll
      for (int step = kWarpSize / 2; step > 0; step /= 2) {
        const int begin = __shfl_sync(kFullWarp, words_begin, owner + step) - run_begin;
        if (begin <= word) owner += step;
      }
      const EdgeIndex from = __shfl_sync(kFullWarp, list_begin, owner);
      const int offset = word - (__shfl_sync(kFullWarp, words_begin, owner) - run_begin);
      order[k] = word < words ? weight_order(weight_bits[from + offset]) : 0;
    }
#pragma unroll
    for (int k = 0; k < kLoadsInFlight; ++k) {
      const int word = start + k * kWarpSize + lane_of_thread();
      if (word < words) tile[padded(word)] = order[k];
    }
  }
}

// How the lists in a tile are divided among the lanes: each list gets the same number of lanes,
// which is 1, 2, 4, 8, 16 or 32.
struct Shares {
  int lanes_log;
  int list;   // the lane that holds the data of this lane's list
  int sub;    // the number of this lane among the lanes of its list, from 0
  bool used;  // false for lanes that get no list

  __device__ int lanes() const { return 1 << lanes_log; }
};

__device__ inline Shares share_out(int first_list, int lists) {
  Shares s;
  s.lanes_log = lists > 16 ? 0 : lists > 8 ? 1 : lists > 4 ? 2 : lists > 2 ? 3 : lists > 1 ? 4 : 5;
  const int mine = first_list + (lane_of_thread() >> s.lanes_log);
  s.used = mine < first_list + lists;
  s.list = min(mine, first_list + lists - 1);
  s.sub = lane_of_thread() & (s.lanes() - 1);
  return s;
}

// The best four of the list whose word i is at tile[padded(first + i)]. All lanes that share the
// list get the result. wanted(i, order, fourth) says whether neighbor i is considered; `fourth` is
// the weight order of the fourth best neighbor so far.
template <class Ties, class Wanted>
__device__ inline BestFour<Ties> best_in_tile(const Ties& ties, Node v, const Node* list,
                                              const std::uint32_t* tile, int first, int degree,
                                              const Shares& share, const Wanted& wanted) {
  BestFour<Ties> best;
  for (int i = share.sub; i < degree; i += share.lanes()) {
    const std::uint32_t order = tile[padded(first + i)];
    if (!wanted(i, order, best.order[3])) continue;
    typename Ties::Tie tie{};
    if constexpr (!Ties::kByPosition) {
      if (order < best.order[3]) continue;
      tie = ties.of(v, list[i]);
    }
    best.insert(ties, v, list, order, tie, i);
  }
  for (int distance = 1; distance < share.lanes(); distance *= 2) {
    best.merge_with_lane(ties, v, list, distance);
  }
  return best;
}

}  // namespace handshake
