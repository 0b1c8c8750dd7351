// Tests the stable matching by brute force: on small graphs, every matching is tried. This file
// checks stability in its own way: it compares the edges of one node at a time, and does not use
// the total order of all edges.
#include "matching/stable_matching.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "matching/greedy_matching.hpp"
#include "matching/handshake_passes.hpp"
#include "matching/verify_matching.hpp"
#include "small_graph.hpp"

namespace handshake {
namespace {

constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};

double weight_of(const CsrGraph& graph, EdgeIndex e) {
  return std::visit([e](const auto& weights) { return static_cast<double>(weights[e]); },
                    graph.weights);
}

EdgeIndex degree(const CsrGraph& graph, Node v) {
  return graph.offsets[v + 1] - graph.offsets[v];
}

// Whether node v prefers the neighbor at its edge e to the neighbor at its edge f.
bool prefers(const CsrGraph& graph, Node v, EdgeIndex e, EdgeIndex f, TieRule rule) {
  if (weight_of(graph, e) != weight_of(graph, f)) return weight_of(graph, e) > weight_of(graph, f);
  const Node a = graph.neighbors[e];
  const Node b = graph.neighbors[f];
  if (rule == TieRule::kIndex) return a < b;
  if (rule == TieRule::kDegree && degree(graph, a) != degree(graph, b)) {
    return degree(graph, a) < degree(graph, b);
  }
  return edge_hash(v, a) > edge_hash(v, b);
}

bool would_rather(const CsrGraph& graph, const std::vector<Node>& matches, Node v, Node u,
                  TieRule rule) {
  if (matches[v] == kUnmatched) return true;
  return prefers(graph, v, find_edge(graph, v, u), find_edge(graph, v, matches[v]), rule);
}

bool is_stable(const CsrGraph& graph, const std::vector<Node>& matches, TieRule rule) {
  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      const Node u = graph.neighbors[e];
      if (u != matches[v] && would_rather(graph, matches, v, u, rule) &&
          would_rather(graph, matches, u, v, rule)) {
        return false;
      }
    }
  }
  return true;
}

bool is_maximal(const CsrGraph& graph, const std::vector<Node>& matches) {
  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      if (matches[v] == kUnmatched && matches[graph.neighbors[e]] == kUnmatched) return false;
    }
  }
  return true;
}

// The main test of this file: exactly one matching is stable, every algorithm finds it, and the
// verifier accepts only this matching.
void expect_one_answer(const CsrGraph& graph) {
  const std::vector<std::vector<Node>> candidates = all_matchings(graph);
  for (const TieRule rule : kRules) {
    std::vector<std::vector<Node>> stable;
    for (const std::vector<Node>& matches : candidates) {
      const bool expected = is_stable(graph, matches, rule);
      if (expected) stable.push_back(matches);
      ASSERT_EQ(verify_matching(graph, matches, Demand::kStable, rule).ok(), expected);
      ASSERT_TRUE(verify_matching(graph, matches, Demand::kMatching).ok());
      ASSERT_EQ(verify_matching(graph, matches, Demand::kMaximal).ok(), is_maximal(graph, matches));
    }
    ASSERT_EQ(stable.size(), 1u);
    ASSERT_EQ(stable_matching(graph, rule), stable[0]);
    ASSERT_EQ(greedy_matching(graph, rule), stable[0]);
    if (rule == TieRule::kIndex) {
      ASSERT_EQ(handshake_passes(graph).matches, stable[0]);
    }
  }
}

// Returns the graph with the number `code` from the list of all graphs in which each edge is absent
// or has one of the weights.
CsrGraph graph_by_number(Node numNodes, const std::vector<std::int32_t>& weights, int code) {
  std::vector<SmallEdge<std::int32_t>> edges;
  const int choices = static_cast<int>(weights.size()) + 1;
  for (Node v = 0; v < numNodes; ++v) {
    for (Node u = v + 1; u < numNodes; ++u) {
      if (code % choices > 0) edges.push_back({v, u, weights[code % choices - 1]});
      code /= choices;
    }
  }
  return small_graph(numNodes, edges);
}

TEST(StableMatching, IsUniqueOnEveryGraphOfFourNodesAndThreeWeights) {
  for (int code = 0; code < 4 * 4 * 4 * 4 * 4 * 4; ++code) {
    expect_one_answer(graph_by_number(4, {-1, 0, 1}, code));
    if (HasFatalFailure()) FAIL() << "graph number " << code;
  }
}

TEST(StableMatching, IsUniqueOnEveryGraphOfFiveNodesAndOneWeight) {
  for (int code = 0; code < 1 << 10; ++code) {
    expect_one_answer(graph_by_number(5, {7}, code));
    if (HasFatalFailure()) FAIL() << "graph number " << code;
  }
}

template <class Weight>
CsrGraph random_graph(std::mt19937& random, Node numNodes, const std::vector<Weight>& weights) {
  std::vector<SmallEdge<Weight>> edges;
  const unsigned density = 1 + random() % 4;
  for (Node v = 0; v < numNodes; ++v) {
    for (Node u = v + 1; u < numNodes; ++u) {
      if (random() % 4 < density) edges.push_back({v, u, weights[random() % weights.size()]});
    }
  }
  return small_graph(numNodes, edges);
}

TEST(StableMatching, IsUniqueOnRandomGraphsOfUpToSevenNodes) {
  std::mt19937 random(20261121);
  for (int i = 0; i < 300; ++i) {
    const Node numNodes = 1 + static_cast<Node>(random() % 7);
    expect_one_answer(random_graph<std::int32_t>(random, numNodes, {1, 2, 3}));
    expect_one_answer(random_graph<std::int32_t>(random, numNodes, {INT32_MIN, -5, 0, INT32_MAX}));
    expect_one_answer(random_graph<double>(random, numNodes, {-0.5, 0, 1e-300, 0.1, 1e300}));
    expect_one_answer(random_graph<float>(random, numNodes, {0.1f, 0.2f}));
    if (HasFatalFailure()) FAIL() << "round " << i;
  }
}

TEST(StableMatching, OfAGraphWithoutNodesIsEmpty) {
  const CsrGraph graph = small_graph<std::int32_t>(0, {});
  EXPECT_TRUE(stable_matching(graph).empty());
  EXPECT_TRUE(greedy_matching(graph).empty());
  EXPECT_TRUE(handshake_passes(graph).matches.empty());
  EXPECT_TRUE(verify_matching(graph, std::vector<Node>()).ok());
}

TEST(HandshakePasses, CountTheDirectedEdgesOfEachPass) {
  // Weights rise along the path, so that each pass matches only one pair.
  const CsrGraph path =
      small_graph<std::int32_t>(6, {{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {3, 4, 4}, {4, 5, 5}});
  EXPECT_EQ(handshake_passes(path).edges_in_pass, (std::vector<EdgeIndex>{10, 6, 2}));
}

TEST(HandshakePasses, CountOnePassForAGraphWithoutEdges) {
  EXPECT_EQ(handshake_passes(small_graph<std::int32_t>(3, {})).passes(), 1u);
}

}  // namespace
}  // namespace handshake
