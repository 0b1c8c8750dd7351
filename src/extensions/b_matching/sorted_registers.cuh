// The K largest keys that one thread has seen: they are in its registers, the largest one first.
#pragma once

#include <cstdint>

namespace handshake::b_matching {

// Batcher's sorting network, which the compiler unrolls. It has no branch, so the lanes of a warp
// sort their own keys at the same time. K is a power of two.
template <int K, class Key>
struct SortedRegisters {
  Key best[K];

  __device__ SortedRegisters() {
#pragma unroll
    for (int k = 0; k < K; ++k) best[k] = 0;
  }

  // Merges K more keys, which may have any order, into `best`. If a and b are two falling
  // sequences, the larger key of each pair a[k] and b[K - 1 - k] is one of the K largest keys.
  // Then comparisons and swaps put these K keys in order.
  __device__ void take(Key (&batch)[K]) {
    sort<0, K>(batch);
#pragma unroll
    for (int k = 0; k < K; ++k) {
      best[k] = max(best[k], batch[K - 1 - k]);
    }
#pragma unroll
    for (int step = K / 2; step > 0; step /= 2) {
#pragma unroll
      for (int k = 0; k < K; ++k) {
        if ((k & step) == 0) put_in_order(&best[k], &best[k + step]);
      }
    }
  }

 private:
  __device__ static void put_in_order(Key* first, Key* second) {
    const Key a = *first, b = *second;
    *first = max(a, b);
    *second = min(a, b);
  }

  template <int kFrom, int kSize>
  __device__ static void sort(Key (&batch)[K]) {
    if constexpr (kSize > 1) {
      sort<kFrom, kSize / 2>(batch);
      sort<kFrom + kSize / 2, kSize / 2>(batch);
      merge<kFrom, kSize, 1>(batch);
    }
  }
  // Merges the two sorted halves of a sequence. This sequence consists of every kStep-th key of the
  // kSize keys that begin at kFrom.
  template <int kFrom, int kSize, int kStep>
  __device__ static void merge(Key (&batch)[K]) {
    if constexpr (2 * kStep < kSize) {
      merge<kFrom, kSize, 2 * kStep>(batch);
      merge<kFrom + kStep, kSize, 2 * kStep>(batch);
#pragma unroll
      for (int k = kFrom + kStep; k + kStep < kFrom + kSize; k += 2 * kStep) {
        put_in_order(&batch[k], &batch[k + kStep]);
      }
    } else {
      put_in_order(&batch[kFrom], &batch[kFrom + kStep]);
    }
  }
};

}  // namespace handshake::b_matching
