// Tests the tie rules, which other programs must compute in exactly the same way.
#include "matching/tie_rule.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace handshake {
namespace {

constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};

bool same(const TieRank& a, const TieRank& b) {
  return !(a < b) && !(b < a);
}

TEST(TieRule, HashOfAnEdgeNeverChanges) {
  // A Python program computed these hashes from the description in tie_rule.hpp.
  EXPECT_EQ(edge_hash(0, 1), 0xc42c5a1aa3820138u);
  EXPECT_EQ(edge_hash(3, 7), 0xfd323448a4497c68u);
  EXPECT_EQ(edge_hash(0, std::numeric_limits<std::int32_t>::max() - 1), 0x828c4cbd6c9b86beu);
}

TEST(TieRule, GivesAnEdgeTheSameRankFromBothEnds) {
  for (const TieRule rule : kRules) {
    EXPECT_TRUE(same(tie_rank(rule, 3, 7, 10, 20), tie_rank(rule, 7, 3, 20, 10)));
  }
}

TEST(TieRule, GivesNoTwoEdgesTheSameRank) {
  for (const TieRule rule : kRules) {
    EXPECT_FALSE(same(tie_rank(rule, 3, 7, 2, 2), tie_rank(rule, 3, 8, 2, 2)));
    EXPECT_FALSE(same(tie_rank(rule, 3, 7, 2, 2), tie_rank(rule, 4, 6, 2, 2)));
  }
}

TEST(TieRule, IndexPrefersTheNeighborWithTheSmallerIndexAtEveryNode) {
  for (std::int32_t v = 0; v < 6; ++v) {
    for (std::int32_t a = 0; a < 6; ++a) {
      for (std::int32_t b = a + 1; b < 6; ++b) {
        if (a == v || b == v) continue;
        EXPECT_TRUE(tie_rank(TieRule::kIndex, v, a, 1, 1) < tie_rank(TieRule::kIndex, v, b, 1, 1))
            << "node " << v << ": " << a << " before " << b;
      }
    }
  }
}

TEST(TieRule, HashPrefersTheLargerHash) {
  // Edge 0-1 has a smaller hash than edge 3-7: see HashOfAnEdgeNeverChanges.
  EXPECT_TRUE(tie_rank(TieRule::kHash, 3, 7, 9, 9) < tie_rank(TieRule::kHash, 0, 1, 1, 1));
}

TEST(TieRule, DegreePrefersTheSmallerSumOfDegreesAndThenTheLargerHash) {
  EXPECT_TRUE(tie_rank(TieRule::kDegree, 0, 1, 3, 4) < tie_rank(TieRule::kDegree, 3, 7, 4, 4));
  EXPECT_TRUE(tie_rank(TieRule::kDegree, 3, 7, 3, 4) < tie_rank(TieRule::kDegree, 0, 1, 2, 5));
}

}  // namespace
}  // namespace handshake
