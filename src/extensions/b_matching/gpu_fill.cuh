// Reads lists of neighbors: every node gets the best of those that are left, best first. The first
// time nobody is full.
#pragma once

#include "extensions/b_matching/sorted_lanes.cuh"
#include "extensions/b_matching/sorted_registers.cuh"

namespace handshake {

constexpr int kFillThreads = 256;
constexpr int kFillWarps = kFillThreads / kWarpSize;
constexpr int kHubThreads = 1024;
constexpr int kWordsInRow = 8;  // as many as a memory transaction brings

// What a node asks for: neighbors behind the last one that it had, and not full. Behind `kept`
// neighbors that it still has there is room for some.
template <TieRule kRule>
struct Asked {
  const BPart& part;
  Node v;
  Entry last;  // kAboveAll the first time
  int kept, missing;

  __device__ Asked(const BPart& of, Node node, bool is_first)
      : part(of), v(node), last(kAboveAll), kept(0), missing(0) {
    if (is_first) {
      missing = of.places_of(node);
    } else {
      const NodeState state = of.states[of.own(node)];
      last = of.last[of.own(node)];
      kept = state.window.tail;
      missing = state.missing;
    }
  }

  __device__ bool is_first() const { return last == kAboveAll; }
  __device__ bool may_want(std::uint32_t order) const { return order <= last >> 32; }
  __device__ bool wants(Entry entry) const {
    if (is_first()) return true;
    return EntryOrder<kRule>{part.offsets}.better(v, last, entry) && !part.is_full(node_of(entry));
  }
  __device__ int room() const { return part.capacity(v) - kept; }

  // What there is once for each node, after `found` entries were written behind those that are kept.
  // `threshold` is entry number missing - 1, `end` the last one for which there is room.
  __device__ void store(int found, Entry threshold, Entry end) const {
    const bool is_cut = found == room() && part.degree(v) > part.capacity(v);
    const Node own = part.own(v);
    if (is_first()) {
      part.states[own] = {{0, found}, missing, 0};
    } else {
      part.states[own].window = {0, kept + found};
    }
    part.last[own] = is_cut ? end : kNoEntry;
    // The threshold of a node that can have all its neighbors is no threshold.
    part.publish(v, missing == part.degree(v) || found < missing - kept ? kNoEntry : threshold);
  }
};

struct alignas(16) FourWords {
  std::uint32_t word[4];
};

struct alignas(16) TwoEntries {
  Entry entry[2];
};

// A thread sorts keys of 32 bits: the weight, as far below the heaviest one as 26 bits go, and the
// position in the list. A weight further down has the code 0, which says nothing.
constexpr int kPositionBits = 6;
static_assert(kShortList <= 1 << kPositionBits);
static_assert(kMostCode == (1u << (32 - kPositionBits)) - 1);

// One thread reads the list. Rows of eight words, as they lie in memory, come at once; what stands
// in them before the list and behind it is left out (GpuPart adds words behind the last list). Returns
// false where keys do not say who is among the best.
template <int K, bool kIsFirst>
__device__ bool fill_by_thread(const BPart& part, const Asked<TieRule::kIndex>& asked) {
  constexpr std::uint32_t kLastPosition = (1u << kPositionBits) - 1;
  SortedRegisters<K> keys;
  const EdgeIndex begin = part.list_begin(asked.v), end = begin + part.degree(asked.v);
  int eligible = 0;
  for (EdgeIndex row = begin / kWordsInRow * kWordsInRow; row < end; row += K) {
    FourWords bits[K / 4], neighbors[kIsFirst ? 1 : K / 4];
#pragma unroll
    for (int i = 0; i < K / 4; ++i) {
      bits[i] = *reinterpret_cast<const FourWords*>(part.bits + row + 4 * i);
      if (!kIsFirst) {
        neighbors[i] = *reinterpret_cast<const FourWords*>(part.neighbors + row + 4 * i);
      }
    }
    std::uint32_t batch[K];
#pragma unroll
    for (int k = 0; k < K; ++k) {
      const int position = static_cast<int>(row - begin) + k;
      const auto order = order_of_bits(static_cast<std::int32_t>(bits[k / 4].word[k % 4]));
      bool takes_part = position >= 0 && position < end - begin;
      if (!kIsFirst && takes_part) {
        const auto u = static_cast<Node>(neighbors[kIsFirst ? 0 : k / 4].word[k % 4]);
        takes_part = asked.wants(make_entry(order, u));
      }
      eligible += takes_part ? 1 : 0;
      const std::uint32_t code = max(order, part.key_base) - part.key_base;
      batch[k] = takes_part ? code << kPositionBits | (kLastPosition - position) : 0;
    }
    keys.take(batch);
  }

  const int room = asked.room(), found = min(eligible, room);
  Entry* list = part.list(asked.v) + asked.kept;
  std::uint32_t worst = ~0u;
#pragma unroll
  for (int k = 0; k < K; ++k) {
    if (k == found - 1) worst = keys.best[k];
  }
  if (worst <= kLastPosition) return false;
  Entry threshold = kNoEntry, last = kNoEntry;
#pragma unroll
  for (int k = 0; k < K; k += 2) {
    TwoEntries two{};
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      if (k + i >= found) continue;
      const std::uint32_t key = keys.best[k + i];
      const Node u = part.neighbors[begin + (kLastPosition - (key & kLastPosition))];
      two.entry[i] = make_entry((key >> kPositionBits) + part.key_base, u);
      if (k + i == asked.missing - asked.kept - 1) threshold = two.entry[i];
      if (k + i == room - 1) last = two.entry[i];
    }
    if (kIsFirst && part.entry_stride > 0) {
      if (k < found) *reinterpret_cast<TwoEntries*>(list + k) = two;
    } else {
      if (k < found) list[k] = two.entry[0];
      if (k + 1 < found) list[k + 1] = two.entry[1];
    }
  }
  asked.store(found, threshold, last);
  return true;
}

