// The engines on the CPU read graphs in the caller's arrays, whatever the types of these arrays are.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "extensions/b_matching/match.hpp"
#include "extensions/louvain/find.hpp"
#include "extensions/stable_marriage/match.hpp"
#include "extensions/suitor/match.hpp"
#include "graph/graph_error.hpp"
#include "graph/validate.hpp"
#include "oracles.hpp"

namespace handshake {
namespace {

constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};

// Weights of which many become equal when they are rounded to floats.
template <class Weight>
Weight hard_weight(std::mt19937_64& random) {
  const auto small = static_cast<std::int64_t>(random() % 5) - 2;
  if constexpr (std::is_same_v<Weight, double>) {
    switch (random() % 5) {
      case 0:
        return small * 5e307;
      case 1:
        return small * 1e-320;
      case 2:
        return 1 + small * 1e-12;
      case 3:
        return small == 0 ? -0.0 : 0.0;
      default:
        return small * 1e40;
    }
  } else if constexpr (std::is_same_v<Weight, std::int64_t>) {
    return (random() % 2 == 0 ? std::int64_t{1} << 53 : std::int64_t{1} << 62) + small;
  } else if constexpr (std::is_same_v<Weight, std::int32_t>) {
    return (1 << 30) + static_cast<std::int32_t>(small);
  } else {
    return small == 0 ? -0.0f : static_cast<float>(small);
  }
}

template <class Types>
class Views : public testing::Test {
 protected:
  using Offset = std::tuple_element_t<0, Types>;
  using Weight = std::tuple_element_t<1, Types>;
  using Graph = PlainGraph<Offset, Weight>;

