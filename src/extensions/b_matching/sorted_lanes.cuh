// The best entries that one warp has seen: lane k holds entry number k. All lanes call these
// functions together.
#pragma once

#include "extensions/b_matching/gpu_state.cuh"

namespace handshake::b_matching {

// The tie word of a neighbor of `center`. Among equally heavy neighbors, the one with the larger
// word is better, and the full rule decides between equal words.
template <TieRule kRule>
__device__ inline unsigned long long tie_word(const BPart& part, Node center, Node u) {
  if (kRule == TieRule::kHash) return edge_hash(center, u);
  const auto few = static_cast<std::uint32_t>(~part.degree(u));
  return static_cast<unsigned long long>(few) << 32 | edge_hash(center, u) >> 32;
}

// An entry and, except under the index rule, its tie word.
template <TieRule kRule>
struct Ranked {
  static constexpr bool kHasTie = kRule != TieRule::kIndex;
  Entry entry = kNoEntry;
  unsigned long long tie = 0;

  __device__ static Ranked of(const BPart& part, Node center, Entry entry) {
    Ranked ranked;
    ranked.entry = entry;
    if (kHasTie && entry != kNoEntry) ranked.tie = tie_word<kRule>(part, center, node_of(entry));
    return ranked;
  }
  __device__ Ranked of_lane(int lane) const {
    Ranked other;
    other.entry = __shfl_sync(kFullWarp, entry, lane);
    if (kHasTie) other.tie = __shfl_sync(kFullWarp, tie, lane);
    return other;
  }
  __device__ bool better_than(const Ranked& other, const EntryOrder<kRule>& rule,
                              Node center) const {
    if (!kHasTie || (entry ^ other.entry) >> 32 != 0) return entry > other.entry;
    if (tie != other.tie) return tie > other.tie;
    return rule.better(center, entry, other.entry);
  }
};

template <TieRule kRule>
struct SortedLanes {
  const BPart& part;
  Node center;
  EntryOrder<kRule> rule;
  Ranked<kRule> best;

  __device__ SortedLanes(const BPart& of, Node v) : part(of), center(v), rule{of.offsets} {}

  // Every lane passes one entry, or kNoEntry; these entries are merged into the best entries.
  __device__ void take(Entry entry) {
    Ranked<kRule> mine = Ranked<kRule>::of(part, center, entry);
#pragma unroll 1
    for (int size = 2; size <= kWarpSize; size *= 2) {
      for (int step = size / 2; step > 0; step /= 2) exchange(&mine, step, size);
    }
    take_sorted(mine);
  }
  // The same as take(), but the entries are already sorted, with the best one in lane 0.
  __device__ void take_sorted(Ranked<kRule> mine) {
    const Ranked<kRule> other = mine.of_lane(kWarpSize - 1 - lane_of_thread());
    if (other.better_than(best, rule, center)) best = other;
    for (int step = kWarpSize / 2; step > 0; step /= 2) exchange(&best, step, kWarpSize);
  }

 private:
  // Does one step of a bitonic sort in each run of `size` lanes. Falling and rising runs alternate.
  __device__ void exchange(Ranked<kRule>* mine, int step, int size) const {
    const int lane = lane_of_thread();
    const Ranked<kRule> other = mine->of_lane(lane ^ step);
    const bool wants_better = ((lane & step) == 0) == ((lane & size) == 0);
    if (other.better_than(*mine, rule, center) == wants_better) *mine = other;
  }
};

// The `rank`-th largest (counted from 1) of the words of all lanes, one word per lane.
__device__ inline std::uint32_t largest_of_lanes(std::uint32_t word, int rank) {
  const int lane = lane_of_thread();
  for (int size = 2; size <= kWarpSize; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      const std::uint32_t other = __shfl_xor_sync(kFullWarp, word, step);
      const bool wants_larger = ((lane & step) == 0) == ((lane & size) == 0);
      word = wants_larger ? max(word, other) : min(word, other);
    }
  }
  return __shfl_sync(kFullWarp, word, rank - 1);
}

}  // namespace handshake::b_matching
