// Improving a matching: compared with the definition in improve.hpp, written as plainly as possible,
// and with the heaviest matching, which LEMON computes.
#include "extensions/common/improve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "graph/generate.hpp"
#include "graph/graph_error.hpp"
#include "graphs_to_improve.hpp"
#include "matching/matching.hpp"
#include "matching/verify_matching.hpp"
#include "small_graphs.hpp"
#ifdef HANDSHAKE_HAS_OPTIMUM
#include "matching/optimal_weight.hpp"
#endif

namespace handshake {
namespace {

// One scan by the definition, for graphs whose weights are small integers. Nothing is skipped, and
// every path is a list of nodes and a list of pairs.
class PlainScan {
 public:
  PlainScan(const CsrGraph& graph, const std::vector<std::int64_t>& weights, Matches* matches)
      : matches_(*matches) {
    lists_.resize(graph.numNodes);
    for (Node v = 0; v < graph.numNodes; ++v) {
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        lists_[v][graph.neighbors[e]] = weights[e];
      }
    }
  }

  void run() {
    for (Node v = 0; v < nodes(); ++v) {
      if (pair_weight(v) < 0) set_pair(v, -1);
    }
    std::vector<Path> paths;
    for (Node u = 0; u < nodes(); ++u) {
      if (matches_[u] < 0 || u < matches_[u]) find_path(u, &paths);
    }
    // The total order of claims.
    std::sort(paths.begin(), paths.end(), [](const Path& p, const Path& q) {
      return p.gain != q.gain ? p.gain > q.gain : mix_bits(p.name) > mix_bits(q.name);
    });
    std::set<Node> changed;
    for (int round = 0; round < 4; ++round) apply_winners(&paths, &changed);
    match_the_free();
  }

 private:
  struct Arm {
    Node from, to;
    std::int64_t gain;
  };
  struct Path {
    Node name;
    std::int64_t gain;
    std::vector<std::pair<Node, Node>> pairs;
    std::set<Node> touched;
  };

  Node nodes() const { return static_cast<Node>(lists_.size()); }
  std::int64_t pair_weight(Node v) const { return matches_[v] < 0 ? 0 : lists_[v].at(matches_[v]); }
  void set_pair(Node v, Node u) {
    for (const Node end : {v, u}) {
      if (end >= 0 && matches_[end] >= 0) matches_[matches_[end]] = -1;
      if (end >= 0) matches_[end] = -1;
    }
    if (u >= 0) matches_[v] = u, matches_[u] = v;
  }

  // Up to two arms, each as a list with one element; and no arm, as an empty list.
  std::vector<std::vector<Arm>> choices(Node u) const {
    std::vector<Arm> arms;
    if (u >= 0) {
      for (const auto& [a, weight] : lists_[u]) {
        if (weight > 0 && a != matches_[u]) arms.push_back({u, a, weight - pair_weight(a)});
      }
    }
    std::sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) {
      return a.gain != b.gain ? a.gain > b.gain : edge_hash(a.from, a.to) > edge_hash(b.from, b.to);
    });
    std::vector<std::vector<Arm>> all = {{}};
    for (std::size_t i = 0; i < arms.size() && i < 2; ++i) all.push_back({arms[i]});
    return all;
  }

  void find_path(Node u, std::vector<Path>* paths) const {
    Path best{u, 0, {}, {}};
    for (const auto& first : choices(u)) {
      for (const auto& second : choices(matches_[u])) {
        Path path{u, 0, {}, {u}};
        std::int64_t lost = pair_weight(u);
        if (matches_[u] >= 0) path.touched.insert(matches_[u]);
        std::vector<Arm> arms = first;
        arms.insert(arms.end(), second.begin(), second.end());
        for (const Arm& arm : arms) {
          path.pairs.push_back({arm.from, arm.to});
          path.gain += lists_[arm.from].at(arm.to);
          if (path.touched.count(arm.to) == 0) lost += pair_weight(arm.to);
          path.touched.insert(arm.to);
          if (matches_[arm.to] >= 0) path.touched.insert(matches_[arm.to]);
        }
        path.gain -= lost;
        const bool meet = arms.size() == 2 && arms[0].to == arms[1].to;
        if (!meet && path.gain > best.gain) best = path;
      }
    }
    if (best.gain > 0) paths->push_back(best);
  }

  void apply_winners(std::vector<Path>* paths, std::set<Node>* changed) {
    std::map<Node, Node> owner;  // the first path in the order
    for (const Path& path : *paths) {
      for (const Node v : path.touched) owner.emplace(v, path.name);
    }
    std::vector<Path> others;
    for (const Path& path : *paths) {
      const bool wins = std::all_of(path.touched.begin(), path.touched.end(),
                                    [&](Node v) { return owner[v] == path.name; });
      if (!wins) {
        others.push_back(path);
        continue;
      }
      for (const Node v : path.touched) set_pair(v, -1);
      for (const auto& [v, u] : path.pairs) set_pair(v, u);
      changed->insert(path.touched.begin(), path.touched.end());
    }
    paths->clear();
    for (const Path& path : others) {
      const bool stays = std::none_of(path.touched.begin(), path.touched.end(),
                                      [&](Node v) { return changed->count(v) > 0; });
      if (stays) paths->push_back(path);
    }
  }

  void match_the_free() {
    for (;;) {  // the best edge between two free nodes, until there is none
      std::pair<std::int64_t, std::uint64_t> best{0, 0};
      std::pair<Node, Node> ends{-1, -1};
      for (Node v = 0; v < nodes(); ++v) {
        for (const auto& [u, weight] : lists_[v]) {
          const std::pair<std::int64_t, std::uint64_t> rank{weight, edge_hash(v, u)};
          if (matches_[v] >= 0 || matches_[u] >= 0 || weight <= 0 || rank <= best) continue;
          best = rank;
          ends = {v, u};
        }
      }
      if (ends.first < 0) return;
      set_pair(ends.first, ends.second);
    }
  }

  std::vector<std::map<Node, std::int64_t>> lists_;
  Matches& matches_;
};

