// Works on eight entries in a register. Only two branches depend on the values of entries. One
// branch skips sixteen neighbors if all of them are too light. Otherwise, the neighbors that are
// heavy enough are packed into two registers. The other branch skips the second register if at
// most eight of the sixteen neighbors are heavy enough, because then this register is empty.
#include "extensions/b_matching/vector_steps.hpp"

#include <algorithm>
#include <stdexcept>

#include "extensions/common/vector_instructions.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace handshake::b_matching {

bool has_vector_steps() {
  return kVectorInstructions == VectorInstructions::kAvx512;
}

#ifdef __x86_64__
// g++ 12 warns about its own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"

#define HANDSHAKE_AVX512 __attribute__((target("avx512f,popcnt")))

namespace {

constexpr int kLanes = 8;

HANDSHAKE_AVX512 inline __mmask8 first_lanes(std::int64_t count) {
  return count >= kLanes ? 0xff
                         : static_cast<__mmask8>((1u << std::max<std::int64_t>(count, 0)) - 1);
}

HANDSHAKE_AVX512 inline __m512i nodes_of(__m512i entries) {
  return _mm512_andnot_si512(entries, _mm512_set1_epi64(0xffffffff));
}

// Compares pairs of lanes: the lanes in `larger` get the larger entries, and the other lanes get
// the smaller entries.
HANDSHAKE_AVX512 inline __m512i exchange(__m512i x, __m512i other, __mmask8 larger) {
  return _mm512_mask_max_epu64(_mm512_min_epu64(x, other), larger, x, other);
}

HANDSHAKE_AVX512 inline __m512i reverse(__m512i x) {
  return _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), x);
}

// Puts each half of the lanes into falling order, if the half first rises and then falls, or first
// falls and then rises.
HANDSHAKE_AVX512 inline __m512i sort_halves(__m512i x) {
  x = exchange(x, _mm512_permutex_epi64(x, 0x4e), 0x33);
  return exchange(x, _mm512_shuffle_epi32(x, _MM_PERM_BADC), 0x55);
}
// Puts all lanes into falling order, under the same condition.
HANDSHAKE_AVX512 inline __m512i sort_bitonic(__m512i x) {
  return sort_halves(exchange(x, _mm512_shuffle_i64x2(x, x, 0x4e), 0x0f));
}

HANDSHAKE_AVX512 inline __m512i sort(__m512i x) {
  x = exchange(x, _mm512_shuffle_epi32(x, _MM_PERM_BADC), 0x55);
  x = exchange(x, _mm512_permutex_epi64(x, 0x1b), 0x33);
  x = exchange(x, _mm512_shuffle_epi32(x, _MM_PERM_BADC), 0x55);
  return sort_halves(exchange(x, reverse(x), 0x0f));
}

// The lanes of `there` whose nodes have their bit set in `full`.
HANDSHAKE_AVX512 inline __mmask8 are_full(__m512i entries, __mmask8 there,
                                          const std::uint64_t* full) {
  const __m512i nodes = nodes_of(entries);
  const __m512i words = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), there,
                                                    _mm512_srli_epi64(nodes, 6), full, 8);
  const __m512i bits = _mm512_srlv_epi64(words, _mm512_and_si512(nodes, _mm512_set1_epi64(63)));
  return _mm512_mask_test_epi64_mask(there, bits, _mm512_set1_epi64(1));
}

// Entries that are not wanted become kNoEntry.
HANDSHAKE_AVX512 inline __m512i wanted_of(__m512i entries, const NeighborList& list) {
  __mmask8 wanted =
      _mm512_cmplt_epu64_mask(entries, _mm512_set1_epi64(static_cast<long long>(list.above)));
  if (list.full != nullptr) {
    wanted = static_cast<__mmask8>(
        wanted &
        ~are_full(entries, _mm512_mask_test_epi64_mask(wanted, entries, entries), list.full));
  }
  return _mm512_maskz_mov_epi64(wanted, entries);
}

HANDSHAKE_AVX512 inline __m512i entries_of(__m256i orders, __m256i complements) {
  return _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(orders), 32),
                         _mm512_cvtepu32_epi64(complements));
}

// The best 8 * kVectors entries, in falling order.
template <int kVectors>
struct Best {
  __m512i of[kVectors];

