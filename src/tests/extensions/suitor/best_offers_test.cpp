// Tests that vector instructions find the same best neighbors as sorting.
#include "extensions/suitor/best_offers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace handshake::suitor {
namespace {

struct List {
  std::vector<float> weights;
  std::vector<std::int32_t> bits;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> matched;

  bool is_matched(Node v) const { return (matched[v / 32] >> (v % 32) & 1) != 0; }
};

List random_list(std::mt19937& random, int size) {
  List list;
  const int kinds = random() % 2 == 0 ? 4 : 100000;  // many equal weights, or few
  const int negative = kinds / 3;
  Node node = 0;
  for (int i = 0; i < size; ++i) {
    list.weights.push_back(static_cast<float>(static_cast<int>(random() % kinds) - negative));
    list.bits.emplace_back();
    std::memcpy(&list.bits.back(), &list.weights.back(), sizeof(float));
    list.nodes.push_back(node += 1 + static_cast<Node>(random() % 70));
  }
  // Sometimes nearly all nodes are matched.
  const std::uint32_t most = random() % 3 == 0 ? ~0u : 0u;
  for (Node word = 0; word <= node / 32; ++word) {
    list.matched.push_back(random() | (most & random()) | (most & random()));
  }
  return list;
}

using Wish = std::pair<float, Node>;

// The best neighbors, found by sorting the whole list.
std::vector<Wish> sorted_wishes(const List& list, bool uses_matched, std::size_t wanted) {
  std::vector<Wish> wishes;
  for (std::size_t i = 0; i < list.nodes.size(); ++i) {
    if (uses_matched && list.is_matched(list.nodes[i])) continue;
    wishes.emplace_back(-list.weights[i], list.nodes[i]);
  }
  std::sort(wishes.begin(), wishes.end());
  if (wishes.size() > wanted) wishes.resize(wanted);
  return wishes;
}

template <int kWanted>
void compare(const List& list, bool uses_matched) {
  const std::vector<Wish> expected = sorted_wishes(list, uses_matched, kWanted);
  const NeighborList view{list.bits.data(), list.nodes.data(),
                          static_cast<EdgeIndex>(list.nodes.size()),
                          uses_matched ? list.matched.data() : nullptr};
  for (const auto instructions :
       {VectorInstructions::kNone, VectorInstructions::kAvx2, VectorInstructions::kAvx512}) {
    if (instructions > kVectorInstructions) break;  // this processor lacks them
    Offer best[kWanted];
    best_offers<kWanted>(view, best, instructions);
    std::vector<Wish> found;
    for (const Offer offer : best) {
      if (offer == kNoOffer) break;
      const auto at = std::lower_bound(list.nodes.begin(), list.nodes.end(), giver_of(offer));
      ASSERT_TRUE(at != list.nodes.end() && *at == giver_of(offer));
      const std::size_t i = at - list.nodes.begin();
      EXPECT_EQ(offer, make_offer_word(weight_order(list.bits[i]), list.nodes[i]));
      found.emplace_back(-list.weights[i], list.nodes[i]);
    }
    EXPECT_EQ(found, expected) << "instructions " << static_cast<int>(instructions);
  }
}

TEST(BestOffers, AreFoundWithEveryKindOfVectorInstructions) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const int size = static_cast<int>(random() % (round % 10 == 0 ? 700 : 40));
    const List list = random_list(random, size);
    const bool uses_matched = random() % 2 == 0;
    compare<2>(list, uses_matched);
    compare<3>(list, uses_matched);
    compare<4>(list, uses_matched);
    compare<5>(list, uses_matched);
  }
}

}  // namespace
}  // namespace handshake::suitor