std::vector<std::int64_t> whole_weights(const CsrGraph& graph) {
  return std::visit(
      [](const auto& weights) { return std::vector<std::int64_t>(weights.begin(), weights.end()); },
      graph.weights);
}

Matches improved(const graph::View& graph, Matches start, int scans, int threads = 1) {
  improve(graph, {scans, threads}, start.data());
  return start;
}

TEST(Improve, FollowsTheDefinition) {
  for_each_graph([](const CsrGraph& graph) {
    const std::vector<std::int64_t> weights = whole_weights(graph);
    for (const Matches& start : starts(graph)) {
      Matches expected = start;
      for (int scans = 1; scans <= 5; ++scans) {
        PlainScan(graph, weights, &expected).run();
        ASSERT_EQ(improved(graph, start, scans), expected) << graph.numNodes << " " << scans;
      }
    }
  });
}

TEST(Improve, NeverLowersTheWeightAndKeepsAMatching) {
  for_each_graph([](const CsrGraph& graph) {
    for (const Matches& start : starts(graph)) {
      double before = matching_weight(graph, start);
      for (int scans = 1; scans <= 5; ++scans) {
        const Matches matches = improved(graph, start, scans);
        ASSERT_EQ(verify_matching(graph, matches, Demand::kMatching).words, "");
        const double after = matching_weight(graph, matches);
        ASSERT_GE(after, before);
        before = after;
      }
    }
  });
}

TEST(Improve, GivesTheSameForEveryNumberOfThreads) {
  for (const char* spec : {"urand:13", "kron:12:w=int", "rgg:13:w=const", "mesh81:12", "myc:9"}) {
    const CsrGraph graph = generate(parse_graph_spec(spec));
    for (const Matches& start : starts(graph)) {
      const Matches expected = improved(graph, start, 3, 1);
      for (const int threads : {2, 3, 5}) {
        ASSERT_EQ(improved(graph, start, 3, threads), expected) << spec << " " << threads;
      }
    }
  }
}

TEST(Improve, GivesTheSameForEveryTypeOfWeightsAndOffsets) {
  const CsrGraph graph = random_graph<std::int32_t>(200, 900, 7, 7, 1);
  const Matches expected = improved(graph, greedy(graph), 4);
  graph::View view(graph);
  view.weights = graph::NoWeights();
  const std::vector<std::int32_t> offsets(graph.offsets.begin(), graph.offsets.end());
  view.offsets = graph::Span<std::int32_t>(offsets);
  EXPECT_EQ(improved(view, greedy(graph), 4), expected);
  const std::vector<std::int64_t> long_ones(graph.numEdges(), std::int64_t{1} << 59);
  view.weights = graph::Span<std::int64_t>(long_ones);
  EXPECT_EQ(improved(view, greedy(graph), 4), expected);
  const std::vector<double> tiny(graph.numEdges(), 5e-324), large(graph.numEdges(), 0x1p1000);
  view.weights = graph::Span<double>(tiny);
  EXPECT_EQ(improved(view, greedy(graph), 4), expected);
  view.weights = graph::Span<double>(large);
  EXPECT_EQ(improved(view, greedy(graph), 4), expected);
}