// Where nodes go whose lists a thread does not read.
struct OtherQueues {
  NodeQueue many, hubs, sorted;
};

// All nodes of the part, one thread each: those with short lists get their neighbors, and the others
// enter a queue. K = 0: no list is short.
//   out  entries, states, last, thresholds of v   by the thread of v
//   out  full                                     a word by the warp of its nodes
//   out  queues                                   places by atomicAdd
template <int K>
__global__ void __launch_bounds__(kFillThreads) fill_first_gpu(BPart part, OtherQueues others) {
  for (EdgeIndex start = part.begin + static_cast<EdgeIndex>(blockIdx.x) * kFillThreads;
       start < part.end; start += static_cast<EdgeIndex>(gridDim.x) * kFillThreads) {
    const EdgeIndex number = start + threadIdx.x;
    const bool is_node = number < part.end;
    const Node v = static_cast<Node>(is_node ? number : part.begin);
    const EdgeIndex degree = is_node ? part.degree(v) : 0;
    const int places = is_node ? part.places_of(v) : 0;
    const unsigned full = __ballot_sync(kFullWarp, is_node && places == 0);
    if (is_node && lane_of_thread() == 0) part.full[v >> 5] = full;
    if (is_node && places == 0) {
      part.states[part.own(v)] = {};
      part.publish(v, kAboveAll);
    }
    const bool keeps_all = places > 0 && part.keeps_all(v);
    const bool is_short = places > 0 && !keeps_all && degree <= part.short_list;
    const bool is_other = places > 0 && !keeps_all && !is_short;
    others.sorted.append_of_warp(keeps_all, v);
    others.many.append_of_warp(is_other && degree <= kHubDegree, v);
    others.hubs.append_of_warp(is_other && degree > kHubDegree, v);
    if constexpr (K > 0) {
      if (is_short && !fill_by_thread<K, true>(part, Asked<TieRule::kIndex>(part, v, true))) {
        others.many.append(v);
      }
    }
  }
}

// The same once more for the nodes of a queue, whose lists are all short.
template <int K>
__global__ void __launch_bounds__(kFillThreads)
    fill_short_gpu(BPart part, NodeQueue queue, NodeQueue many) {
  for (unsigned i = blockIdx.x * kFillThreads + threadIdx.x; i < *queue.count;
       i += gridDim.x * kFillThreads) {
    const Node v = queue.nodes[i];
    if (!fill_by_thread<K, false>(part, Asked<TieRule::kIndex>(part, v, false))) many.append(v);
  }
}

