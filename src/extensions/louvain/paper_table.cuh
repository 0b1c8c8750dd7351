// hashComm and hashWeight of Algorithm 2: a table of prime size, with open addressing and double
// hashing.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "extensions/louvain/gpu_table.cuh"

namespace handshake::louvain {

// The precomputed primes. Each is about an eighth larger than the one before it. They include the
// size of each bucket's tables in shared memory: the smallest prime above 1.5 times the largest
// degree of the bucket.
inline std::vector<unsigned> table_sizes() {
  const auto is_prime = [](unsigned number) {
    for (unsigned factor = 2; factor * factor <= number; ++factor) {
      if (number % factor == 0) return false;
    }
    return number > 1;
  };
  std::vector<unsigned> sizes;
  const unsigned exact[] = {7, 13, 29, 53, 127, 191, 479, 719};
  unsigned next = 5;
  for (const unsigned end : exact) {
    for (; next < end; next += 1 + next / 8) {
      while (!is_prime(next)) ++next;
      if (next < end) sizes.push_back(next);
    }
    sizes.push_back(end);
    next = end + 1 + end / 8;
  }
  for (; next < (1u << 31); next += next / 8) {
    while (!is_prime(next)) ++next;
    sizes.push_back(next);
  }
  return sizes;
}

struct PaperTable {
  Node* communities;            // hashComm
  unsigned long long* weights;  // hashWeight
  unsigned size;

  __device__ void clear(int lane, int lanes) const {
    for (unsigned i = lane; i < size; i += lanes) {
      communities[i] = kNoCommunity;
      weights[i] = 0;
    }
  }

  __device__ unsigned position(Node community, unsigned it) const {
    const auto key = static_cast<unsigned long long>(community);
    return static_cast<unsigned>((key % size + it * (1 + key % (size - 1))) % size);
  }

  // Algorithm 2, lines 3 to 13, for one edge. Returns the sum for the community so far, including
  // this edge.
  __device__ unsigned long long add(Node community, unsigned long long weight) const {
    for (unsigned it = 0;; ++it) {                   // lines 3 and 4
      const unsigned pos = position(community, it);  // line 5
      Node seen = *static_cast<volatile Node*>(communities + pos);
      if (seen == kNoCommunity) {  // line 8
        // Line 9. The paper prints C[i], but it must be C[j], the community of the neighbor.
        seen = atomicCAS(communities + pos, kNoCommunity, community);
        if (seen == kNoCommunity) seen = community;
      }
      if (seen == community) return atomicAdd(weights + pos, weight) + weight;  // lines 7, 10, 12
    }
  }
};

// "The smallest value larger than 1.5 times the degree."
__device__ inline unsigned table_size(const unsigned* sizes, int num_sizes, long long degree) {
  int low = 0, high = num_sizes - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (2ll * sizes[middle] > 3 * degree) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return sizes[low];
}

}  // namespace handshake::louvain
