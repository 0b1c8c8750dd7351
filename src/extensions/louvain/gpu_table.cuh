// Sums of weights by community, in a hash table that a group of threads fills together.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/louvain/level_graph.hpp"

namespace handshake {

constexpr Node kNoCommunity = -1;

// A sum is two words: shared memory adds 32 bits at once, but 64 bits only by trying again and again.
struct GpuTable {
  Node* keys;
  unsigned* low;
  unsigned* high;
  unsigned size;  // more than there are different communities

  // A part of it as a table of its own.
  __device__ GpuTable part(std::int64_t begin, unsigned slots) const {
    return {keys + begin, low + begin, high + begin, slots};
  }

  __device__ unsigned first_slot(Node community) const {
    return __umulhi(static_cast<unsigned>(community) * 2654435769u, size);
  }

  __device__ void clear_slot(std::int64_t slot) const {
    keys[slot] = kNoCommunity;
    low[slot] = high[slot] = 0;
  }

  // By `lanes` threads; nobody may add before all are done.
  __device__ void clear(int lane, int lanes) const {
    for (unsigned i = lane; i < size; i += lanes) clear_slot(i);
  }

  // Several threads may add to one community: the first takes a free slot for it. Returns whether
  // this was the first. Whoever makes the low word start again from 0 adds 1 to the high one.
  __device__ bool add(Node community, unsigned long long weight) const {
    unsigned slot = first_slot(community);
    bool first = false;
    for (;;) {
      Node seen = *static_cast<const volatile Node*>(keys + slot);
      if (seen == kNoCommunity) {
        seen = atomicCAS(keys + slot, kNoCommunity, community);
        first = seen == kNoCommunity;
      }
      if (first || seen == community) break;
      slot = slot + 1 == size ? 0 : slot + 1;
    }
    const auto low_part = static_cast<unsigned>(weight);
    const unsigned before = atomicAdd(low + slot, low_part);
    const unsigned high_part =
        static_cast<unsigned>(weight >> 32) + (before + low_part < before ? 1 : 0);
    if (high_part != 0) atomicAdd(high + slot, high_part);
    return first;
  }

  // These are for after everybody has added.
  __device__ unsigned long long sum(std::int64_t slot) const {
    return static_cast<unsigned long long>(high[slot]) << 32 | low[slot];
  }
  __device__ unsigned long long to(Node community) const {
    unsigned slot = first_slot(community);
    while (keys[slot] != community) {
      if (keys[slot] == kNoCommunity) return 0;
      slot = slot + 1 == size ? 0 : slot + 1;
    }
    return sum(slot);
  }
};

// Tables of `room` slots each in global memory, for lists that are too long for shared memory.
struct LongTables {
  GpuTable all;
  std::int64_t room;

  __device__ GpuTable table(int number, EdgeIndex degree) const {
    const EdgeIndex wanted = 2 * degree;
    return all.part(number * room, static_cast<unsigned>(wanted < room ? wanted : room));
  }
};

}  // namespace handshake
