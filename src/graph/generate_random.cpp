// Graphs of random pairs: urand (all pairs with the same probability), kron and rmatu (pairs are
// chosen recursively, as in Graph500).
#include <cstdint>

#include "graph/generate_bits.hpp"
#include "graph/generate_csr.hpp"
#include "graph/generate_kinds.hpp"

namespace handshake {
namespace {

std::int64_t number_of_pairs(const GraphSpec& spec) {
  return static_cast<std::int64_t>(spec.ef * static_cast<double>(std::int64_t{1} << spec.size));
}

// Chooses one quarter of the adjacency matrix, then one quarter of this quarter, and so on,
// `levels` times. The quarters have the probabilities .57, .19, .19 and .05. One draw takes 16
// bits, so the 64 bits of a hash are enough for four levels.
class RmatPairs {
 public:
  RmatPairs(int levels, bool scrambles, std::uint64_t key)
      : levels_(levels), scrambles_(scrambles), key_(key), scramble_(levels, key) {}

  NodePair operator()(std::int64_t i) const {
    constexpr auto kUpperLeft = static_cast<std::uint32_t>(.57 * 65536);
    constexpr auto kUpper = static_cast<std::uint32_t>(.76 * 65536);
    constexpr auto kAllButLast = static_cast<std::uint32_t>(.95 * 65536);
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t bits = 0;
    for (int level = 0; level < levels_; ++level) {
      if (level % 4 == 0) {
        const std::uint64_t number = static_cast<std::uint64_t>(i) * 8 + level / 4;
        bits = mix_bits(number * 0x2545F4914F6CDD1Du + key_);
      }
      const std::uint32_t draw = bits & 0xffff;
      bits >>= 16;
      // There is no branch here, because no processor can predict a random draw.
      const bool is_lower = draw >= kUpper;
      const bool is_right = (draw >= kUpperLeft) ^ (draw >= kUpper) ^ (draw >= kAllButLast);
      row = 2 * row + is_lower;
      column = 2 * column + is_right;
    }
    if (!scrambles_) return {static_cast<Node>(row), static_cast<Node>(column)};
    return {static_cast<Node>(scramble_(row)), static_cast<Node>(scramble_(column))};
  }

 private:
  int levels_;
  bool scrambles_;
  std::uint64_t key_;
  NumberScrambler scramble_;
};

}  // namespace

CsrGraph urand_rows(const GraphSpec& spec) {
  const std::uint64_t key = mix_bits(spec.seed) | 1;
  const std::uint64_t mask = (std::uint64_t{1} << spec.size) - 1;
  const auto pair_of = [key, mask](std::int64_t i) {
    const std::uint64_t bits = mix_bits(static_cast<std::uint64_t>(i) * 0xD1342543DE82EF95u + key);
    return NodePair{static_cast<Node>(bits & mask), static_cast<Node>((bits >> 32) & mask)};
  };
  return csr_from_pairs(Node{1} << spec.size, number_of_pairs(spec), pair_of);
}

CsrGraph rmat_rows(const GraphSpec& spec) {
  const RmatPairs pair_of(static_cast<int>(spec.size), spec.kind == GraphKind::kKron,
                          mix_bits(spec.seed) | 1);
  return csr_from_pairs(Node{1} << spec.size, number_of_pairs(spec), pair_of);
}

}  // namespace handshake
