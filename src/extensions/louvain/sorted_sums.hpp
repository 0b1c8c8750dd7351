// The weight of edges to each community, in an array with one element per community. The array is
// used for long lists. One bit per community says whether the array has a sum for it. A second
// level of bits says which words of these bits are not 0. So communities are found in rising order,
// without a search through the whole array.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/louvain/level_graph.hpp"

namespace handshake::louvain {

template <class Sum>
class SortedSums {
 public:
  explicit SortedSums(Node communities)
      : sums_(communities), marks_(communities / 64 + 1), summary_(communities / 4096 + 1) {}

  void add(Node community, Sum weight) {
    sums_[community] += weight;
    marks_[community / 64] |= std::uint64_t{1} << community % 64;
    summary_[community / 4096] |= std::uint64_t{1} << community / 64 % 64;
  }

  // Calls visit(community, weight) for each marked community from first (a multiple of 4096) to
  // end - 1, in rising order, and empties that range.
  template <class Visit>
  void take(Node first, Node end, const Visit& visit) {
    for (Node s = first / 4096; s < (end + 4095) / 4096; ++s) {
      for_bits(&summary_[s], [&](int word) {
        const Node m = s * 64 + word;
        for_bits(&marks_[m], [&](int bit) {
          const Node community = m * 64 + bit;
          visit(community, sums_[community]);
          sums_[community] = 0;
        });
      });
    }
  }
  template <class Visit>
  void take(const Visit& visit) {
    take(0, static_cast<Node>(sums_.size()), visit);
  }

 private:
  template <class Visit>
  static void for_bits(std::uint64_t* bits, const Visit& visit) {
    for (; *bits != 0; *bits &= *bits - 1) visit(__builtin_ctzll(*bits));
  }

  std::vector<Sum> sums_;
  std::vector<std::uint64_t> marks_, summary_;
};

}  // namespace handshake::louvain
