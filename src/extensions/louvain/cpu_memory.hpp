// The memory that a CPU needs for communities during passes. It is allocated once, for the largest
// graph.
#pragma once

#include <cstdint>
#include <type_traits>

#include "extensions/louvain/level_graph.hpp"
#include "extensions/louvain/modularity.hpp"

namespace handshake::louvain {

// The types of numbers: narrow types if all sums and values fit into them (see fits_narrow), and
// otherwise wide types.
struct NarrowNumbers {
  using Sum = std::int32_t;
  using Value = std::int64_t;
};
struct WideNumbers {
  using Sum = Weight;
  using Value = Wide;
};

struct PassMemory {
  PassMemory(Node nodes, bool narrow)
      : next(nodes),
        before(nodes),
        movers(nodes),
        strengths(nodes),
        sizes(narrow ? 0 : nodes),
        active(std::size_t(nodes) + 3) {}

  Buffer<Node> next;                // [node] the new community, if the node moves
  Buffer<Node> before;              // the communities before a pass
  Buffer<Node> movers;              // nodes that move; each block has its own part of this array
  Buffer<std::uint64_t> strengths;  // [community] strength; if narrow: (strength << 32) + size
  Buffer<Node> sizes;               // [community] if not narrow
  Buffer<std::uint8_t> active;      // [node] 1: active; then three bytes that are read but not used
};

// The strength and the size of each community. Several threads may add at the same time: additions
// are atomic, and sums of whole numbers do not depend on the order.
template <class Numbers>
class CommunityFacts {
 public:
  explicit CommunityFacts(PassMemory* memory)
      : words_(memory->strengths.data()), sizes_(memory->sizes.data()) {}

  Weight strength(Node c) const {
    return static_cast<Weight>(kPacked ? words_[c] >> 32 : words_[c]);
  }
  bool is_alone(Node c) const {
    return kPacked ? static_cast<std::uint32_t>(words_[c]) == 1 : sizes_[c] == 1;
  }

  void ask_for(Node c) const { __builtin_prefetch(&words_[c]); }

  void set(Node c, Weight strength, Node size) {
    words_[c] = word(strength, size);
    if (!kPacked) sizes_[c] = size;
  }
  void add(Node c, Weight strength, Node size) {
    __atomic_fetch_add(&words_[c], word(strength, size), __ATOMIC_RELAXED);
    if (!kPacked) __atomic_fetch_add(&sizes_[c], size, __ATOMIC_RELAXED);
  }

 private:
  static constexpr bool kPacked = std::is_same_v<Numbers, NarrowNumbers>;

  static std::uint64_t word(Weight strength, Node size) {
    const auto value = static_cast<std::uint64_t>(strength);
    return kPacked ? (value << 32) + static_cast<std::uint64_t>(std::int64_t{size}) : value;
  }

  std::uint64_t* words_;
  Node* sizes_;
};

}  // namespace handshake::louvain
