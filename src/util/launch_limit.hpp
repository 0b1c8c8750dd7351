// Checks that the number of threads is not too large for the graph: each kernel goes through its
// elements with x += numThreads, and the int x must not overflow.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>

#include "flags/flags.hpp"
#include "graph/input_error.hpp"

namespace handshake {

// Returns the largest number of threads, in whole blocks of 256, for which x does not overflow in
// the longest array, which has max(numNodes, numEdges + 1) elements. Returns 0 if not even one
// block is possible.
inline std::int64_t most_threads(std::int64_t numNodes, std::int64_t numEdges) {
  constexpr std::int64_t kThreadsPerBlock = 256;
  const std::int64_t lastElement = std::max(numNodes - 1, numEdges);
  return (INT_MAX - lastElement) / kThreadsPerBlock * kThreadsPerBlock;
}

// Throws if the graph is so large, or if there are so many threads, that x would overflow.
inline void require_countable(const std::string& file, std::int64_t numNodes, std::int64_t numEdges,
                              int threads) {
  const std::int64_t most = most_threads(numNodes, numEdges);
  const std::string size =
      std::to_string(numNodes) + " nodes and " + std::to_string(numEdges) + " directed edges";
  if (most == 0)
    throw InputError(file, 0, "the kernels count in int, so they cannot count " + size);
  if (threads > most)
    throw UsageError("-threads " + std::to_string(threads) + " is too much for a graph of " + size +
                     ", because the kernels count in int; at most " + std::to_string(most) +
                     " threads are possible");
}

}  // namespace handshake