  // Graphs of all sizes, with many equal weights, and with weights that are hard to round.
  template <class Check>
  void for_each_graph(const Check& check) {
    for (int seed = 0; seed < 60; ++seed) {
      const Node nodes = seed < 4 ? seed : 1 + seed * seed % 211;
      const auto simple = [](auto& random) { return static_cast<Weight>(random() % 7); };
      check(random_graph<Offset, Weight>(nodes, 5 * nodes, seed, simple), seed);
      check(random_graph<Offset, Weight>(nodes, 3 * nodes, seed, hard_weight<Weight>), seed);
    }
  }
};

using AllTypes =
    testing::Types<std::tuple<std::int64_t, float>, std::tuple<std::int32_t, float>,
                   std::tuple<std::int64_t, double>, std::tuple<std::int32_t, double>,
                   std::tuple<std::int64_t, std::int32_t>, std::tuple<std::int32_t, std::int32_t>,
                   std::tuple<std::int64_t, std::int64_t>, std::tuple<std::int32_t, std::int64_t>>;
TYPED_TEST_SUITE(Views, AllTypes);

TYPED_TEST(Views, AreValid) {
  this->for_each_graph(
      [](const auto& graph, int) { EXPECT_EQ(find_fault(graph.view()).words, ""); });
}

TYPED_TEST(Views, GiveTheGreedyMatching) {
  this->for_each_graph([](const auto& graph, int seed) {
    for (const TieRule ties : kRules) {
      const auto expected = greedy(graph, std::vector<std::int32_t>(graph.nodes, 1), ties);
      for (const int threads : {0, 1, 3}) {
        std::vector<Node> partners(graph.nodes, 77);
        suitor::match(graph.view(), {ties, threads}, partners.data());
        for (Node v = 0; v < graph.nodes; ++v) {
          ASSERT_EQ(partners[v], expected[v].empty() ? -1 : expected[v][0])
              << "node " << v << " of graph " << seed;
        }
      }
    }
  });
}

TYPED_TEST(Views, GiveTheGreedyBMatching) {
  this->for_each_graph([](const auto& graph, int seed) {
    std::vector<std::int32_t> bounds(graph.nodes);
    for (Node v = 0; v < graph.nodes; ++v) bounds[v] = (v * 7 + seed) % 5;
    for (const TieRule ties : kRules) {
      const auto expected = greedy(graph, bounds, ties);
      const BMatching found = b_matching::match(graph.view(), bounds, {ties, seed % 3});
      ASSERT_EQ(found.offsets.size(), graph.nodes + std::size_t{1});
      for (Node v = 0; v < graph.nodes; ++v) {
        const std::vector<Node> mine(found.partners.begin() + found.offsets[v],
                                     found.partners.begin() + found.offsets[v + 1]);
        ASSERT_EQ(mine, expected[v]) << "node " << v << " of graph " << seed;
      }
    }
  });
}

// The modularity, from its definition in floating point.
template <class Graph>
double modularity(const Graph& graph, const std::vector<Node>& communities, double resolution) {
  double total = 0, inside = 0, squares = 0;
  std::vector<double> strengths(graph.nodes);
  for (Node v = 0; v < graph.nodes; ++v) {
    for (auto e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      const auto weight = static_cast<double>(graph.weights[e]);
      total += weight;
      strengths[communities[v]] += weight;
      if (communities[v] == communities[graph.neighbors[e]]) inside += weight;
    }
  }
  for (const double strength : strengths) squares += strength * strength;
  return total == 0 ? 0 : inside / total - resolution * squares / (total * total);
}

TYPED_TEST(Views, GiveCommunities) {
  using Offset = typename TestFixture::Offset;
  using Weight = typename TestFixture::Weight;
  for (int seed = 0; seed < 20; ++seed) {
    const auto graph = random_graph<Offset, Weight>(
        seed * 8, seed * 20, seed, [](auto& random) { return static_cast<Weight>(random() % 9); });
    std::vector<Node> found(graph.nodes, 77), again(graph.nodes);
    const louvain::Found all = louvain::find(graph.view(), {{3, 4}, 1, true}, found.data());
    EXPECT_NEAR(all.modularity, modularity(graph, found, 0.75), 1e-9);
    Node seen = 0;  // communities are numbered in the order of their first members
    for (const Node community : found) {
      ASSERT_LE(community, seen);
      seen = std::max(seen, community + 1);
    }
    EXPECT_EQ(seen, all.count);
    louvain::find(graph.view(), {{3, 4}, 3}, again.data());
    EXPECT_EQ(found, again);
    EXPECT_EQ(louvain::modularity(graph.view(), {{3, 4}, 2}, again), all.modularity);
    std::vector<Node> finer(graph.nodes);  // the communities of the level before
    std::iota(finer.begin(), finer.end(), 0);
    for (const louvain::FoundLevel& level : all.levels) {
      const std::vector<Node> coarser(level.communities.begin(), level.communities.end());
      EXPECT_NEAR(level.modularity, modularity(graph, coarser, 0.75), 1e-9);
      EXPECT_LE(level.modularity, all.modularity);
      std::vector<Node> of_finer(graph.nodes, -1);
      for (Node v = 0; v < graph.nodes; ++v) {
        Node& to = of_finer[finer[v]];
        if (to < 0) to = coarser[v];
        ASSERT_EQ(to, coarser[v]);
      }
      finer = coarser;
    }
  }
}

TEST(ViewsOfGraphsWithLoops, HaveTheModularityOfNewmanAndGirvan) {
  // Two nodes with an edge of weight 2, and a loop of weight 3: degrees 2 + 2 * 3 and 2, so twice
  // the weight of all edges is 10.
  const std::vector<std::int64_t> offsets = {0, 1, 2};
  const std::vector<Node> neighbors = {1, 0}, apart = {0, 1};
  const std::vector<std::int32_t> weights = {2, 2};
  graph::View view;
  view.numNodes = 2;
  view.offsets = graph::Span<std::int64_t>(offsets);
  view.neighbors = neighbors;
  view.weights = graph::Span<std::int32_t>(weights);
  louvain::FindOptions options;
  options.loops = {{0, 3.0}};
  EXPECT_DOUBLE_EQ(louvain::modularity(view, options, apart), 0.6 - 0.64 - 0.04);
}

TEST(ViewsWithoutWeights, AreGraphsWithEqualWeights) {
  for (int seed = 1; seed < 40; ++seed) {
    const auto graph =
        random_graph<std::int64_t, float>(seed * 3, seed * 9, seed, [](auto&) { return 1.0f; });
    graph::View view = graph.view();
    view.weights = graph::NoWeights();
    for (const TieRule ties : kRules) {
      const auto expected = greedy(graph, std::vector<std::int32_t>(graph.nodes, 1), ties);
      std::vector<Node> partners(graph.nodes);
      suitor::match(view, {ties, 1}, partners.data());
      for (Node v = 0; v < graph.nodes; ++v) {
        ASSERT_EQ(partners[v], expected[v].empty() ? -1 : expected[v][0]);
      }
    }
    std::vector<Node> with(graph.nodes), without(graph.nodes);
    louvain::find(graph.view(), {}, with.data());
    louvain::find(view, {}, without.data());
    EXPECT_EQ(with, without);
  }
}

TEST(Views, NameTheEntryThatIsNotANumber) {
  auto graph = random_graph<std::int32_t, double>(9, 30, 1, [](auto&) { return 1.0; });
  graph.weights[graph.offsets[4] + 1] = std::nan("");
  std::vector<Node> partners(9);
  try {
    suitor::match(graph.view(), {}, partners.data());
    FAIL() << "no exception";
  } catch (const GraphError& error) {
    EXPECT_EQ(error.row, 4);
    EXPECT_EQ(error.column, graph.neighbors[graph.offsets[4] + 1]);
  }
}

// If the caller says that a graph is symmetric, but it is not, the matching is wrong; but both
// engines end, and stay inside their arrays.
TEST(Views, MayBeAsymmetricWithoutHarmIfNodesAreMatched) {
  std::mt19937_64 random(5);
  for (int seed = 0; seed < 200; ++seed) {
    PlainGraph<std::int32_t, double> graph;
    graph.nodes = 1 + seed % 90 * (seed % 7);
    for (Node v = 0; v < graph.nodes; ++v) {
      std::vector<Node> row;
      for (Node u = 0; u < graph.nodes; ++u) {
        if (u != v && random() % static_cast<unsigned>(1 + graph.nodes / 6) == 0) row.push_back(u);
      }
      for (const Node u : row) {
        graph.neighbors.push_back(u);
        graph.weights.push_back(seed % 2 == 0 ? 1 + 1e-12 * (random() % 9) : 1.0 * (random() % 3));
      }
      graph.offsets.push_back(static_cast<std::int32_t>(graph.neighbors.size()));
    }
    ASSERT_EQ(find_fault(graph.view(), GraphCheck::kLists).words, "");
    for (const TieRule ties : kRules) {
      std::vector<Node> partners(graph.nodes);
      suitor::match(graph.view(), {ties, 1 + seed % 2}, partners.data());
      for (const Node partner : partners) EXPECT_LT(partner, graph.nodes);
      b_matching::match(graph.view(), std::vector<std::int32_t>(graph.nodes, 1 + seed % 4),
                        {ties, 1 + seed % 2});
    }
  }
}

struct Lists {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::int32_t> members;

