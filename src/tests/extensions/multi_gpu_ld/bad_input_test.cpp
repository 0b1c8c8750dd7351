// Tests unusual graphs, and weights of every type: the engines give the right matching or a clear
// message.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "extensions/common/device_weights.hpp"
#include "extensions/common/partition.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "graph/generate.hpp"
#include "graph/input_error.hpp"
#include "matching/stable_matching.hpp"
#include "tests/extensions/small_graphs.hpp"

namespace handshake::ld {
namespace {

std::vector<Node> match(const CsrGraph& graph, EngineKind kind, int gpus = 1) {
  Options options;
  options.engine = kind;
  options.gpus = gpus;
  const auto engine = make_engine(graph, options);
  engine->run();
  const Buffer<Node> matches = engine->matches();
  return {matches.begin(), matches.end()};
}

class BothEngines : public testing::TestWithParam<EngineKind> {};
INSTANTIATE_TEST_SUITE_P(Each, BothEngines, testing::Values(EngineKind::kFast, EngineKind::kPaper),
                         [](const auto& info) {
                           return info.param == EngineKind::kFast ? "Fast" : "Paper";
                         });

TEST_P(BothEngines, AGraphWithoutNodesHasAnEmptyMatching) {
  EXPECT_TRUE(match(graph_of<float>(0, {}), GetParam()).empty());
}

TEST_P(BothEngines, IsolatedNodesStayAlone) {
  EXPECT_EQ(match(graph_of<float>(5, {{1, 3, 2.0f}}), GetParam()),
            (std::vector<Node>{-1, 3, -1, 1, -1}));
  EXPECT_EQ(match(graph_of<float>(3, {}), GetParam(), 2), (std::vector<Node>{-1, -1, -1}));
}

TEST_P(BothEngines, EdgesWithNegativeWeightsCanBeMatched) {
  // A node prefers the heavier of two negative edges, and takes a negative edge rather than none.
  const auto graph =
      graph_of<float>(4, {{0, 1, -5.0f}, {1, 2, -1.0f}, {2, 3, -2.0f}, {0, 3, -0.0f}});
  EXPECT_EQ(match(graph, GetParam()), (std::vector<Node>{3, 2, 1, 0}));
}

TEST_P(BothEngines, ZeroAndMinusZeroAreTheSameWeight) {
  const auto graph = graph_of<float>(3, {{0, 2, -0.0f}, {1, 2, 0.0f}});
  EXPECT_EQ(match(graph, GetParam()), stable_matching(graph));
  EXPECT_EQ(match(graph, GetParam()), (std::vector<Node>{2, -1, 0}));
}

TEST_P(BothEngines, IntegersThatFloatsCannotRepresentKeepTheirOrder) {
  const std::int32_t big = 1 << 30;
  const auto graph = graph_of<std::int32_t>(4, {{0, 1, big}, {1, 2, big + 1}, {2, 3, big}});
  EXPECT_EQ(match(graph, GetParam()), (std::vector<Node>{-1, 2, 1, -1}));
}

TEST_P(BothEngines, DoublesThatBecomeTheSameFloatKeepTheirOrder) {
  const auto graph =
      graph_of<double>(4, {{0, 1, 1.0}, {1, 2, 1.0 + 1e-12}, {2, 3, 1e300}, {0, 3, 1e301}});
  EXPECT_EQ(match(graph, GetParam()), stable_matching(graph));
  EXPECT_EQ(match(graph, GetParam()), (std::vector<Node>{3, 2, 1, 0}));
}

TEST_P(BothEngines, WeightsThatAreNotFiniteNumbersAreRefused) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), infinity, -infinity}) {
    const auto graph = graph_of<double>(3, {{0, 1, 1.0}, {1, 2, bad}});
    try {
      match(graph, GetParam());
      FAIL() << "weight " << bad << " was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("from node 1 to node 2"), std::string::npos)
          << error.what();
    }
  }
}

TEST_P(BothEngines, AHubWithManyLeavesIsMatchedOnce) {
  std::vector<Edge<float>> edges;
  const Node leaves = 40000;
  for (Node leaf = 0; leaf < leaves; ++leaf) edges.push_back({leaf, leaves, 1.0f});
  const CsrGraph graph = graph_of<float>(leaves + 1, edges);
  EXPECT_EQ(match(graph, GetParam()), stable_matching(graph));
  EXPECT_EQ(match(graph, GetParam(), 3), stable_matching(graph));
}

TEST(DeviceWeights, AreRanksOnlyIfFloatsWouldLoseTheOrder) {
  EXPECT_FALSE(DeviceWeights(graph_of<float>(2, {{0, 1, 0.1f}})).are_ranks());
  EXPECT_FALSE(DeviceWeights(graph_of<double>(3, {{0, 1, 0.1}, {1, 2, 0.2}})).are_ranks());
  EXPECT_TRUE(DeviceWeights(graph_of<double>(3, {{0, 1, 1.0}, {1, 2, 1.0 + 1e-12}})).are_ranks());
}

TEST(CutByEdges, CoversAllNodesInOrder) {
  const CsrGraph graph = generate(parse_graph_spec("kron:8"));
  for (const int parts : {1, 2, 3, 8, 40}) {
    const std::vector<Node> borders = cut_by_edges(graph, 0, graph.numNodes, parts, 32);
    ASSERT_EQ(borders.size(), static_cast<std::size_t>(parts) + 1);
    EXPECT_EQ(borders.front(), 0);
    EXPECT_EQ(borders.back(), graph.numNodes);
    for (int p = 0; p < parts; ++p) {
      EXPECT_LE(borders[p], borders[p + 1]);
      EXPECT_TRUE(borders[p] % 32 == 0 || borders[p] == graph.numNodes);
    }
  }
}

TEST(CutByEdges, GivesEveryPartAboutTheSameNumberOfEdges) {
  const CsrGraph graph = generate(parse_graph_spec("rgg:12"));
  const std::vector<Node> borders = cut_by_edges(graph, 0, graph.numNodes, 4, 1);
  for (int p = 0; p < 4; ++p) {
    const EdgeIndex edges = graph.offsets[borders[p + 1]] - graph.offsets[borders[p]];
    EXPECT_NEAR(static_cast<double>(edges), graph.numEdges() / 4.0, 100);
  }
}

TEST(CutByRoom, CoversAllNodesWithRangesOfAtMostTheGivenNumberOfEdges) {
  const CsrGraph graph = generate(parse_graph_spec("kron:8"));
  EdgeIndex longest = 0;
  for (Node v = 0; v < graph.numNodes; ++v) {
    longest = std::max(longest, graph.offsets[v + 1] - graph.offsets[v]);
  }
  for (const EdgeIndex room : {longest, longest + 100, graph.numEdges()}) {
    const std::vector<Node> borders = cut_by_room(graph, room);
    EXPECT_EQ(borders.front(), 0);
    EXPECT_EQ(borders.back(), graph.numNodes);
    for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
      EXPECT_LT(borders[b], borders[b + 1]);
      EXPECT_LE(graph.offsets[borders[b + 1]] - graph.offsets[borders[b]], room);
    }
  }
}

}  // namespace
}  // namespace handshake::ld