  HANDSHAKE_AVX512 inline void add(__m512i entries) {
    entries = sort(entries);
    for (int i = 0; i < kVectors; ++i) {
      const __m512i others = reverse(entries);
      entries = _mm512_min_epu64(of[i], others);
      of[i] = sort_bitonic(_mm512_max_epu64(of[i], others));
      if (i + 1 < kVectors) entries = sort_bitonic(entries);
    }
  }
  // The upper half of the worst entry, in all lanes.
  HANDSHAKE_AVX512 inline __m512i floor() const {
    return _mm512_permutexvar_epi32(_mm512_set1_epi32(15), of[kVectors - 1]);
  }
};

template <int kVectors>
HANDSHAKE_AVX512 std::int64_t best_of(const NeighborList& list, std::int64_t most, Entry* best) {
  Best<kVectors> kept;
  for (int i = 0; i < kVectors; ++i) kept.of[i] = _mm512_setzero_si512();
  __m512i floor = _mm512_setzero_si512();
  const __m512i highest = _mm512_set1_epi32(static_cast<int>(list.above >> 32));
  const __m512i all = _mm512_set1_epi32(-1), sign = _mm512_set1_epi32(INT32_MIN);
  for (std::int64_t i = 0; i < list.size; i += 16) {
    const std::int64_t left = list.size - i;
    const __mmask16 there = left >= 16 ? 0xffff : static_cast<__mmask16>((1u << left) - 1);
    const __m512i bits = _mm512_maskz_loadu_epi32(there, list.weight_bits + i);
    const __m512i orders =
        _mm512_xor_si512(bits, _mm512_or_si512(_mm512_srai_epi32(bits, 31), sign));
    // Of two neighbors of equal weight, the earlier one is better. So a neighbor whose weight is
    // equal to that of the worst entry is not taken.
    const __mmask16 taken = _mm512_mask_cmple_epu32_mask(
        _mm512_mask_cmpgt_epu32_mask(there, orders, floor), orders, highest);
    if (taken == 0) continue;
    const __m512i nodes = _mm512_maskz_loadu_epi32(there, list.neighbors + i);
    const __m512i upper = _mm512_maskz_compress_epi32(taken, orders);
    const __m512i lower = _mm512_maskz_compress_epi32(taken, _mm512_xor_si512(nodes, all));
    kept.add(
        wanted_of(entries_of(_mm512_castsi512_si256(upper), _mm512_castsi512_si256(lower)), list));
    if (__builtin_popcount(taken) > kLanes) {
      kept.add(wanted_of(
          entries_of(_mm512_extracti64x4_epi64(upper, 1), _mm512_extracti64x4_epi64(lower, 1)),
          list));
    }
    floor = kept.floor();
  }
  std::int64_t found = 0;
  for (int i = 0; i < kVectors; ++i) {
    const __mmask8 there = _mm512_mask_test_epi64_mask(first_lanes(most - std::int64_t{i} * kLanes),
                                                       kept.of[i], kept.of[i]);
    _mm512_mask_storeu_epi64(best + std::ptrdiff_t{i} * kLanes, there, kept.of[i]);
    found += __builtin_popcount(there);
  }
  return found;
}

}  // namespace

HANDSHAKE_AVX512 std::int64_t best_in_vectors(const NeighborList& list, std::int64_t most,
                                              Entry* best) {
  return most <= 8    ? best_of<1>(list, most, best)
         : most <= 16 ? best_of<2>(list, most, best)
                      : best_of<4>(list, most, best);
}

HANDSHAKE_AVX512 void write_partners(const Entry* entries, std::int64_t count, Node* partners) {
  const __m512i sorted = sort(_mm512_maskz_loadu_epi64(first_lanes(count), entries));
  _mm512_mask_cvtepi64_storeu_epi32(partners, _mm512_test_epi64_mask(sorted, sorted),
                                    nodes_of(sorted));
}

#else

namespace {
[[noreturn]] void fail() {
  throw std::logic_error("this processor has no AVX-512");
}
}  // namespace

std::int64_t best_in_vectors(const NeighborList&, std::int64_t, Entry*) {
  fail();
}
void write_partners(const Entry*, std::int64_t, Node*) {
  fail();
}

#endif

}  // namespace handshake::b_matching
