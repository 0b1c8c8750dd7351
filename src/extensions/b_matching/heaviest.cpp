// Computes the rank of each key, which is the number of keys that come before it. Vector
// comparisons count these keys without a branch. A long list is shortened first: 32 maxima are
// computed, and maximum i is the largest of the keys i, i + 32, i + 64 and so on. The maxima are
// keys, too: a key that is smaller than the `most`-th largest maximum is not among the `most`
// largest keys, and needs no rank.
#include "extensions/b_matching/heaviest.hpp"

#include <algorithm>
#include <cstddef>

#include "extensions/common/vector_instructions.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace handshake::b_matching {

#ifdef __x86_64__
// g++ 12 warns about its own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
namespace {

#define HANDSHAKE_AVX512 __attribute__((target("avx512f")))

constexpr int kLanes = 16;
constexpr int kWidth = 2 * kLanes;  // how many maxima are computed at the same time
constexpr int kCandidates = 64;     // the most keys that can be ranked at once
// Each array declares this alignment. Without the declaration, g++ 14 would still rely on it, but
// AddressSanitizer would move the array.
constexpr int kVectorBytes = 64;

// Loads the bits of floats as integers that compare like the floats. Lanes without a weight get the
// smallest integer.
HANDSHAKE_AVX512 inline __m512i load_keys(const std::int32_t* bits, std::int64_t left) {
  const __mmask16 there =
      left >= kLanes ? 0xffff : static_cast<__mmask16>((1u << std::max<std::int64_t>(left, 0)) - 1);
  const __m512i b =
      _mm512_mask_loadu_epi32(_mm512_set1_epi32(-1), there, bits);  // a NaN: the smallest key
  return _mm512_xor_si512(b, _mm512_srli_epi32(_mm512_srai_epi32(b, 31), 1));
}

// For each i, stores in ranks[i] how many of the first `count` keys come before key i. `keys` and
// `ranks` have room for kVectors full vectors.
template <int kVectors>
HANDSHAKE_AVX512 inline void rank(const std::int32_t* keys, int count, std::int32_t* ranks) {
  const __m512i one = _mm512_set1_epi32(1);
  __m512i key[kVectors], sum[kVectors];
  for (std::ptrdiff_t i = 0; i < kVectors; ++i) {
    key[i] = _mm512_loadu_si512(keys + i * kLanes);
    sum[i] = _mm512_setzero_si512();
  }
#pragma GCC unroll 4
  for (int block = 0; block < kVectors; ++block) {
    const int end = std::min(kLanes, count - block * kLanes);
    unsigned later = 0xfffe;  // lanes of this block after lane j
    for (int j = 0; j < end; ++j, later <<= 1) {
      const __m512i mine = _mm512_set1_epi32(keys[block * kLanes + j]);
#pragma GCC unroll 4
      for (int i = 0; i < kVectors; ++i) {
        const __mmask16 before =
            i < block   ? _mm512_cmpgt_epi32_mask(mine, key[i])
            : i > block ? _mm512_cmpge_epi32_mask(mine, key[i])
                        : static_cast<__mmask16>(_mm512_cmpgt_epi32_mask(mine, key[i]) |
                                                 _mm512_mask_cmpeq_epi32_mask(later, mine, key[i]));
        sum[i] = _mm512_mask_add_epi32(sum[i], before, sum[i], one);
      }
    }
  }
  for (std::ptrdiff_t i = 0; i < kVectors; ++i) _mm512_storeu_si512(ranks + i * kLanes, sum[i]);
}

// Returns a key such that at least `most` keys are as large or larger. There must be more than
// kWidth keys.
HANDSHAKE_AVX512 inline std::int32_t floor_of(const std::int32_t* bits, std::int64_t size,
                                              int most) {
  __m512i low = load_keys(bits, size), high = load_keys(bits + kLanes, size);
  for (std::int64_t i = kWidth; i < size; i += kWidth) {
    low = _mm512_max_epi32(low, load_keys(bits + i, size - i));
    high = _mm512_max_epi32(high, load_keys(bits + i + kLanes, size - i - kLanes));
  }
  alignas(kVectorBytes) std::int32_t largest[kWidth], ranks[kWidth];
  _mm512_storeu_si512(largest, low);
  _mm512_storeu_si512(largest + kLanes, high);
  rank<2>(largest, kWidth, ranks);
  const __m512i wanted = _mm512_set1_epi32(most - 1);
  const unsigned at_low = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(ranks), wanted);
  const unsigned at_high = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(ranks + kLanes), wanted);
  return largest[__builtin_ctz(at_low | at_high << kLanes)];
}

HANDSHAKE_AVX512 int heaviest_avx512(const std::int32_t* bits, std::int64_t size, int most,
                                     std::int32_t* positions) {
  alignas(kVectorBytes) std::int32_t key[kCandidates + kLanes], at[kCandidates + kLanes];
  alignas(kVectorBytes) std::int32_t ranks[kCandidates];
  const bool is_long = size > kWidth;
  const __m512i floor = _mm512_set1_epi32(is_long ? floor_of(bits, size, most) : 0);
  __m512i place = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  int count = 0;
  for (std::int64_t i = 0; i < size; i += kLanes) {
    const __m512i keys = load_keys(bits + i, size - i);
    const __mmask16 taken = is_long ? _mm512_cmpge_epi32_mask(keys, floor) : 0xffff;
    if (count + __builtin_popcount(taken) > kCandidates) return -1;
    _mm512_storeu_si512(key + count, _mm512_maskz_compress_epi32(taken, keys));
    _mm512_storeu_si512(at + count, _mm512_maskz_compress_epi32(taken, place));
    count += __builtin_popcount(taken);
    place = _mm512_add_epi32(place, _mm512_set1_epi32(kLanes));
  }
  count = static_cast<int>(std::min<std::int64_t>(count, size));
  if (count <= kLanes) {
    rank<1>(key, count, ranks);
  } else if (count <= kWidth) {
    rank<2>(key, count, ranks);
  } else {
    rank<4>(key, count, ranks);
  }
  for (int i = 0; i < count; i += kLanes) {
    const __m512i rank_of = _mm512_loadu_si512(ranks + i);
    const __mmask16 there = static_cast<__mmask16>((1u << std::min(kLanes, count - i)) - 1);
    const __mmask16 taken = _mm512_mask_cmplt_epi32_mask(there, rank_of, _mm512_set1_epi32(most));
    _mm512_mask_i32scatter_epi32(positions, taken, rank_of, _mm512_loadu_si512(at + i), 4);
  }
  return std::min(count, most);
}

}  // namespace
#endif

int heaviest(const std::int32_t* weight_bits, std::int64_t size, int most,
             std::int32_t* positions) {
#ifdef __x86_64__
  if (kVectorInstructions == VectorInstructions::kAvx512) {
    return heaviest_avx512(weight_bits, size, most, positions);
  }
#endif
  (void)weight_bits, (void)size, (void)most, (void)positions;
  return -1;
}

}  // namespace handshake::b_matching
