// Tests how weights become whole numbers, and which weights are refused with which message.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "graph/input_error.hpp"
#include "graphs.hpp"

namespace handshake::louvain {
namespace {

Communities find(const Problem& problem) {
  Measures measures;
  Communities found = find_communities(problem, {}, &measures);
  EXPECT_EQ(communities_fault(problem, found), "");
  return found;
}

template <class W>
std::string fault_of(const Edges<W>& edges, const std::vector<SelfLoop>& loops = {},
                     Fraction resolution = {}) {
  try {
    make_problem(graph_of(4, edges), loops, resolution);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Weights, ThatAreDecimalsBecomeWholeNumbers) {
  const auto scale_of = [](double a, double b) {
    const Problem problem = make_problem(graph_of<double>(4, {{0, 1, a}, {2, 3, b}}), {}, {});
    EXPECT_EQ(problem.graph.strengths[0], std::llround(a * problem.scale));
    EXPECT_EQ(problem.total, 2 * (problem.graph.strengths[0] + problem.graph.strengths[2]));
    return problem.exact ? problem.scale : 0;
  };
  EXPECT_EQ(scale_of(2, 3), 1);
  EXPECT_EQ(scale_of(0.1, 0.7), 10);
  EXPECT_EQ(scale_of(0.001, 0.999), 1000);
  EXPECT_EQ(scale_of(0.25, 1e-6), 1e6);
  EXPECT_EQ(scale_of(1 / 3., 0.5), 0) << "rounded";
  EXPECT_EQ(make_problem(graph_of<float>(4, {{0, 1, 0.3f}}), {}, {}).scale, 10);
}

TEST(Weights, ThatAreNotDecimalsAreRoundedToSixtyBits) {
  const Problem problem = make_problem(graph_of<double>(4, {{0, 1, 1 / 3.}, {2, 3, M_PI}}), {}, {});
  EXPECT_FALSE(problem.exact && problem.scale < 1e15);
  EXPECT_GE(problem.total, Weight{1} << 60);
  EXPECT_LT(problem.total, Weight{1} << 62);
  EXPECT_EQ(problem.graph.strengths[1],
            static_cast<Weight>(std::ldexp(1 / 3., std::ilogb(problem.scale))));
}

TEST(Weights, MayBeAsLargeAsADoubleCanBe) {
  const Problem problem =
      make_problem(graph_of<double>(4, {{0, 1, 5e307}, {2, 3, 15e307}}), {}, {});
  EXPECT_GE(problem.total, Weight{1} << 60);
  EXPECT_LT(problem.total, Weight{1} << 62);
  EXPECT_NEAR(static_cast<double>(problem.graph.strengths[2]) / problem.graph.strengths[0], 3,
              1e-9);
}

TEST(Weights, ThatAreTooSmallToBeAddedUpAreRefused) {
  EXPECT_EQ(fault_of<double>({{0, 1, 1e-320}, {2, 3, 5e-324}}),
            "the graph: the weights are too small to be added up; multiply them by a number");
}

TEST(Weights, ThatAreNegativeOrInfiniteAreRefusedAndTheirEdgeIsNamed) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_NE(fault_of<std::int32_t>({{0, 1, 2}, {3, 2, -5}}).find("from node 2 to node 3"),
            std::string::npos);
  EXPECT_NE(fault_of<double>({{0, 1, 2}, {1, 3, inf}}).find("from node 1 to node 3"),
            std::string::npos);
  EXPECT_NE(fault_of<double>({{0, 1, -0.5}}).find("weight -0.5"), std::string::npos);
  EXPECT_NE(fault_of<double>({{0, 1, 1}}, {{2, -1}}).find("from node 2 to node 2"),
            std::string::npos);
  EXPECT_EQ(fault_of<double>({{0, 1, 0}}), "");
}

TEST(Weights, WhoseTotalWouldOverflowAreRefused) {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(fault_of<std::int32_t>({{0, 1, most}, {1, 2, most}}), "");
  EXPECT_EQ(fault_of<double>({{0, 1, 1e300}, {1, 2, 1e300}}), "") << "scaled down";
  // The total is 2.7 * 10^16. A resolution of 1/1000 multiplies it by 10^3, and the product
  // 2.7 * 10^19 is above 2^62.
  std::vector<SelfLoop> loops(6 << 20, SelfLoop{0, static_cast<double>(most)});
  EXPECT_EQ(fault_of<std::int32_t>({{0, 1, most}}, loops), "");
  EXPECT_NE(fault_of<std::int32_t>({{0, 1, most}}, loops, {1, 1000}).find("but only sums below"),
            std::string::npos);
}

TEST(Resolution, IsAFractionInLowestTerms) {
  const auto text = [](const char* word) {
    const Fraction f = parse_fraction(word);
    return std::to_string(f.over) + "/" + std::to_string(f.under);
  };
  EXPECT_EQ(text("1"), "1/1");
  EXPECT_EQ(text("0.75"), "3/4");
  EXPECT_EQ(text("2.50"), "5/2");
  EXPECT_EQ(text("0"), "0/1");
  EXPECT_EQ(text("1000"), "1000/1");
  for (const char* word : {"", ".", "-1", "1e3", "1000.1", "0.1234567", "1.2.3", "x", "1/2"}) {
    EXPECT_THROW(parse_fraction(word), std::invalid_argument) << word;
  }
}

TEST(Graphs, WithoutEdgesOfPositiveWeightHaveOneCommunityPerNode) {
  for (const Node nodes : {0, 1, 5}) {
    const Communities found = find(problem_of(nodes, {}));
    EXPECT_EQ(found.count, nodes);
    EXPECT_EQ(found.modularity.value(), 0);
  }
  EXPECT_EQ(find(problem_of(3, {{0, 1, 0}, {1, 2, 0}})).count, 3) << "all weights are 0";
  EXPECT_EQ(find(problem_of(2, {}, {{0, 4}})).modularity.value(), 0) << "there is only a loop";
}

TEST(Modularity, CountsALoopOnceAmongTheEdgesAndTwiceInTheDegreeOfItsNode) {
  // Computed by hand for the communities {0} (with its loop) and {1, 2}: m = 5, and
  // Q = 3/5 - (7/10)^2 + 1/5 - (3/10)^2.
  const Problem problem = problem_of(3, {{0, 1, 1}, {1, 2, 1}}, {{0, 3}});
  EXPECT_EQ(problem.total, 10);
  Buffer<Node> communities(3);
  communities[0] = 0, communities[1] = communities[2] = 1;
  EXPECT_DOUBLE_EQ(modularity_of(problem, communities, 1).value(), 0.6 - 0.49 + 0.2 - 0.09);
}

TEST(Graphs, ThatAreStarsBecomeOneCommunity) {
  Edges<std::int32_t> edges;
  for (Node v = 1; v <= 100000; ++v) edges.push_back({0, v, 1});
  EXPECT_EQ(find(problem_of(100001, edges)).count, 1);
}

}  // namespace
}  // namespace handshake::louvain
