// One version for every processor, and faster ones for those that have AVX2 or AVX-512: which one
// runs is asked once, at the start.
#include "extensions/suitor/heaviest.hpp"

#include <algorithm>
#include <numeric>

#include "extensions/common/order.hpp"

#ifdef __x86_64__
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 means its own header
#endif
#include <immintrin.h>
#endif

namespace handshake {
namespace {

bool is_matched(const std::uint32_t* matched_bits, Node v) {
  return ((matched_bits[v >> 5] >> (v & 31)) & 1u) != 0;
}

#ifdef __x86_64__
// Weights first, as words whose order is theirs, 0 for those that do not come into question. Then
// the largest word again and again, until enough are as large.
#define HANDSHAKE_AVX512 __attribute__((target("avx512f")))

// Lanes `of_chunk` of 16 neighbors from `first` on.
HANDSHAKE_AVX512 inline __m512i words_avx512(const ListChunk& chunk, int first,
                                             __mmask16 of_chunk) {
  const std::int32_t* from = chunk.weight_bits + first;
  const __m512i bits =
      of_chunk == 0xffff ? _mm512_loadu_si512(from) : _mm512_maskz_loadu_epi32(of_chunk, from);
  const __m512i flip = _mm512_or_si512(_mm512_srai_epi32(bits, 31), _mm512_set1_epi32(INT32_MIN));
  const __m512i words = _mm512_xor_si512(bits, flip);
  const __m512i floor = _mm512_set1_epi32(static_cast<int>(chunk.floor));
  __mmask16 keep = _mm512_mask_cmpge_epu32_mask(of_chunk, words, floor);
  if (chunk.matched_bits != nullptr && keep != 0) {
    const __m512i nodes = _mm512_maskz_loadu_epi32(keep, chunk.nodes + first);
    const __m512i found =
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), keep, _mm512_srli_epi32(nodes, 5),
                                    chunk.matched_bits, sizeof(std::uint32_t));
    const __m512i bit =
        _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_and_si512(nodes, _mm512_set1_epi32(31)));
    keep = _mm512_mask_testn_epi32_mask(keep, found, bit);
  }
  return _mm512_maskz_mov_epi32(keep, words);
}

// The largest words of each lane are enough: number `wanted` of all is among them.
template <int kWanted>
HANDSHAKE_AVX512 int heaviest_avx512(const ListChunk& chunk, int wanted, int* at) {
  constexpr int kLanes = 16;
  __m512i words[kHeaviestChunk / kLanes], top[kWanted + 1];
  for (__m512i& of_lane : top) of_lane = _mm512_setzero_si512();
  const int vectors = (chunk.count + kLanes - 1) / kLanes;
  for (int i = 0; i < vectors; ++i) {
    const int first = i * kLanes, rest = chunk.count - first;
    const auto lanes = static_cast<__mmask16>(rest >= kLanes ? 0xffff : (1u << rest) - 1);
    __m512i word = words[i] = words_avx512(chunk, first, lanes);
    for (int k = 0; k < kWanted; ++k) {
      const __m512i smaller = _mm512_min_epu32(top[k], word);
      top[k] = _mm512_max_epu32(top[k], word);
      word = smaller;
    }
  }
  std::uint32_t last = 0;
  for (int found = 0; found < wanted;) {
    const std::uint32_t now = _mm512_reduce_max_epu32(top[0]);
    if (now == 0) break;
    last = now;
    const __mmask16 same =
        _mm512_cmpeq_epi32_mask(top[0], _mm512_set1_epi32(static_cast<int>(now)));
    found += __builtin_popcount(same);
    for (int k = 0; k < kWanted; ++k) top[k] = _mm512_mask_mov_epi32(top[k], same, top[k + 1]);
  }
  if (last == 0) return 0;
  int count = 0;
  const __m512i value = _mm512_set1_epi32(static_cast<int>(last));
  for (int i = 0; i < vectors; ++i) {
    for (unsigned in = _mm512_cmpge_epu32_mask(words[i], value); in != 0; in &= in - 1) {
      at[count++] = i * kLanes + __builtin_ctz(in);
    }
  }
  return count;
}

#define HANDSHAKE_AVX2 __attribute__((target("avx2")))

HANDSHAKE_AVX2 std::uint32_t largest_word(__m256i words) {
  __m128i four = _mm_max_epu32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
  four = _mm_max_epu32(four, _mm_shuffle_epi32(four, 0x4e));
  four = _mm_max_epu32(four, _mm_shuffle_epi32(four, 0xb1));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(four));
}

