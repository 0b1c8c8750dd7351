// The weight of a node's edges to each community, in a hash table that grows with the longest list
// and is emptied in the time that filling it took.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/louvain/level_graph.hpp"

namespace handshake {

class NeighborSums {
 public:
  struct Entry {
    Node community;
    Weight weight;
  };

  // Empties the table and makes room for that many different communities.
  void start(std::int64_t most) {
    // The last first: an entry that was put after another one is still found by way of that one.
    for (; !entries_.empty(); entries_.pop_back())
      slots_[slot_of(entries_.back().community)] = kFree;
    if (2 * most <= static_cast<std::int64_t>(slots_.size())) return;
    std::size_t size = 64;
    bits_ = 6;
    for (; static_cast<std::int64_t>(size) < 2 * most; size *= 2) ++bits_;
    slots_.assign(size, kFree);
  }

  void add(Node community, Weight weight) {
    std::int32_t& slot = slots_[slot_of(community)];
    if (slot == kFree) {
      slot = static_cast<std::int32_t>(entries_.size());
      entries_.push_back({community, weight});
    } else {
      entries_[slot].weight += weight;
    }
  }

  Weight to(Node community) const {
    const std::int32_t slot = slots_[slot_of(community)];
    return slot == kFree ? 0 : entries_[slot].weight;
  }

  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }

 private:
  static constexpr std::int32_t kFree = -1;

  // Where the community is, or would be.
  std::size_t slot_of(Node community) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot =
        (static_cast<std::uint64_t>(community) * 0x9E3779B97F4A7C15u) >> (64 - bits_);
    while (slots_[slot] != kFree && entries_[slots_[slot]].community != community) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  int bits_ = 6;
  std::vector<std::int32_t> slots_ = std::vector<std::int32_t>(64, kFree);
  std::vector<Entry> entries_;
};

}  // namespace handshake
