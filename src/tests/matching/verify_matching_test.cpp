// Tests the message of the verifier about each fault, and which of several faults it reports.
#include "matching/verify_matching.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/generate.hpp"
#include "matching/stable_matching.hpp"
#include "small_graph.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace handshake {
namespace {

// The path 0 - 1 - 2 - 3, the edge 1 - 3, and node 4 without edges. At node 1, the weights of the
// edges to 2 and 3 are equal.
CsrGraph example() {
  return small_graph<std::int32_t>(5, {{0, 1, 2}, {1, 2, 9}, {2, 3, 4}, {1, 3, 9}});
}

void expect_fault(const std::vector<Node>& matches, MatchingFault fault, Node node,
                  const std::string& words) {
  const MatchingVerdict verdict = verify_matching(example(), matches);
  EXPECT_EQ(verdict.fault, fault);
  EXPECT_EQ(verdict.node, node);
  EXPECT_EQ(verdict.words, words);
  EXPECT_FALSE(verdict.ok());
}

TEST(VerifyMatching, AcceptsTheStableMatching) {
  const MatchingVerdict verdict = verify_matching(example(), std::vector<Node>{-1, 2, 1, -1, -1});
  EXPECT_TRUE(verdict.ok());
  EXPECT_EQ(verdict.words, "");
}

TEST(VerifyMatching, ReportsAWrongNumberOfPartners) {
  expect_fault({-1, 2, 1, -1}, MatchingFault::kWrongSize, kUnmatched,
               "there are 4 partners for 5 nodes");
}

TEST(VerifyMatching, ReportsPartnersThatAreNotNodes) {
  expect_fault({-1, 2, 1, 5, -1}, MatchingFault::kNoSuchNode, 3,
               "node 3 has partner 5, but nodes are 0 to 4 and unmatched is -1");
  expect_fault({-1, 2, 1, -2, -1}, MatchingFault::kNoSuchNode, 3,
               "node 3 has partner -2, but nodes are 0 to 4 and unmatched is -1");
}

TEST(VerifyMatching, ReportsANodeThatIsItsOwnPartner) {
  expect_fault({-1, 2, 1, -1, 4}, MatchingFault::kOwnPartner, 4, "node 4 is its own partner");
}

TEST(VerifyMatching, ReportsANodeWhosePartnerHasAnotherPartner) {
  expect_fault({1, 2, 1, -1, -1}, MatchingFault::kNotMutual, 0,
               "node 0 has partner 1, but node 1 has partner 2");
  expect_fault({-1, 2, -1, -1, -1}, MatchingFault::kNotMutual, 1,
               "node 1 has partner 2, but node 2 is unmatched");
}

TEST(VerifyMatching, ReportsPartnersThatAreNotNeighbors) {
  expect_fault({2, -1, 0, -1, -1}, MatchingFault::kNotNeighbors, 0,
               "nodes 0 and 2 are partners but not neighbors");
}

TEST(VerifyMatching, ReportsNeighborsThatAreBothUnmatched) {
  expect_fault({-1, -1, 3, 2, -1}, MatchingFault::kNotMaximal, 0,
               "nodes 0 and 1 are neighbors and both unmatched");
}

TEST(VerifyMatching, ReportsNodesThatPreferEachOther) {
  expect_fault({1, 0, 3, 2, -1}, MatchingFault::kNotStable, 1,
               "nodes 1 and 2 are neighbors with weight 9 and prefer each other: node 1 has "
               "partner 0 with weight 2, node 2 has partner 3 with weight 4");
  // A tie: node 1 prefers node 2 to node 3, whose index is larger.
  expect_fault({-1, 3, -1, 1, -1}, MatchingFault::kNotStable, 1,
               "nodes 1 and 2 are neighbors with weight 9 and prefer each other: node 1 has "
               "partner 3 with weight 9, node 2 is unmatched");
}

TEST(VerifyMatching, ChecksOnlyWhatIsRequested) {
  const std::vector<Node> not_maximal = {-1, -1, 3, 2, -1};
  EXPECT_TRUE(verify_matching(example(), not_maximal, Demand::kMatching).ok());
  EXPECT_FALSE(verify_matching(example(), not_maximal, Demand::kMaximal).ok());
  const std::vector<Node> not_stable = {1, 0, 3, 2, -1};
  EXPECT_TRUE(verify_matching(example(), not_stable, Demand::kMaximal).ok());
}

TEST(VerifyMatching, WritesDifferentWeightsWithDifferentDigits) {
  const CsrGraph graph = small_graph<double>(3, {{0, 1, 0.1}, {1, 2, 0.1 + 1e-16}});
  EXPECT_EQ(verify_matching(graph, std::vector<Node>{1, 0, -1}).words,
            "nodes 1 and 2 are neighbors with weight 0.1000000000000001 and prefer each other: "
            "node 1 has partner 0 with weight 0.1, node 2 is unmatched");
}

TEST(VerifyMatching, ReportsTheSmallestWrongNodeForEveryNumberOfThreads) {
  const CsrGraph graph = generate(parse_graph_spec("urand:16:ef=4"));
  std::vector<Node> matches = stable_matching(graph);
  for (Node v = 40000; v < graph.numNodes; ++v) matches[v] = v;
  Node first = 40000;  // or a smaller node whose partner is 40000 or larger
  for (Node v = 39999; v >= 0; --v) {
    if (matches[v] >= 40000) first = v;
  }

  EXPECT_EQ(verify_matching(graph, matches).node, first);
#ifdef _OPENMP
  const int threads_before = omp_get_max_threads();
  for (const int threads : {1, 2, 5}) {
    omp_set_num_threads(threads);
    EXPECT_EQ(verify_matching(graph, matches).node, first);
  }
  omp_set_num_threads(threads_before);
#endif
}

TEST(MatchingWeight, CountsEachEdgeOnce) {
  const std::vector<Node> matches = {1, 0, 3, 2, -1};
  EXPECT_EQ(matching_weight(example(), matches), 6);
  EXPECT_EQ(count_matched_edges(matches), 2);
}

TEST(MatchingWeight, OfIntegersIsExact) {
  const CsrGraph graph =
      small_graph<std::int32_t>(6, {{0, 1, INT32_MAX}, {2, 3, INT32_MAX}, {4, 5, -1}});
  EXPECT_EQ(matching_weight(graph, std::vector<Node>{1, 0, 3, 2, 5, 4}), 2.0 * INT32_MAX - 1);
}

TEST(MatchingWeight, RefusesPartnersThatAreNotNeighbors) {
  EXPECT_THROW(matching_weight(example(), std::vector<Node>{2, -1, 0, -1, -1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace handshake
