// Modularity as an exact fraction, which is rounded only when it is printed.
#pragma once

#include <cstdint>

#include "extensions/louvain/problem.hpp"

namespace handshake::louvain {

using Wide = __int128;

// The modularity of a partition: (q * total * inside - p * squares) / (q * total^2).
// Here, p / q is the resolution, `total` is the sum of all strengths, `inside` is the weight of all
// directed edges within communities, and `squares` is the sum of the squared strengths of the
// communities.
struct Modularity {
  Wide over = 0;
  Wide under = 1;

  double value() const { return static_cast<double>(static_cast<long double>(over) / under); }
};

// `communities` has, for each node, a number below the number of nodes. If the total weight of the
// graph is 0, its modularity is 0.
Modularity modularity_of(const Problem& problem, const Buffer<Node>& communities, int threads);

}  // namespace handshake::louvain
