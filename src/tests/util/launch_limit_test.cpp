// Tests which numbers of threads are refused: those with which `x += numThreads` in a kernel would
// overflow the int x.
#include "util/launch_limit.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

using handshake::InputError;
using handshake::require_countable;
using handshake::UsageError;

namespace {

constexpr std::int64_t kLargestInt = 2147483647;
constexpr int kMostThreads = 1 << 30;  // the largest number that -threads accepts

// The largest value of x is the index of the last element plus the number of threads. Only whole
// blocks of 256 threads are launched.
std::int64_t x_at_the_end(std::int64_t elements, std::int64_t threads) {
  const std::int64_t blocks = (threads + 255) / 256;
  return elements - 1 + blocks * 256;
}

bool is_refused(std::int64_t numNodes, std::int64_t numEdges, int threads) {
  try {
    require_countable("file", numNodes, numEdges, threads);
    return false;
  } catch (const UsageError&) {
    return true;
  }
}

}  // namespace

TEST(LaunchLimit, RefusesANumberOfThreadsIfAndOnlyIfTheIndexXWouldOverflow) {
  for (const std::int64_t numEdges : {std::int64_t{0}, std::int64_t{1} << 30, kLargestInt - 16384,
                                      kLargestInt - 513, kLargestInt - 511, kLargestInt - 257}) {
    for (const int threads : {1, 256, 257, 511, 512, 513, 16384, kMostThreads - 1, kMostThreads}) {
      // The prefix sum has one element more than there are edges.
      const bool overflows = x_at_the_end(numEdges + 1, threads) > kLargestInt;
      EXPECT_EQ(is_refused(10, numEdges, threads), overflows) << numEdges << ' ' << threads;
    }
  }
}

TEST(LaunchLimit, DependsOnTheNodesIfThereAreMoreNodesThanEdges) {
  EXPECT_FALSE(is_refused(kLargestInt - 511, 0, 512));
  EXPECT_TRUE(is_refused(kLargestInt - 510, 0, 512));
}

TEST(LaunchLimit, NamesTheLargestPossibleNumberOfThreads) {
  try {
    require_countable("file", 10, 1500000000, kMostThreads);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "-threads 1073741824 is too much for a graph of 10 nodes and 1500000000 directed "
                 "edges, because the kernels count in int; at most 647483392 threads are possible");
  }
  EXPECT_FALSE(is_refused(10, 1500000000, 647483392));
  EXPECT_TRUE(is_refused(10, 1500000000, 647483393));
}

TEST(LaunchLimit, RefusesAGraphThatIsTooLargeForAnyNumberOfThreads) {
  try {
    require_countable("large.mtx", 10, kLargestInt - 1, 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find("large.mtx: the kernels count in int"), 0u);
  }
}