// The lanes of a warp read a list together. Entries that may be among the best are collected, 32 at
// most, and then sorted in.
template <TieRule kRule>
struct ListReader {
  const BPart& part;
  const Asked<kRule>& asked;
  Entry* collected;  // [kWarpSize], shared by the warp
  int room;
  SortedLanes<kRule> lanes;
  int count = 0;
  Ranked<kRule> worst{};  // of the best `room`

  __device__ ListReader(const BPart& of, const Asked<kRule>& by, Entry* memory)
      : part(of), asked(by), collected(memory), room(by.room()), lanes(of, by.v) {}

  // Positions first + lane, first + step + lane, .. of the list.
  __device__ void read(int first, int step) {
    constexpr int kLoads = 4;
    const int degree = static_cast<int>(part.degree(asked.v));
    const EdgeIndex begin = part.list_begin(asked.v);
    bool is_start = asked.is_first();
    for (EdgeIndex start = first; start < degree; start += kLoads * static_cast<EdgeIndex>(step)) {
      std::uint32_t order[kLoads], heaviest = 0;
#pragma unroll
      for (int i = 0; i < kLoads; ++i) {
        const EdgeIndex at = start + static_cast<EdgeIndex>(i) * step + lane_of_thread();
        order[i] = at < degree ? order_of_bits(part.bits[begin + at]) : 0;
        heaviest = max(heaviest, order[i]);
      }
      // Of all lanes' heaviest ones `room` are at least as heavy as that of this rank.
      const std::uint32_t floor = is_start ? largest_of_lanes(heaviest, room) : 0;
      is_start = false;
      if (!__any_sync(kFullWarp, heaviest != 0 && heaviest >= worst_order())) continue;
      // All neighbors and bits that are needed come at the same time.
      Entry entry[kLoads];
#pragma unroll
      for (int i = 0; i < kLoads; ++i) {
        const EdgeIndex at = start + static_cast<EdgeIndex>(i) * step + lane_of_thread();
        const bool may_enter = order[i] != 0 && order[i] >= max(floor, worst_order());
        entry[i] = kNoEntry;
        if (may_enter && asked.may_want(order[i])) {
          entry[i] = make_entry(order[i], part.neighbors[begin + at]);
        }
      }
#pragma unroll
      for (int i = 0; i < kLoads; ++i) {
        if (entry[i] != kNoEntry && !asked.wants(entry[i])) entry[i] = kNoEntry;
      }
#pragma unroll
      for (int i = 0; i < kLoads; ++i) collect(entry[i]);
    }
    flush();
  }

  __device__ void flush() {
    if (count == 0) return;
    __syncwarp();
    lanes.take(lane_of_thread() < count ? collected[lane_of_thread()] : kNoEntry);
    __syncwarp();
    count = 0;
    worst = lanes.best.of_lane(room - 1);
  }

 private:
  __device__ std::uint32_t worst_order() const {
    return static_cast<std::uint32_t>(worst.entry >> 32);
  }

  __device__ void collect(Entry entry) {
    const bool is_tie = (entry ^ worst.entry) >> 32 == 0;
    if (!Ranked<kRule>::kHasTie || !is_tie) {
      if (entry < worst.entry) entry = kNoEntry;
    } else if (entry != kNoEntry && tie_word<kRule>(part, asked.v, node_of(entry)) < worst.tie) {
      entry = kNoEntry;
    }
    const unsigned found = __ballot_sync(kFullWarp, entry != kNoEntry);
    if (found == 0) return;
    if (count + __popc(found) > kWarpSize) flush();
    if (entry != kNoEntry)
      collected[count + __popc(found & ((1u << lane_of_thread()) - 1))] = entry;
    count += __popc(found);
  }
};

// Lane k has number k of the entries that were found.
template <TieRule kRule>
__device__ void store_lanes(const BPart& part, const Asked<kRule>& asked, Entry entry) {
  const int room = asked.room(), lane = lane_of_thread();
  const bool is_found = lane < room && entry != kNoEntry;
  if (is_found) part.list(asked.v)[asked.kept + lane] = entry;
  const int found = __popc(__ballot_sync(kFullWarp, is_found));
  const int number = max(asked.missing - asked.kept, 1) - 1;
  const Entry threshold = __shfl_sync(kFullWarp, entry, number);
  const Entry end = __shfl_sync(kFullWarp, entry, room - 1);
  if (lane == 0) asked.store(found, threshold, end);
}

