// Tests the definition of the greedy b-matching with answers that were computed by hand, and
// compares the verifier with this definition.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "graph/generate.hpp"
#include "matching/b_matching.hpp"
#include "matching/greedy_matching.hpp"
#include "matching/stable_matching.hpp"

namespace handshake::b_matching {
namespace {

using Lists = std::vector<std::vector<Node>>;

Bounds bounds_of(const std::vector<std::int32_t>& numbers) {
  Bounds bounds(numbers.size());
  std::copy(numbers.begin(), numbers.end(), bounds.begin());
  return bounds;
}

Bounds same(const CsrGraph& graph, std::int32_t b) {
  return bounds_of(std::vector<std::int32_t>(graph.numNodes, b));
}

Lists lists_of(const BMatching& matching) {
  Lists lists(matching.offsets.size() - 1);
  for (std::size_t v = 0; v < lists.size(); ++v) {
    lists[v].assign(matching.partners.begin() + matching.offsets[v],
                    matching.partners.begin() + matching.offsets[v + 1]);
  }
  return lists;
}

BMatching matching_of(const Lists& lists) {
  BMatching matching{Buffer<EdgeIndex>(lists.size() + 1), {}};
  matching.offsets[0] = 0;
  std::vector<Node> all;
  for (std::size_t v = 0; v < lists.size(); ++v) {
    all.insert(all.end(), lists[v].begin(), lists[v].end());
    matching.offsets[v + 1] = static_cast<EdgeIndex>(all.size());
  }
  matching.partners = Buffer<Node>(all.size());
  std::copy(all.begin(), all.end(), matching.partners.begin());
  return matching;
}

CsrGraph graph_of(const char* spec) {
  return generate(parse_graph_spec(spec));
}

TEST(GreedyBMatching, OfAPathWithEqualWeightsIsTheMatchingComputedByHand) {
  const CsrGraph graph = graph_of("path:2:w=const");  // four nodes in a row
  ASSERT_EQ(graph.numNodes, 4);
  EXPECT_EQ(lists_of(greedy_b_matching(graph, same(graph, 1))), (Lists{{1}, {0}, {3}, {2}}));
  EXPECT_EQ(lists_of(greedy_b_matching(graph, same(graph, 2))), (Lists{{1}, {0, 2}, {1, 3}, {2}}));
  EXPECT_EQ(lists_of(greedy_b_matching(graph, bounds_of({1, 0, 5, 9}))), (Lists{{}, {}, {3}, {2}}));
}

TEST(GreedyBMatching, WithOnePartnerPerNodeIsTheStableMatching) {
  for (const char* spec : {"urand:9", "kron:9:w=int", "rgg:9:w=const", "myc:6"}) {
    for (const TieRule ties : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
      const CsrGraph graph = graph_of(spec);
      const Lists lists = lists_of(greedy_b_matching(graph, same(graph, 1), ties));
      const std::vector<Node> stable = stable_matching(graph, ties);
      for (Node v = 0; v < graph.numNodes; ++v) {
        EXPECT_EQ(lists[v], stable[v] < 0 ? std::vector<Node>() : std::vector<Node>{stable[v]});
      }
    }
  }
}

TEST(GreedyBMatching, ContainsAllEdgesIfEveryNodeMayHaveAllItsNeighbors) {
  const CsrGraph graph = graph_of("kron:8");
  const BMatching all = greedy_b_matching(graph, same(graph, 1 << 30));
  EXPECT_EQ(static_cast<EdgeIndex>(all.partners.size()), graph.numEdges());
  EXPECT_EQ(b_matching_fault(graph, same(graph, 1 << 30), all), "");
}

TEST(BMatchingVerifier, FindsEveryKindOfFault) {
  const CsrGraph graph = graph_of("path:2:w=const");
  const Bounds bounds = bounds_of({1, 2, 2, 0});
  const auto fault = [&](const Lists& lists) {
    return b_matching_fault(graph, bounds, matching_of(lists));
  };
  EXPECT_EQ(fault({{1}, {0, 2}, {1}, {}}), "");
  EXPECT_NE(fault({{1}, {0}, {}, {}}).find("nodes 1 and 2 are not partners"), std::string::npos);
  EXPECT_NE(fault({{1}, {0, 2}, {1, 3}, {2}}).find("node 3 has 1 partners"), std::string::npos);
  EXPECT_NE(fault({{1}, {2, 0}, {1}, {}}).find("in the wrong order"), std::string::npos);
  EXPECT_NE(fault({{1}, {0, 0}, {}, {}}).find("twice, or"), std::string::npos);
  EXPECT_NE(fault({{2}, {}, {}, {}}).find("not a neighbor"), std::string::npos);
  EXPECT_NE(fault({{7}, {}, {}, {}}).find("not a neighbor"), std::string::npos);
  EXPECT_NE(fault({{1}, {2}, {1}, {}}).find("does not have partner"), std::string::npos);
  EXPECT_NE(fault({{1}, {0}, {}}).find("offsets"), std::string::npos);
}

TEST(BMatchingVerifier, AcceptsOnlyTheGreedyMatchingOfRandomGraphs) {
  std::mt19937 random(1);
  for (const char* spec : {"urand:5:w=int", "kron:6:w=const", "rgg:6"}) {
    const CsrGraph graph = graph_of(spec);
    Bounds bounds = same(graph, 0);
    for (std::int32_t& b : bounds) b = static_cast<std::int32_t>(random() % 4);
    for (const TieRule ties : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
      const BMatching greedy = greedy_b_matching(graph, bounds, ties);
      EXPECT_EQ(b_matching_fault(graph, bounds, greedy, ties), "");
      Lists lists = lists_of(greedy);
      for (Node v = 0; v < graph.numNodes; ++v) {  // removes one edge
        if (lists[v].empty()) continue;
        const Node u = lists[v].back();
        lists[v].pop_back();
        lists[u].erase(std::find(lists[u].begin(), lists[u].end(), v));
        break;
      }
      EXPECT_NE(b_matching_fault(graph, bounds, matching_of(lists), ties), "");
    }
  }
}

}  // namespace
}  // namespace handshake::b_matching