HANDSHAKE_AVX2 int heaviest_avx2(const ListChunk& chunk, int wanted, int* at) {
  constexpr int kLanes = 8;
  __m256i order[kHeaviestChunk / kLanes], left[kHeaviestChunk / kLanes];
  const __m256i floor = _mm256_set1_epi32(static_cast<int>(chunk.floor));
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  __m256i largest = _mm256_setzero_si256();
  const int vectors = (chunk.count + kLanes - 1) / kLanes;
  for (int i = 0; i < vectors; ++i) {
    const int first = i * kLanes;
    __m256i keep = _mm256_cmpgt_epi32(_mm256_set1_epi32(chunk.count - first), lanes);
    const __m256i bits = _mm256_maskload_epi32(chunk.weight_bits + first, keep);
    const __m256i flip = _mm256_or_si256(_mm256_srai_epi32(bits, 31), _mm256_set1_epi32(INT32_MIN));
    const __m256i words = _mm256_xor_si256(bits, flip);
    keep = _mm256_and_si256(keep, _mm256_cmpeq_epi32(_mm256_max_epu32(words, floor), words));
    if (chunk.matched_bits != nullptr) {
      const __m256i nodes = _mm256_maskload_epi32(chunk.nodes + first, keep);
      const __m256i found = _mm256_mask_i32gather_epi32(
          _mm256_setzero_si256(), reinterpret_cast<const int*>(chunk.matched_bits),
          _mm256_srli_epi32(nodes, 5), keep, sizeof(std::uint32_t));
      // The bit of each node to the sign.
      const __m256i shift = _mm256_andnot_si256(nodes, _mm256_set1_epi32(31));
      const __m256i matched = _mm256_srai_epi32(_mm256_sllv_epi32(found, shift), 31);
      keep = _mm256_andnot_si256(matched, keep);
    }
    order[i] = left[i] = _mm256_and_si256(keep, words);
    largest = _mm256_max_epu32(largest, order[i]);
  }
  std::uint32_t last = 0;
  for (int found = 0; found < wanted;) {
    const std::uint32_t now = largest_word(largest);
    if (now == 0) break;
    last = now;
    const __m256i value = _mm256_set1_epi32(static_cast<int>(now));
    largest = _mm256_setzero_si256();
    for (int i = 0; i < vectors; ++i) {
      const __m256i same = _mm256_cmpeq_epi32(left[i], value);
      found += __builtin_popcount(_mm256_movemask_ps(_mm256_castsi256_ps(same)));
      left[i] = _mm256_andnot_si256(same, left[i]);
      largest = _mm256_max_epu32(largest, left[i]);
    }
  }
  if (last == 0) return 0;
  int count = 0;
  for (int i = 0; i < vectors; ++i) {
    const __m256i value = _mm256_set1_epi32(static_cast<int>(last));
    const __m256i not_less = _mm256_cmpeq_epi32(_mm256_max_epu32(order[i], value), order[i]);
    for (unsigned in = _mm256_movemask_ps(_mm256_castsi256_ps(not_less)); in != 0; in &= in - 1) {
      at[count++] = i * kLanes + __builtin_ctz(in);
    }
  }
  return count;
}

const bool kHasAvx2 = __builtin_cpu_supports("avx2");
const bool kHasAvx512 = __builtin_cpu_supports("avx512f");
#endif

}  // namespace

int heaviest_of_anywhere(const ListChunk& chunk, int wanted, int* at) {
  std::uint32_t order[kHeaviestChunk], best[kMostHeaviest] = {};
  for (int i = 0; i < chunk.count; ++i) {
    std::uint32_t word = weight_order(chunk.weight_bits[i]);
    order[i] = 0;
    if (word < chunk.floor || word < best[wanted - 1]) continue;
    if (chunk.matched_bits != nullptr && is_matched(chunk.matched_bits, chunk.nodes[i])) continue;
    order[i] = word;
    for (int k = 0; k < wanted; ++k) {
      if (word > best[k]) std::swap(word, best[k]);
    }
  }
  const std::uint32_t last = std::max(best[wanted - 1], 1u);
  int count = 0;
  for (int i = 0; i < chunk.count; ++i) {
    if (order[i] >= last) at[count++] = i;
  }
  return count;
}

int heaviest_of(const ListChunk& chunk, int wanted, int* at) {
  if (chunk.count <= wanted && chunk.floor == 0 && chunk.matched_bits == nullptr) {
    std::iota(at, at + chunk.count, 0);
    return chunk.count;
  }
#ifdef __x86_64__
  if (kHasAvx512 && wanted <= 2) return heaviest_avx512<2>(chunk, wanted, at);
  if (kHasAvx512) return heaviest_avx512<kMostHeaviest>(chunk, wanted, at);
  if (kHasAvx2) return heaviest_avx2(chunk, wanted, at);
#endif
  return heaviest_of_anywhere(chunk, wanted, at);
}

}  // namespace handshake
