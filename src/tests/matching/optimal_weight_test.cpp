// Compares the weight of the stable matching with the exact optimum, which LEMON computes.
#include "matching/optimal_weight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graph/generate.hpp"
#include "matching/matching.hpp"
#include "matching/stable_matching.hpp"
#include "matching/verify_matching.hpp"
#include "small_graph.hpp"

namespace handshake {
namespace {

TEST(OptimalWeight, IsTheMaximumOverAllMatchings) {
  const CsrGraph graph = small_graph<std::int32_t>(
      6, {{0, 1, 5}, {1, 2, 6}, {2, 3, 5}, {3, 4, -7}, {4, 5, 1}, {0, 5, 2}, {1, 4, 4}});
  double best = 0;
  for (const std::vector<Node>& matches : all_matchings(graph)) {
    best = std::max(best, matching_weight(graph, matches));
  }

  EXPECT_EQ(optimal_matching_weight(graph), best);
  EXPECT_EQ(best, 11);
}

TEST(OptimalMatching, HasTheOptimalWeight) {
  for (const char* spec : {"urand:8:w=unif", "kron:8:w=int", "myc:7", "path:1", "urand:0"}) {
    const CsrGraph graph = generate(parse_graph_spec(spec));
    const Buffer<Node> matches = optimal_matching(graph);
    EXPECT_EQ(verify_matching(graph, matches, Demand::kMatching).words, "");
    EXPECT_NEAR(matching_weight(graph, matches), optimal_matching_weight(graph), 1e-9) << spec;
  }
}

// Preis, and later Manne and Bisseling, proved that a matching of locally heaviest edges has at
// least half the optimal weight. This bound holds for every tie rule if no weight is negative.
class Quality : public testing::TestWithParam<const char*> {};

TEST_P(Quality, LiesBetweenHalfOfTheOptimumAndTheOptimum) {
  const CsrGraph graph = generate(parse_graph_spec(GetParam()));
  const double optimum = optimal_matching_weight(graph);
  for (const TieRule rule : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
    const double weight = matching_weight(graph, stable_matching(graph, rule));
    EXPECT_GE(weight, optimum / 2);
    EXPECT_LE(weight, optimum * (1 + 1e-12));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Quality,
                         testing::Values("urand:9", "urand:9:w=const", "kron:9:w=int",
                                         "kron:9:w=const", "myc:8", "mesh27:7", "mesh81:4:w=int",
                                         "rgg:9", "kmer:10", "kmerl:10:w=const", "path:9"));

// The bound of half the optimal weight cannot be improved: on a path with the weights
// 1, 1 + epsilon, 1, the stable matching has only the middle edge.
TEST(OptimalWeight, CanBeAlmostTwiceTheWeightOfTheStableMatching) {
  const CsrGraph path = small_graph<double>(4, {{0, 1, 1}, {1, 2, 1.001}, {2, 3, 1}});
  EXPECT_EQ(matching_weight(path, stable_matching(path)), 1.001);
  EXPECT_EQ(optimal_matching_weight(path), 2);
}

}  // namespace
}  // namespace handshake
