// Sums of weights by community, in a hash table that a group of threads fills together.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/louvain/level_graph.hpp"
#include "gpu/warp.cuh"

namespace handshake::louvain {

constexpr Node kNoCommunity = -1;
constexpr int kNoSlot = -1;

// A sum has one word of 32 bits if the numbers are narrow (see fits_narrow), and otherwise two
// words. In shared memory, a GPU adds 32 bits in one operation, but 64 bits only in a loop with
// compare-and-swap.
template <class Value>
constexpr int kSumWords = sizeof(Value) == 8 ? 1 : 2;

template <int kWords>
struct GpuTable {
  Node* keys;
  unsigned* low;
  unsigned* high;  // not used if kWords is 1
  unsigned size;   // at least the number of different communities

  // A part of this table, to be used as a separate table.
  __device__ GpuTable part(std::int64_t begin, unsigned slots) const {
    return {keys + begin, low + begin, high + begin, slots};
  }

  __device__ void clear_slot(std::int64_t slot) const {
    keys[slot] = kNoCommunity;
    low[slot] = 0;
    if (kWords == 2) high[slot] = 0;
  }

  // Empties the table. Called by `lanes` threads; no thread may add before all have returned.
  __device__ void clear(int lane, int lanes) const {
    for (unsigned i = lane; i < size; i += lanes) clear_slot(i);
  }

  // Several threads may add to one community. The first of them takes a free slot for the
  // community, and gets the number of this slot as the result; all others get kNoSlot. The thread
  // that makes the low word overflow adds 1 to the high word.
  __device__ int add(Node community, unsigned long long weight) const {
    unsigned slot = __umulhi(static_cast<unsigned>(community) * 2654435769u, size);
    bool first = false;
    for (;;) {
      Node seen = read_shared_word(keys + slot);
      if (seen == kNoCommunity) {
        seen = atomicCAS(keys + slot, kNoCommunity, community);
        first = seen == kNoCommunity;
      }
      if (first || seen == community) break;
      slot = slot + 1 == size ? 0 : slot + 1;
    }
    const auto low_part = static_cast<unsigned>(weight);
    if (kWords == 1) {
      atomicAdd(low + slot, low_part);
    } else {
      const unsigned before = atomicAdd(low + slot, low_part);
      const unsigned high_part =
          static_cast<unsigned>(weight >> 32) + (before + low_part < before ? 1 : 0);
      if (high_part != 0) atomicAdd(high + slot, high_part);
    }
    return first ? static_cast<int>(slot) : kNoSlot;
  }

  // Called after all threads have called add(). Other blocks may call this function, too.
  __device__ unsigned long long sum(std::int64_t slot) const {
    const unsigned long long low_part = read_shared_word(low + slot);
    if (kWords == 1) return low_part;
    return static_cast<unsigned long long>(read_shared_word(high + slot)) << 32 | low_part;
  }
};

}  // namespace handshake::louvain
