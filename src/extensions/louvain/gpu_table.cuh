// Sums of weights by community, in a hash table that a group of threads fills together.
#pragma once

#include <cuda_runtime.h>

#include "extensions/louvain/level_graph.hpp"

namespace handshake {

constexpr Node kNoCommunity = -1;

struct GpuTable {
  Node* keys;
  unsigned long long* sums;
  unsigned size;  // more than there are different communities

  __device__ unsigned first_slot(Node community) const {
    return __umulhi(static_cast<unsigned>(community) * 2654435769u, size);
  }

  // By `lanes` threads; nobody may add before all are done.
  __device__ void clear(int lane, int lanes) const {
    for (unsigned i = lane; i < size; i += lanes) {
      keys[i] = kNoCommunity;
      sums[i] = 0;
    }
  }

  // Several threads may add to one community: the first takes a free slot for it. Returns whether
  // this was the first.
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
    atomicAdd(sums + slot, weight);
    return first;
  }

  // After everybody has added.
  __device__ unsigned long long to(Node community) const {
    unsigned slot = first_slot(community);
    while (keys[slot] != community) {
      if (keys[slot] == kNoCommunity) return 0;
      slot = slot + 1 == size ? 0 : slot + 1;
    }
    return sums[slot];
  }
};

}  // namespace handshake