// In double, (1.2 - 0.6) + (1.7 - 0.6) - 1.7 is 2^-52. But the sum of these five doubles is 0.
TEST(Improve, DoesNotTakeRoundingForAGain) {
  const Matches start = {1, 0, 3, 2, 5, 4};
  const auto path = [](double middle) {
    return graph_of<double>(6,
                            {{0, 1, 0.6}, {1, 2, 1.2}, {2, 3, middle}, {3, 4, 1.7}, {4, 5, 0.6}});
  };
  EXPECT_EQ(improved(path(1.7), start, 1), start);
  EXPECT_EQ(improved(path(1.7 - 1e-12), start, 1), (Matches{-1, 2, 1, 4, 3, -1}));
}

TEST(Improve, SeparatesPairsOfNegativeWeight) {
  const CsrGraph graph = graph_of<float>(4, {{0, 1, -1}, {1, 2, 0}, {2, 3, 2}});
  EXPECT_EQ(improved(graph, {1, 0, 3, 2}, 1), (Matches{-1, -1, 3, 2}));
  EXPECT_EQ(improved(graph, {1, 0, 3, 2}, 0), (Matches{1, 0, 3, 2}));
}

TEST(Improve, ExchangesTheEdgesOfACycleOfFour) {
  const CsrGraph cycle = graph_of<int>(4, {{0, 1, 3}, {1, 2, 4}, {2, 3, 3}, {0, 3, 1}});
  EXPECT_EQ(improved(cycle, {3, 2, 1, 0}, 1), (Matches{1, 0, 3, 2}));
}

TEST(Improve, ReturnsTheNumberOfScansThatChangedSomething) {
  const CsrGraph path = graph_of<int>(4, {{0, 1, 2}, {1, 2, 3}, {2, 3, 2}});
  Matches matches = {-1, 2, 1, -1};
  EXPECT_EQ(improve(path, {5, 1}, matches.data()), 1);
  EXPECT_EQ(improve(path, {5, 1}, matches.data()), 0);
  EXPECT_EQ(matches, (Matches{1, 0, 3, 2}));
}

TEST(Improve, RefusesWhatIsNotAMatchingAndChangesNothing) {
  const CsrGraph path = graph_of<int>(4, {{0, 1, 2}, {1, 2, 3}, {2, 3, 2}});
  for (const Matches& wrong :
       {Matches{1, 2, 1, -1}, Matches{3, -1, -1, 0}, Matches{9, -1, -1, -1}}) {
    Matches matches = wrong;
    EXPECT_THROW(improve(path, {1, 1}, matches.data()), GraphError);
    EXPECT_EQ(matches, wrong);
  }
  Matches none(4, -1);
  EXPECT_THROW(improve(path, {kMostScans + 1, 1}, none.data()), InputError);
}

TEST(Improve, NamesAWeightThatIsTooLarge) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double weight : {1e302, -1e302, nan}) {
    const CsrGraph graph = graph_of<double>(3, {{0, 1, 1}, {1, 2, weight}});
    Matches none(3, -1);
    try {
      improve(graph, {1, 3}, none.data());
      ADD_FAILURE() << weight;
    } catch (const GraphError& error) {
      EXPECT_EQ(error.row, 1);
      EXPECT_EQ(error.column, 2);
    }
  }
  const CsrGraph pair = graph_of<int>(2, {{0, 1, 1}});
  const std::vector<std::int64_t> large(2, (std::int64_t{1} << 59) + 1);
  graph::View view(pair);
  view.weights = graph::Span<std::int64_t>(large);
  Matches none(2, -1);
  EXPECT_THROW(improve(view, {1, 1}, none.data()), GraphError);
}

// A graph that is not symmetric may reach the engine if the caller trusts it.
TEST(Improve, StaysInsideItsArraysIfTheGraphIsNotSymmetric) {
  for (int seed = 0; seed < 50; ++seed) {
    const CsrGraph graph = not_symmetric_graph(seed);
    Matches none(40, -1);
    improve(graph, {4, 2}, none.data());
  }
}

#ifdef HANDSHAKE_HAS_OPTIMUM
TEST(Improve, GivesAtLeastHalfOfTheOptimumAndAtMostTheOptimum) {
  for_each_graph([](const CsrGraph& graph) {
    const double optimum = optimal_matching_weight(graph);
    const double weight = matching_weight(graph, improved(graph, greedy(graph), 4));
    EXPECT_GE(weight, optimum / 2);
    EXPECT_LE(weight, optimum);
  });
}
#endif

}  // namespace
}  // namespace handshake