  explicit Lists(const std::vector<std::vector<std::int32_t>>& lists) {
    for (const auto& list : lists) {
      members.insert(members.end(), list.begin(), list.end());
      offsets.push_back(static_cast<std::int32_t>(members.size()));
    }
  }
  marriage::Side side() const {
    return {static_cast<std::int32_t>(offsets.size() - 1), graph::Span<std::int32_t>(offsets),
            members};
  }
};

std::vector<std::vector<std::int32_t>> random_lists(int persons, int others, std::mt19937& random) {
  std::vector<std::vector<std::int32_t>> lists(persons);
  for (auto& list : lists) {
    list.resize(others);
    std::iota(list.begin(), list.end(), 0);
    std::shuffle(list.begin(), list.end(), random);
    if (random() % 2 == 0) list.resize(random() % (others + 1));
  }
  return lists;
}

TEST(Marriage, IsTheStableMarriageThatIsBestForMen) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const auto men = random_lists(i % 23, i % 17, random);
    const auto women = random_lists(i % 17, i % 23, random);
    std::vector<std::int32_t> wives(men.size(), 77);
    marriage::match(Lists(men).side(), Lists(women).side(), {i % 3}, wives.data());
    ASSERT_EQ(wives, gale_shapley(men, women)) << i;
  }
}

TEST(Marriage, NamesAMemberThatAppearsTwice) {
  const Lists men({{0, 1}, {1, 0, 1}}), women({{0}, {1}});
  std::int32_t wives[2];
  try {
    marriage::match(men.side(), women.side(), {}, wives);
    FAIL() << "no exception";
  } catch (const GraphError& error) {
    EXPECT_STREQ(error.what(), "men: person 1 ranks 1 twice; remove one of the two entries");
    EXPECT_EQ(error.row, 1);
    EXPECT_EQ(error.column, 1);
  }
}

}  // namespace
}  // namespace handshake
