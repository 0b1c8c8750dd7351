// A neighbor and the weight of its edge are stored in one word, and the better neighbor has the
// larger word. So each lane finds its best neighbors with the vector instructions for maximum and
// minimum, without a branch. After each chunk of the list, lanes are merged in pairs, until all
// lanes have the same best neighbors.
#include "extensions/suitor/best_offers.hpp"

#include <algorithm>

#ifdef __x86_64__
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 warns about its own header
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>
#endif

namespace handshake::suitor {
namespace {

#ifdef __x86_64__
// The number of neighbors between two merges. After the first merge, most vectors contain no
// neighbor that is better than those already found, so they are skipped.
constexpr EdgeIndex kChunk = 128;

#define HANDSHAKE_AVX512 __attribute__((target("avx512f")))

// In each lane, inserts `word` into the sorted entries from top[from] on. Drops the smallest.
template <int kWanted>
HANDSHAKE_AVX512 inline void insert(__m512i word, int from, __m512i* top) {
#pragma GCC unroll 8
  for (int k = from; k < kWanted; ++k) {
    const __m512i smaller = _mm512_min_epu64(top[k], word);
    top[k] = _mm512_max_epu64(top[k], word);
    word = smaller;
  }
}

// Every lane keeps the best of its own words and of the words in the same lane of `other`.
template <int kWanted>
HANDSHAKE_AVX512 inline void merge(const __m512i* other, __m512i* top) {
#pragma GCC unroll 8
  for (int k = 0; k < kWanted; ++k) insert<kWanted>(other[k], k, top);
}

template <int kWanted>
HANDSHAKE_AVX512 inline void merge_lanes(__m512i* top) {
  __m512i other[kWanted];
#pragma GCC unroll 8
  for (int k = 0; k < kWanted; ++k) other[k] = _mm512_shuffle_i64x2(top[k], top[k], 0x4e);
  merge<kWanted>(other, top);
#pragma GCC unroll 8
  for (int k = 0; k < kWanted; ++k) other[k] = _mm512_shuffle_i64x2(top[k], top[k], 0xb1);
  merge<kWanted>(other, top);
#pragma GCC unroll 8
  for (int k = 0; k < kWanted; ++k) other[k] = _mm512_shuffle_epi32(top[k], _MM_PERM_BADC);
  merge<kWanted>(other, top);
}

HANDSHAKE_AVX512 inline __mmask16 unmatched(__mmask16 lanes, __m512i nodes,
                                            const std::uint32_t* matched_bits) {
  const __m512i found = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes,
                                                    _mm512_srli_epi32(nodes, 5), matched_bits, 4);
  const __m512i bit =
      _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_and_si512(nodes, _mm512_set1_epi32(31)));
  return _mm512_mask_testn_epi32_mask(lanes, found, bit);
}

template <int kWanted>
HANDSHAKE_AVX512 inline void best_avx512(const NeighborList& list, Offer* best) {
  constexpr int kLanes = 16;
  __m512i top[kWanted], floor = _mm512_setzero_si512();
  for (__m512i& of_lane : top) of_lane = _mm512_setzero_si512();
  for (EdgeIndex chunk = 0;; chunk += kChunk) {
    const EdgeIndex end = std::min(list.size, chunk + kChunk);
    for (EdgeIndex e = chunk; e < end; e += kLanes) {
      __mmask16 lanes = end - e >= kLanes ? 0xffff : static_cast<__mmask16>((1u << (end - e)) - 1);
      const __m512i bits = _mm512_maskz_loadu_epi32(lanes, list.weight_bits + e);
      const __m512i nodes = _mm512_maskz_loadu_epi32(lanes, list.nodes + e);
      const __m512i sign = _mm512_set1_epi32(INT32_MIN);
      __m512i order = _mm512_xor_si512(bits, _mm512_or_si512(_mm512_srai_epi32(bits, 31), sign));
      __m512i giver = _mm512_xor_si512(_mm512_slli_epi32(nodes, 1), _mm512_set1_epi32(-2));
      if (chunk > 0 && (_mm512_cmpgt_epu64_mask(_mm512_unpacklo_epi32(giver, order), floor) |
                        _mm512_cmpgt_epu64_mask(_mm512_unpackhi_epi32(giver, order), floor)) == 0) {
        continue;
      }
      if (list.matched_bits != nullptr) lanes = unmatched(lanes, nodes, list.matched_bits);
      order = _mm512_maskz_mov_epi32(lanes, order);
      giver = _mm512_maskz_mov_epi32(lanes, giver);
      insert<kWanted>(_mm512_unpacklo_epi32(giver, order), 0, top);
      insert<kWanted>(_mm512_unpackhi_epi32(giver, order), 0, top);
    }
    merge_lanes<kWanted>(top);
    if (end == list.size) break;
    floor = top[kWanted - 1];
    // All lanes have the same words now, and only one lane keeps them.
    for (__m512i& of_lane : top) of_lane = _mm512_maskz_mov_epi64(1, of_lane);
  }
  for (int k = 0; k < kWanted; ++k) {
    best[k] = static_cast<Offer>(_mm_cvtsi128_si64(_mm512_castsi512_si128(top[k])));
  }
}

#define HANDSHAKE_AVX2 __attribute__((target("avx2")))

