// Long thin graphs: path, kmer and kmerl. The chains of kmer and kmerl look like the graphs of
// genome assembly.
#include <cstdint>

#include "graph/generate_bits.hpp"
#include "graph/generate_csr.hpp"
#include "graph/generate_kinds.hpp"

namespace handshake {
namespace {

// Makes one path through all nodes, removes about one of every hundred edges of the path, and adds
// extra edges.
class ChainPairs {
 public:
  ChainPairs(int size, bool is_local, std::uint64_t key)
      : size_(size), is_local_(is_local), key_(key), scramble_(size, key) {}

  NodePair operator()(std::int64_t i) const {
    const std::int64_t links = (std::int64_t{1} << size_) - 1;
    return i < links ? link(i) : extra_edge(i);
  }

 private:
  NodePair link(std::uint64_t i) const {
    constexpr auto kCutBelow = static_cast<std::uint64_t>(0.01 * 4294967296.0);
    if ((mix_bits(i + key_ * 3) >> 32) < kCutBelow) return {};
    if (is_local_) return {static_cast<Node>(i), static_cast<Node>(i + 1)};
    return {static_cast<Node>(scramble_(i)), static_cast<Node>(scramble_(i + 1))};
  }

  NodePair extra_edge(std::uint64_t i) const {
    const std::uint64_t mask = (std::uint64_t{1} << size_) - 1;
    const std::uint64_t bits = mix_bits(i * 31 + key_);
    const std::uint64_t from = bits & mask;
    const std::uint64_t distance = (bits >> 40) % 100000 + 2;
    const std::uint64_t to = (is_local_ ? from + distance : bits >> 32) & mask;
    return {static_cast<Node>(from), static_cast<Node>(to)};
  }

  int size_;
  bool is_local_;  // whether node numbers follow the chain
  std::uint64_t key_;
  NumberScrambler scramble_;
};

}  // namespace

CsrGraph chain_rows(const GraphSpec& spec) {
  const std::int64_t nodes = std::int64_t{1} << spec.size;
  if (spec.kind == GraphKind::kPath) {
    const auto link = [](std::int64_t i) {
      return NodePair{static_cast<Node>(i), static_cast<Node>(i + 1)};
    };
    return csr_from_pairs(static_cast<Node>(nodes), nodes - 1, link);
  }
  const auto extra = static_cast<std::int64_t>(spec.x / 100.0 * static_cast<double>(nodes));
  const ChainPairs pair_of(static_cast<int>(spec.size), spec.kind == GraphKind::kKmerl,
                           mix_bits(spec.seed) | 1);
  return csr_from_pairs(static_cast<Node>(nodes), nodes - 1 + extra, pair_of);
}

}  // namespace handshake
