// The oracle agrees with the handout: with its examples, and with the expected outputs of the test
// cases.
#include "labs/matching/oracle.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

namespace handshake::suite {
namespace {

using Ints = std::vector<int>;
constexpr int U = kUnmatched;

TEST(Oracle, FindsTheStrongestNeighborsOfTheHandoutsFigure) {
  EXPECT_EQ(strongest_neighbors(handout_graph()), (Ints{1, 3, 3, 2, 3}));
}

TEST(Oracle, PrefersTheSmallerIndexAmongEquallyHeavyEdges) {
  const EdgeList graph = make_edge_list(4, {{3, 2, 5}, {3, 1, 5}, {3, 0, 4}});

  EXPECT_EQ(strongest_neighbors(graph)[3], 1);
}

TEST(Oracle, FindsThePassesOfTheHandoutsFigure) {
  const std::vector<Pass> passes = all_passes(handout_graph());

  ASSERT_EQ(passes.size(), 2u);
  EXPECT_EQ(passes[0].matches, (Ints{U, U, 3, 2, U}));
  EXPECT_EQ(passes[0].keepEdges, (Ints{1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(passes[0].newIndices, (Ints{0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4}));
  EXPECT_EQ(passes[1].matches, (Ints{1, 0, 3, 2, U}));
}

TEST(Oracle, GivesTheNewIndicesAfterAllStepsOfTheScan) {
  const Pass pass = all_passes(handout_graph()).front();
  Ints sums = pass.keepEdges;
  sums.push_back(12345);
  for (const int distance : scan_distances(pass.edges.numEdges()))
    sums = after_scan_step(sums, distance);

  EXPECT_EQ(sums, pass.newIndices);
}

class TestCase : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, TestCase,
                         testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 20, 21, 31, 32, 33));

TEST_P(TestCase, HasTheOutputThatTheOracleComputes) {
  const std::string number = std::to_string(GetParam());
  const EdgeList graph = read_mtx("testcases/input" + number + ".mtx");
  std::ifstream in("testcases/output" + number + ".txt");
  const Ints expected((std::istream_iterator<int>(in)), std::istream_iterator<int>());

  EXPECT_EQ(expected_matches(graph), expected);
}

TEST(EdgeList, ReadsBackWhatItWrites) {
  const EdgeList graph = random_graph(5, 20, 40, {-9, 9});
  const std::string path = testing::TempDir() + "/suite_edge_list_test.mtx";

  write_mtx(path, graph, "a comment");
  const EdgeList again = read_mtx(path);

  EXPECT_EQ(again.numNodes, graph.numNodes);
  EXPECT_EQ(again.src, graph.src);
  EXPECT_EQ(again.dst, graph.dst);
  EXPECT_EQ(again.weight, graph.weight);
}

TEST(EdgeList, TheErrorForAMissingFileSaysSo) {
  try {
    read_mtx("missing.mtx");
    FAIL() << "read_mtx found a file that does not exist";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "missing.mtx: cannot be read: No such file or directory");
  }
}

TEST(Random, GivesTheSameNumbersOnEveryMachine) {
  Random random(1);

  EXPECT_EQ(random.next(), 0x910a2dec89025cc1u);
}

}  // namespace
}  // namespace handshake::suite
