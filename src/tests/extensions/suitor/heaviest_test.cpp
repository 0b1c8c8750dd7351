// What vector instructions find is what sorting finds.
#include "extensions/suitor/heaviest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace handshake {
namespace {

std::int32_t bits_of(float weight) {
  std::int32_t bits;
  std::memcpy(&bits, &weight, sizeof bits);
  return bits;
}

struct Chunk {
  std::vector<float> weights;
  std::vector<std::int32_t> bits;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> matched;
  std::uint32_t floor = 0;

  bool is_matched(int i) const { return (matched[nodes[i] / 32] >> (nodes[i] % 32) & 1) != 0; }
};

Chunk random_chunk(std::mt19937& random, int count) {
  Chunk chunk;
  const int kinds = random() % 2 == 0 ? 4 : 1000;  // many equal weights, or few
  for (int i = 0; i < count; ++i) {
    chunk.weights.push_back(static_cast<float>(static_cast<int>(random() % kinds) - kinds / 3));
    chunk.bits.push_back(bits_of(chunk.weights.back()));
    chunk.nodes.push_back(static_cast<Node>(random() % 500));
  }
  for (int word = 0; word < 16; ++word) chunk.matched.push_back(random() & random());
  return chunk;
}

// The positions that a sort of all weights gives.
std::vector<int> expected_of(const Chunk& chunk, bool uses_matched, float lightest, int wanted) {
  std::vector<float> left;
  const auto counts = [&](int i) {
    return chunk.weights[i] >= lightest && !(uses_matched && chunk.is_matched(i));
  };
  const int count = static_cast<int>(chunk.weights.size());
  for (int i = 0; i < count; ++i) {
    if (counts(i)) left.push_back(chunk.weights[i]);
  }
  std::sort(left.rbegin(), left.rend());
  std::vector<int> positions;
  for (int i = 0; i < count; ++i) {
    const bool is_in =
        left.size() <= static_cast<std::size_t>(wanted) || chunk.weights[i] >= left[wanted - 1];
    if (counts(i) && is_in) positions.push_back(i);
  }
  return positions;
}

TEST(Heaviest, AreThoseThatASortGives) {
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    const Chunk chunk = random_chunk(random, static_cast<int>(random() % (kHeaviestChunk + 1)));
    const bool uses_matched = random() % 2 == 0;
    const float lightest = random() % 3 == 0 ? 1.0f : -1e30f;
    const int wanted = 1 + static_cast<int>(random() % kMostHeaviest);
    // The order of a weight as integers have it: above all negative ones, the bits say it.
    const std::uint32_t floor =
        lightest > 0 ? static_cast<std::uint32_t>(bits_of(lightest)) | 0x80000000u : 0;
    const ListChunk list{chunk.bits.data(), chunk.nodes.data(), static_cast<int>(chunk.bits.size()),
                         uses_matched ? chunk.matched.data() : nullptr, floor};
    const std::vector<int> expected = expected_of(chunk, uses_matched, lightest, wanted);
    int at[kHeaviestChunk];
    EXPECT_EQ(std::vector<int>(at, at + heaviest_of(list, wanted, at)), expected);
    EXPECT_EQ(std::vector<int>(at, at + heaviest_of_anywhere(list, wanted, at)), expected);
  }
}

}  // namespace
}  // namespace handshake
