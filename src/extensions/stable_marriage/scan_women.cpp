// Each scan has one version that runs on every processor, and faster versions that use AVX2 or
// AVX-512. The choice is made once, at the start. All versions give the same answer.
#include "extensions/stable_marriage/scan_women.hpp"

#include "extensions/common/vector_instructions.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

// Scans of lists read words that other threads change by atomic operations. The load of a vector
// may read its words at different times. This does no harm: each word only becomes smaller, so a
// scan that sees an old word may stop too early, but never misses a woman who would take the man.
#if defined(__clang__) || defined(__GNUC__)
#define HANDSHAKE_RACES_ALLOWED __attribute__((no_sanitize("thread")))
#endif

namespace handshake::marriage {
namespace {

template <class Word>
HANDSHAKE_RACES_ALLOWED std::int64_t first_taker_anywhere(const Word* entries, std::int64_t at,
                                                          std::int64_t end, const Word* suitors,
                                                          std::int32_t man) {
  while (at < end) {
    const Word suitor =
        *static_cast<const volatile Word*>(&suitors[Packed<Word>::person(entries[at])]);
    if (Packed<Word>::offer(entries[at], man) < suitor) break;
    ++at;
  }
  return at;
}

std::int64_t first_above_anywhere(const std::uint32_t* suitors, std::int64_t at, std::int64_t end,
                                  std::uint32_t offer) {
  while (at < end && suitors[at] <= offer) ++at;
  return at;
}

#ifdef __x86_64__
constexpr int kStep = 256;  // women that first_above compares before it decides whether to stop

// Goes through the suitors in steps of kStep. Returns the start of the first step in which at least
// one suitor is worse than the offer. If there is no such step, returns the start of the last
// suitors, who are fewer than kStep.
__attribute__((target("avx2"))) std::int64_t step_above_avx2(const std::uint32_t* suitors,
                                                             std::int64_t at, std::int64_t end,
                                                             std::uint32_t offer) {
  const __m256i mine = _mm256_set1_epi32(static_cast<int>(offer));
  for (; at + kStep <= end; at += kStep) {
    __m256i worst = mine, also_worst = mine;
    const auto* const theirs = reinterpret_cast<const __m256i*>(suitors + at);
    for (int i = 0; i < kStep / 8; i += 2) {
      worst = _mm256_max_epu32(worst, _mm256_loadu_si256(theirs + i));
      also_worst = _mm256_max_epu32(also_worst, _mm256_loadu_si256(theirs + i + 1));
    }
    worst = _mm256_max_epu32(worst, also_worst);
    if (_mm256_movemask_epi8(_mm256_cmpeq_epi32(worst, mine)) != -1) break;
  }
  return at;
}

// The masks select all 16 words. Without a mask, g++ 12 warns about an uninitialized register.
__attribute__((target("avx512f"))) std::int64_t step_above_avx512(const std::uint32_t* suitors,
                                                                  std::int64_t at, std::int64_t end,
                                                                  std::uint32_t offer) {
  constexpr __mmask16 kAll = 0xffff;
  const __m512i mine = _mm512_set1_epi32(static_cast<int>(offer));
  for (; at + kStep <= end; at += kStep) {
    __m512i worst = mine, also_worst = mine;
    const std::uint32_t* const theirs = suitors + at;
#pragma GCC unroll 8
    for (int i = 0; i < kStep; i += 32) {
      worst = _mm512_mask_max_epu32(worst, kAll, worst, _mm512_loadu_si512(theirs + i));
      also_worst =
          _mm512_mask_max_epu32(also_worst, kAll, also_worst, _mm512_loadu_si512(theirs + i + 16));
    }
    if (_mm512_cmpgt_epu32_mask(worst, mine) | _mm512_cmpgt_epu32_mask(also_worst, mine)) break;
  }
  return at;
}

__attribute__((target("avx512f"))) HANDSHAKE_RACES_ALLOWED std::int64_t first_taker_avx512(
    const NarrowWord* entries, std::int64_t at, std::int64_t end, const NarrowWord* suitors,
    std::int32_t man) {
  const __m512i mine = _mm512_set1_epi32(man);
  const __m512i person = _mm512_set1_epi32(static_cast<int>(Packed<NarrowWord>::kPerson));
  for (; at + 16 <= end; at += 16) {
    const __m512i entry = _mm512_loadu_si512(entries + at);
    const __m512i women = _mm512_and_si512(entry, person);
    const __m512i theirs = _mm512_mask_i32gather_epi32(mine, 0xffff, women, suitors, 4);
    const __m512i offer = _mm512_or_si512(_mm512_xor_si512(entry, women), mine);
    const unsigned found = _mm512_cmplt_epu32_mask(offer, theirs);
    if (found != 0) return at + __builtin_ctz(found);
  }
  return first_taker_anywhere(entries, at, end, suitors, man);
}

#endif

constexpr int kAlone = 16;  // most scans end within this many women; only longer ones use vectors

}  // namespace

std::int64_t first_above(const std::uint32_t* suitors, std::int64_t at, std::int64_t end,
                         std::uint32_t offer) {
#ifdef __x86_64__
  if (kVectorInstructions == VectorInstructions::kAvx512) {
    at = step_above_avx512(suitors, at, end, offer);
  } else if (kVectorInstructions == VectorInstructions::kAvx2) {
    at = step_above_avx2(suitors, at, end, offer);
  }
#endif
  return first_above_anywhere(suitors, at, end, offer);
}

std::int64_t first_taker(const NarrowWord* entries, std::int64_t at, std::int64_t end,
                         const NarrowWord* suitors, std::int32_t man) {
#ifdef __x86_64__
  if (kVectorInstructions == VectorInstructions::kAvx512 && end - at > kAlone) {
    const std::int64_t near = at + kAlone;
    at = first_taker_anywhere(entries, at, near, suitors, man);
    return at < near ? at : first_taker_avx512(entries, at, end, suitors, man);
  }
#endif
  return first_taker_anywhere(entries, at, end, suitors, man);
}

std::int64_t first_taker(const WideWord* entries, std::int64_t at, std::int64_t end,
                         const WideWord* suitors, std::int32_t man) {
  return first_taker_anywhere(entries, at, end, suitors, man);
}

}  // namespace handshake::marriage