// AVX2 has no instruction for the maximum of 64-bit numbers, so insert() compares words. This
// comparison is signed, so the highest bit of each word is flipped.
template <int kWanted>
HANDSHAKE_AVX2 inline void insert(__m256i word, int from, __m256i* top) {
#pragma GCC unroll 8
  for (int k = from; k < kWanted; ++k) {
    const __m256i keep = _mm256_cmpgt_epi64(top[k], word);
    const __m256i smaller = _mm256_blendv_epi8(top[k], word, keep);
    top[k] = _mm256_blendv_epi8(word, top[k], keep);
    word = smaller;
  }
}

template <int kWanted>
HANDSHAKE_AVX2 inline void merge(const __m256i* other, __m256i* top) {
  for (int k = 0; k < kWanted; ++k) insert<kWanted>(other[k], k, top);
}

template <int kWanted>
HANDSHAKE_AVX2 inline void merge_lanes(__m256i* top) {
  __m256i other[kWanted];
  for (int k = 0; k < kWanted; ++k) other[k] = _mm256_permute4x64_epi64(top[k], 0x4e);
  merge<kWanted>(other, top);
  for (int k = 0; k < kWanted; ++k) other[k] = _mm256_shuffle_epi32(top[k], 0x4e);
  merge<kWanted>(other, top);
}

HANDSHAKE_AVX2 inline __m256i unmatched(__m256i lanes, __m256i nodes,
                                        const std::uint32_t* matched_bits) {
  const __m256i found = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(),
                                                    reinterpret_cast<const int*>(matched_bits),
                                                    _mm256_srli_epi32(nodes, 5), lanes, 4);
  // Moves the bit of each node into the sign bit.
  const __m256i shift = _mm256_andnot_si256(nodes, _mm256_set1_epi32(31));
  return _mm256_andnot_si256(_mm256_srai_epi32(_mm256_sllv_epi32(found, shift), 31), lanes);
}

template <int kWanted>
HANDSHAKE_AVX2 inline void best_avx2(const NeighborList& list, Offer* best) {
  constexpr int kLanes = 8;
  const __m256i number = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i nothing = _mm256_set1_epi64x(INT64_MIN), sign = _mm256_set1_epi32(INT32_MIN);
  __m256i top[kWanted], floor = nothing;
  for (__m256i& of_lane : top) of_lane = nothing;
  for (EdgeIndex chunk = 0;; chunk += kChunk) {
    const EdgeIndex end = std::min(list.size, chunk + kChunk);
    for (EdgeIndex e = chunk; e < end; e += kLanes) {
      __m256i lanes = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(end - e)), number);
      const __m256i bits = _mm256_maskload_epi32(list.weight_bits + e, lanes);
      const __m256i nodes = _mm256_maskload_epi32(list.nodes + e, lanes);
      __m256i order = _mm256_xor_si256(bits, _mm256_srli_epi32(_mm256_srai_epi32(bits, 31), 1));
      __m256i giver = _mm256_xor_si256(_mm256_slli_epi32(nodes, 1), _mm256_set1_epi32(-2));
      const __m256i above =
          _mm256_or_si256(_mm256_cmpgt_epi64(_mm256_unpacklo_epi32(giver, order), floor),
                          _mm256_cmpgt_epi64(_mm256_unpackhi_epi32(giver, order), floor));
      if (chunk > 0 && _mm256_testz_si256(above, above)) continue;
      if (list.matched_bits != nullptr) lanes = unmatched(lanes, nodes, list.matched_bits);
      order = _mm256_blendv_epi8(sign, order, lanes);
      giver = _mm256_and_si256(giver, lanes);
      insert<kWanted>(_mm256_unpacklo_epi32(giver, order), 0, top);
      insert<kWanted>(_mm256_unpackhi_epi32(giver, order), 0, top);
    }
    merge_lanes<kWanted>(top);
    if (end == list.size) break;
    floor = top[kWanted - 1];
    // All lanes have the same words now, and only one lane keeps them.
    for (__m256i& of_lane : top) of_lane = _mm256_blend_epi32(nothing, of_lane, 3);
  }
  for (int k = 0; k < kWanted; ++k) {
    best[k] = static_cast<Offer>(_mm256_extract_epi64(top[k], 0)) ^ 1ull << 63;
  }
}
#endif

template <int kWanted>
void best_anywhere(const NeighborList& list, Offer* best) {
  std::fill(best, best + kWanted, kNoOffer);
  for (EdgeIndex e = 0; e < list.size; ++e) {
    const Node node = list.nodes[e];
    Offer word = make_offer_word(weight_order(list.weight_bits[e]), node);
    if (word < best[kWanted - 1]) continue;
    if (list.matched_bits != nullptr && (list.matched_bits[node >> 5] >> (node & 31) & 1) != 0) {
      continue;
    }
    for (int k = 0; k < kWanted; ++k) {
      const Offer smaller = std::min(best[k], word);
      best[k] = std::max(best[k], word);
      word = smaller;
    }
  }
}

}  // namespace

template <int kWanted>
void best_offers(const NeighborList& list, Offer* best, VectorInstructions instructions) {
#ifdef __x86_64__
  if (instructions == VectorInstructions::kAvx512) return best_avx512<kWanted>(list, best);
  if (instructions == VectorInstructions::kAvx2) return best_avx2<kWanted>(list, best);
#endif
  (void)instructions;
  best_anywhere<kWanted>(list, best);
}

template void best_offers<2>(const NeighborList&, Offer*, VectorInstructions);
template void best_offers<3>(const NeighborList&, Offer*, VectorInstructions);
template void best_offers<4>(const NeighborList&, Offer*, VectorInstructions);
template void best_offers<5>(const NeighborList&, Offer*, VectorInstructions);

}  // namespace handshake::suitor
