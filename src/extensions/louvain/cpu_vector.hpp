// Handles 16 neighbors of a node at once, in the registers of a processor with AVX-512. A hash
// table would take several times as long. Weights and sums must have 32 bits (see NarrowNumbers).
#pragma once

#include <cstdint>

#include "extensions/common/vector_instructions.hpp"
#include "extensions/louvain/level_graph.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#define HANDSHAKE_AVX512 __attribute__((target("avx512f")))
#endif

namespace handshake::louvain {

constexpr EdgeIndex kLanes = 16;
constexpr EdgeIndex kFew = 4 * kLanes;  // the most neighbors whose communities fit into registers

// The communities of a few neighbors. Each community is listed once, with the sum of the weights of
// the edges to it. The community of the node itself is at index 0.
struct FewSums {
  int count;
  alignas(64) Node lanes[kFew];  // community of each neighbor
  Node community[kFew + 1];
  std::int32_t weight[kFew + 1];
};

#ifdef __x86_64__
HANDSHAKE_AVX512 inline std::int32_t sum_of_lanes(__m512i v) {
  v = _mm512_add_epi32(v, _mm512_maskz_shuffle_i64x2(0xff, v, v, 0x4e));
  v = _mm512_add_epi32(v, _mm512_maskz_shuffle_i64x2(0xff, v, v, 0xb1));
  v = _mm512_add_epi32(v, _mm512_maskz_shuffle_epi32(0xffff, v, _MM_PERM_BADC));
  v = _mm512_add_epi32(v, _mm512_maskz_shuffle_epi32(0xffff, v, _MM_PERM_CDAB));
  return _mm512_cvtsi512_si32(v);
}

template <int kVectors>
HANDSHAKE_AVX512 void add_up_vectors(const Node* neighbors, const std::int32_t* weights,
                                     EdgeIndex degree, const Node* community, Node own,
                                     FewSums* sums) {
  __m512i has[kVectors], weight[kVectors];
  __mmask16 rest[kVectors];
  for (int k = 0; k < kVectors; ++k) {
    const EdgeIndex lanes = degree - k * kLanes;
    rest[k] = static_cast<__mmask16>(lanes >= kLanes ? 0xffff : (1 << lanes) - 1);
    const __m512i u = _mm512_maskz_loadu_epi32(rest[k], neighbors + k * kLanes);
    has[k] = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), rest[k], u, community, 4);
    weight[k] = _mm512_maskz_loadu_epi32(rest[k], weights + k * kLanes);
    _mm512_store_si512(sums->lanes + k * kLanes, has[k]);
  }
  sums->count = 0;
  int k = 0;
  for (Node c = own;; c = sums->lanes[k * kLanes + __builtin_ctz(rest[k])]) {
    const __m512i wanted = _mm512_set1_epi32(c);
    __m512i sum = _mm512_setzero_si512();
    for (int j = 0; j < kVectors; ++j) {
      const __mmask16 equal = _mm512_mask_cmpeq_epi32_mask(rest[j], has[j], wanted);
      sum = _mm512_mask_add_epi32(sum, equal, sum, weight[j]);
      rest[j] = static_cast<__mmask16>(rest[j] & ~equal);
    }
    sums->community[sums->count] = c;
    sums->weight[sums->count++] = sum_of_lanes(sum);
    while (rest[k] == 0) {
      if (++k == kVectors) return;
    }
  }
}

// Adds up the edges of a node by community. `degree` must be from 1 to kFew.
inline void add_up_few(const Node* neighbors, const std::int32_t* weights, EdgeIndex degree,
                       const Node* community, Node own, FewSums* sums) {
  switch ((degree - 1) / kLanes) {
    case 0:
      return add_up_vectors<1>(neighbors, weights, degree, community, own, sums);
    case 1:
      return add_up_vectors<2>(neighbors, weights, degree, community, own, sums);
    case 2:
      return add_up_vectors<3>(neighbors, weights, degree, community, own, sums);
    default:
      return add_up_vectors<4>(neighbors, weights, degree, community, own, sums);
  }
}

// The old and the new community of a node that moves, and arrays with one element per node; see
// change_of in cpu_passes.cpp. Reads of `active` may include the three bytes after its last
// element.
struct CpuMover {
  Node from, to;
  const Node* community;
  const Node* next;
  std::uint8_t* active;
};

HANDSHAKE_AVX512 inline Weight change_by_vectors(const CpuMover& mover, const Node* neighbors,
                                                 const std::int32_t* weights, EdgeIndex size) {
  const __m512i zero = _mm512_setzero_si512(), byte = _mm512_set1_epi32(0xff);
  const __m512i from = _mm512_set1_epi32(mover.from), to = _mm512_set1_epi32(mover.to);
  __m512i twice = zero, once = zero;
  for (EdgeIndex e = 0; e < size; e += kLanes) {
    const auto all = static_cast<__mmask16>(size - e >= kLanes ? 0xffff : (1 << (size - e)) - 1);
    const __m512i u = _mm512_maskz_loadu_epi32(all, neighbors + e);
    const __m512i weight = _mm512_maskz_loadu_epi32(all, weights + e);
    __m512i was = _mm512_mask_i32gather_epi32(zero, all, u, mover.community, 4), is = was;
    const __m512i active = _mm512_mask_i32gather_epi32(zero, all, u, mover.active, 1);
    const __mmask16 moving = _mm512_mask_cmplt_epi32_mask(all, was, zero);
    if (moving != 0) {
      is = _mm512_mask_i32gather_epi32(is, moving, u, mover.next, 4);
      was = _mm512_mask_xor_epi32(was, moving, was, _mm512_set1_epi32(-1));
    }
    const __mmask16 joins = _mm512_mask_cmpeq_epi32_mask(all, is, to);
    const __mmask16 leaves = _mm512_mask_cmpeq_epi32_mask(all, was, from);
    const auto still = static_cast<__mmask16>(~moving);
    twice = _mm512_mask_add_epi32(twice, joins & still, twice, weight);
    twice = _mm512_mask_sub_epi32(twice, leaves & still, twice, weight);
    once = _mm512_mask_add_epi32(once, joins & moving, once, weight);
    once = _mm512_mask_sub_epi32(once, leaves & moving, once, weight);
    unsigned wake =
        _mm512_mask_testn_epi32_mask(static_cast<__mmask16>(all & ~joins), active, byte);
    for (; wake != 0; wake &= wake - 1) {
      __atomic_store_n(&mover.active[neighbors[e + __builtin_ctz(wake)]], 1, __ATOMIC_RELAXED);
    }
  }
  return 2 * Weight{sum_of_lanes(twice)} + sum_of_lanes(once);
}
#endif

}  // namespace handshake::louvain
