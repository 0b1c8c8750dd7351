// The weight of a node's edges to each community, in a hash table. Emptying the table takes no
// longer than filling it. The table has many more places than communities, so two communities
// hardly ever need the same place. A search has only one branch, which is for this case.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/louvain/level_graph.hpp"

namespace handshake::louvain {

// The type Sum must be large enough for every sum of edge weights of the graph.
template <class Sum>
class NeighborSums {
 public:
  // Empties the table and makes room for `most` different communities.
  void start(std::int64_t most) {
    for (std::size_t i = 0; i < count_; ++i) {
      keys_[used_[i]] = kFree;
      sums_[used_[i]] = 0;
    }
    count_ = 0;
    bits_ = 6;
    while ((std::int64_t{1} << bits_) < kRoom * most) ++bits_;
    const std::size_t size = std::size_t{1} << bits_;
    if (size <= keys_.size()) return;
    keys_.assign(size, kFree);
    sums_.assign(size, 0);
    used_.assign(size / kRoom + 1, 0);
  }

  void add(Node community, Sum weight) {
    const std::uint32_t place = place_of(community);
    used_[count_] = place;
    count_ += keys_[place] == kFree;
    keys_[place] = community;
    sums_[place] += weight;
  }

  Sum to(Node community) const { return sums_[place_of(community)]; }

  // The communities, in the order in which they were first added.
  std::size_t size() const { return count_; }
  Node community(std::size_t i) const { return keys_[used_[i]]; }
  Sum weight(std::size_t i) const { return sums_[used_[i]]; }

 private:
  static constexpr Node kFree = -1;
  static constexpr int kRoom = 4;

  // The place of the community, or the free place that it would get.
  std::uint32_t place_of(Node community) const {
    const auto mask = static_cast<std::uint32_t>((std::size_t{1} << bits_) - 1);
    auto place = static_cast<std::uint32_t>(
        (static_cast<std::uint64_t>(community) * 0x9E3779B97F4A7C15u) >> (64 - bits_));
    // With & instead of &&, both conditions need only one branch. A separate branch would be slow,
    // because the processor cannot predict whether a place is free.
    while (((keys_[place] ^ community) != 0) & (keys_[place] != kFree)) place = (place + 1) & mask;
    return place;
  }

  int bits_ = 6;
  std::size_t count_ = 0;
  std::vector<Node> keys_ = std::vector<Node>(64, kFree);
  std::vector<Sum> sums_ = std::vector<Sum>(64);
  std::vector<std::uint32_t> used_ = std::vector<std::uint32_t>(64 / kRoom + 1);
};

}  // namespace handshake::louvain
