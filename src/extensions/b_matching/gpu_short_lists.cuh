// Short lists of neighbors: one thread reads each list, and sorts it in its registers. The first
// fill does not check whether neighbors are full, because no node has a partner yet.
#pragma once

#include "extensions/b_matching/gpu_asked.cuh"
#include "extensions/b_matching/sorted_registers.cuh"

namespace handshake::b_matching {

constexpr int kWordsInRow = 8;  // as many as one memory transaction transfers

struct alignas(16) FourWords {
  std::uint32_t word[4];
};

struct alignas(16) TwoEntries {
  Entry entry[2];
};

// A thread sorts keys. A key has a code of 26 bits for the weight, and the position in the list.
// All weights that are too far below the heaviest weight have the code 0, so keys with the code 0
// do not decide the order. If hashes break ties, 32 bits of the hash come before the position. If
// the codes and hashes of two keys are equal, these keys do not decide the order.
constexpr int kPositionBits = 6;
static_assert(kShortList <= 1 << kPositionBits);
static_assert(kMostCode == (1u << (32 - kPositionBits)) - 1);

template <TieRule kRule>
struct ShortKey {
  using Word = std::uint32_t;
  static constexpr bool kNeedsNeighbor = false;
  __device__ static Word of(std::uint32_t code, int from_end, Node, Node) {
    return code << kPositionBits | from_end;
  }
  __device__ static std::uint32_t code(Word key) { return key >> kPositionBits; }
  __device__ static bool is_clear(Word key, Word) { return code(key) != 0; }
};
template <>
struct ShortKey<TieRule::kHash> {
  using Word = unsigned long long;
  static constexpr bool kNeedsNeighbor = true;
  __device__ static Word of(std::uint32_t code, int from_end, Node v, Node u) {
    const Word hash = edge_hash(v, u) >> 32;
    return static_cast<Word>(code) << (32 + kPositionBits) | hash << kPositionBits | from_end;
  }
  __device__ static std::uint32_t code(Word key) {
    return static_cast<std::uint32_t>(key >> (32 + kPositionBits));
  }
  __device__ static bool is_clear(Word key, Word next) {
    return code(key) != 0 && key >> kPositionBits != next >> kPositionBits;
  }
};

// One thread reads the list. It loads K consecutive words at a time; the index of the first word is
// a multiple of eight. Words before and after the list are ignored (GpuPart adds words after the
// last list). Returns false if the keys do not decide which neighbors are the best.
template <int K, TieRule kRule, bool kIsFirst>
__device__ bool fill_by_thread(const BPart& part, const Asked<kRule>& asked) {
  using Key = ShortKey<kRule>;
  using Word = typename Key::Word;
  constexpr std::uint32_t kLastPosition = (1u << kPositionBits) - 1;
  constexpr bool kReadsNeighbors = !kIsFirst || Key::kNeedsNeighbor;
  SortedRegisters<K, Word> keys;
  const EdgeIndex begin = part.list_begin(asked.v), end = begin + part.degree(asked.v);
  int eligible = 0;
  for (EdgeIndex row = begin / kWordsInRow * kWordsInRow; row < end; row += K) {
    FourWords bits[K / 4], neighbors[kReadsNeighbors ? K / 4 : 1];
#pragma unroll
    for (int i = 0; i < K / 4; ++i) {
      bits[i] = *reinterpret_cast<const FourWords*>(part.bits + row + 4 * i);
      if (kReadsNeighbors) {
        neighbors[i] = *reinterpret_cast<const FourWords*>(part.neighbors + row + 4 * i);
      }
    }
    Word batch[K];
#pragma unroll
    for (int k = 0; k < K; ++k) {
      const int position = static_cast<int>(row - begin) + k;
      const auto order = order_of_bits(static_cast<std::int32_t>(bits[k / 4].word[k % 4]));
      const Node u = kReadsNeighbors
                         ? static_cast<Node>(neighbors[kReadsNeighbors ? k / 4 : 0].word[k % 4])
                         : 0;
      bool takes_part = position >= 0 && position < end - begin;
      if (!kIsFirst && takes_part) takes_part = asked.wants(make_entry(order, u));
      eligible += takes_part ? 1 : 0;
      const std::uint32_t code = max(order, part.key_base) - part.key_base;
      const int from_end = static_cast<int>(kLastPosition) - position;
      batch[k] = takes_part ? Key::of(code, from_end, asked.v, u) : 0;
    }
    keys.take(batch);
  }

  const int room = asked.room(), found = min(eligible, room);
  Entry* list = part.list(asked.v) + asked.kept;
  bool is_clear = true;
#pragma unroll
  for (int k = 0; k < K; ++k) {
    const Word next = k + 1 < K ? keys.best[k + 1 < K ? k + 1 : k] : 0;
    if (k < found && !Key::is_clear(keys.best[k], next)) is_clear = false;
  }
  if (!is_clear) return false;
  Entry threshold = kNoEntry, last = kNoEntry;
#pragma unroll
  for (int k = 0; k < K; k += 2) {
    TwoEntries two{};
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      if (k + i >= found) continue;
      const Word key = keys.best[k + i];
      const Node u = part.neighbors[begin + (kLastPosition - (key & kLastPosition))];
      two.entry[i] = make_entry(Key::code(key) + part.key_base, u);
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

// Handles all nodes of the part, with one thread per node. A node that keeps all its neighbors
// enters the queue `sorted`. For any other node with a short list, the thread reads the list, and
// stores the best neighbors. If the list is long, or if its keys do not decide which neighbors are
// the best, the node enters one of the queues `others`. If K is 0, no list is read here.
//   out  entries, states, last, thresholds of v   by the thread of v
//   out  full                                     each word by the warp of its nodes
//   out  queues                                   at positions from atomicAdd
template <int K, TieRule kRule>
__global__ void __launch_bounds__(kFillThreads)
    fill_first_gpu(BPart part, FillQueues others, NodeQueue sorted) {
  for (EdgeIndex start = part.begin + static_cast<EdgeIndex>(blockIdx.x) * kFillThreads;
       start < part.end; start += static_cast<EdgeIndex>(gridDim.x) * kFillThreads) {
    const EdgeIndex number = start + threadIdx.x;
    const bool is_node = number < part.end;
    const Node v = static_cast<Node>(is_node ? number : part.begin);
    const int places = is_node ? part.places_of(v) : 0;
    const unsigned full = __ballot_sync(kFullWarp, is_node && places == 0);
    if (is_node && lane_of_thread() == 0) part.full[v >> 5] = full;
    if (is_node && places == 0) {
      part.states[part.own(v)] = {};
      part.publish(v, kAboveAll);
    }
    const bool keeps_all = places > 0 && part.keeps_all(v);
    const Reader reader = part.reader_of(v);
    const bool is_short = places > 0 && !keeps_all && reader == Reader::kThread;
    sorted.append_of_warp(keeps_all, v);
    others.append_of_warp(places > 0 && !keeps_all && !(K > 0 && is_short), reader, v);
    if constexpr (K > 0) {
      if (is_short && !fill_by_thread<K, kRule, true>(part, Asked<kRule>(part, v, true))) {
        others.many.append(v);
      }
    }
  }
}

// Reads the short lists of the nodes of a queue, with one thread per node.
template <int K, TieRule kRule, bool kIsFirst>
__global__ void __launch_bounds__(kFillThreads)
    fill_short_gpu(BPart part, NodeQueue queue, NodeQueue many) {
  for (unsigned i = blockIdx.x * kFillThreads + threadIdx.x; i < *queue.count;
       i += gridDim.x * kFillThreads) {
    const Node v = queue.nodes[i];
    const Asked<kRule> asked(part, v, kIsFirst);
    if (!fill_by_thread<K, kRule, kIsFirst>(part, asked)) many.append(v);
  }
}

}  // namespace handshake::b_matching