// A warp a node, for the nodes of two queues.
//   out  entries, states, last, thresholds of v   by the warp of v
template <TieRule kRule>
__global__ void __launch_bounds__(kFillThreads)
    fill_by_warps_gpu(BPart part, bool is_first, NodeQueue few, NodeQueue many) {
  __shared__ Entry collected[kFillWarps][kWarpSize];
  const int warp = threadIdx.x / kWarpSize;
  const unsigned nodes_few = few.nodes == nullptr ? 0 : *few.count, nodes = nodes_few + *many.count;
  for (unsigned i = blockIdx.x * kFillWarps + warp; i < nodes; i += gridDim.x * kFillWarps) {
    const Node v = i < nodes_few ? few.nodes[i] : many.nodes[i - nodes_few];
    const Asked<kRule> asked(part, v, is_first);
    ListReader<kRule> reader(part, asked, collected[warp]);
    reader.read(0, kWarpSize);
    store_lanes(part, asked, reader.lanes.best.entry);
  }
}

// A block a node.
//   out  entries, states, last, thresholds of v   by the first warp of the block of v
template <TieRule kRule>
__global__ void __launch_bounds__(kHubThreads)
    fill_hubs_gpu(BPart part, bool is_first, NodeQueue queue) {
  constexpr int kWarps = kHubThreads / kWarpSize;
  __shared__ Entry collected[kWarps][kWarpSize];
  __shared__ Ranked<kRule> best[kWarps][kWarpSize];
  const int warp = threadIdx.x / kWarpSize, lane = lane_of_thread();
  for (unsigned i = blockIdx.x; i < *queue.count; i += gridDim.x) {
    const Asked<kRule> asked(part, queue.nodes[i], is_first);
    ListReader<kRule> reader(part, asked, collected[warp]);
    reader.read(warp * kWarpSize, kHubThreads);
    for (int half = kWarps / 2; half > 0; half /= 2) {
      if (warp >= half && warp < 2 * half) best[warp][lane] = reader.lanes.best;
      __syncthreads();
      if (warp < half) reader.lanes.take_sorted(best[warp + half][lane]);
    }
    if (warp == 0) store_lanes(part, asked, reader.lanes.best.entry);
    __syncthreads();
  }
}

// The whole list of a node, sorted: a block a node. Of two entries at the distance of a step the better
// comes first; a list whose length is no power of two is as if filled up with the worst.
//   out  entries, states, last, thresholds of v   by the block of v
template <TieRule kRule>
__global__ void __launch_bounds__(kFillThreads) sort_lists_gpu(BPart part, NodeQueue queue) {
  const EntryOrder<kRule> rule{part.offsets};
  for (unsigned i = blockIdx.x; i < *queue.count; i += gridDim.x) {
    const Node v = queue.nodes[i];
    const int degree = static_cast<int>(part.degree(v));
    const EdgeIndex begin = part.list_begin(v);
    Entry* list = part.list(v);
    for (int k = threadIdx.x; k < degree; k += kFillThreads) {
      list[k] = make_entry(order_of_bits(part.bits[begin + k]), part.neighbors[begin + k]);
    }
    __syncthreads();
    for (long long size = 2; size < 2ll * degree; size *= 2) {
      for (long long step = size / 2; step > 0; step /= 2) {
        // The first step of each size compares a half with the other one turned around.
        const long long mask = step == size / 2 ? size - 1 : step;
        for (int a = threadIdx.x; a < degree; a += kFillThreads) {
          const long long b = a ^ mask;
          if (b <= a || b >= degree) continue;
          if (!rule.better(v, list[b], list[a])) continue;
          const Entry worse = list[a];
          list[a] = list[b];
          list[b] = worse;
        }
        __syncthreads();
      }
    }
    if (threadIdx.x == 0) {
      const int places = part.places_of(v);
      part.states[part.own(v)] = {{0, degree}, places, 0};
      part.last[part.own(v)] = kNoEntry;
      part.publish(v, places == degree ? kNoEntry : list[places - 1]);
    }
    __syncthreads();
  }
}

}  // namespace handshake
