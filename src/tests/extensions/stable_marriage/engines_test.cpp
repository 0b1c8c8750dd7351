// Every engine finds the same answer: the stable marriage that is best for the men.
#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "extensions/stable_marriage/from_graph.hpp"
#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"
#include "graph/generate.hpp"
#include "instances.hpp"
#include "matching/edge_order.hpp"
#include "matching/stable_matching.hpp"

namespace handshake::marriage {
namespace {

Marriage solve_with(const Problem& problem, EngineKind engine, Algorithm algorithm, int threads,
                    Measures* measures = nullptr) {
  Measures unused;
  return solve(problem, {algorithm, engine, threads}, measures ? measures : &unused);
}

// Checks that all engines give the same answer, and that they agree on the number of times that a
// man considered a woman. Returns the answer.
Pairs answer_of_all(const Problem& problem, bool with_threads_and_gpu = true) {
  Measures expected;
  const Marriage marriage =
      solve_with(problem, EngineKind::kSerial, Algorithm::kGaleShapley, 1, &expected);
  EXPECT_EQ(marriage_fault(problem, marriage), "");
  const std::vector<std::tuple<EngineKind, Algorithm, int>> others = {
      {EngineKind::kSerial, Algorithm::kMcVitieWilson, 1},
      {EngineKind::kGpu, Algorithm::kGaleShapley, 1},
      {EngineKind::kOmp, Algorithm::kGaleShapley, 2},
      {EngineKind::kOmp, Algorithm::kMcVitieWilson, 3}};
  for (const auto& [engine, algorithm, threads] : others) {
    if (!with_threads_and_gpu && engine != EngineKind::kSerial) continue;
    Measures measures;
    const Marriage other = solve_with(problem, engine, algorithm, threads, &measures);
    EXPECT_TRUE(std::equal(marriage.partners.begin(), marriage.partners.end(),
                           other.partners.begin(), other.partners.end()));
    EXPECT_EQ(measures.considered, expected.considered);
    EXPECT_EQ(measures.matched, expected.matched);
    EXPECT_GE(measures.placements, measures.matched);
  }
  return pairs_of(problem, marriage);
}

// Each man must prefer all his partners in `ours` to every woman who is his partner only in another
// stable marriage.
void expect_best_for_men(const PlainInstance& instance, const Pairs& ours) {
  const std::vector<Pairs> stable = all_stable(instance);
  EXPECT_NE(std::find(stable.begin(), stable.end(), ours), stable.end()) << "not stable";
  for (const Pairs& other : stable) {
    for (Person m = 0; m < static_cast<Person>(instance.men.size()); ++m) {
      const std::vector<Person> mine = partners_in(ours, m, true);
      for (const Person w : partners_in(other, m, true)) {
        if (std::find(mine.begin(), mine.end(), w) != mine.end()) continue;
        for (const Person wife : mine) {
          EXPECT_LT(place_in(instance.men[m], wife), place_in(instance.men[m], w));
        }
        EXPECT_EQ(mine.size(), partners_in(other, m, true).size());
      }
    }
  }
}

TEST(StableMarriage, IsTheBestForMenInSmallInstances) {
  std::mt19937 random(1);
  std::size_t with_choice = 0;
  for (int i = 0; i < 300; ++i) {
    const int men = 1 + i % 6, women = i % 4 == 0 ? 1 + i / 6 % 6 : men;
    const double share = men * women > 25 ? 0.7 : i % 3 == 0 ? 0.8 : 1;
    const PlainInstance instance = random_instance(random, men, women, share);
    expect_best_for_men(instance, answer_of_all(instance.problem(), i % 6 == 0));
    with_choice += all_stable(instance).size() > 1;
  }
  EXPECT_GT(with_choice, 10u) << "too few instances have several answers";
}

TEST(StableMarriage, IsTheBestForWomenIfWomenPropose) {
  std::mt19937 random(2);
  for (int i = 0; i < 60; ++i) {
    const int men = 1 + i % 6, women = 1 + i / 6 % 6;
    const double share = men * women > 25 ? 0.7 : 0.9;
    const PlainInstance instance = random_instance(random, men, women, share).swapped();
    expect_best_for_men(instance, answer_of_all(instance.problem(), false));
  }
}

TEST(StableMarriage, IsTheBestForMenInManyToManyInstances) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const PlainInstance instance = random_instance(random, 1 + i % 4, 1 + i / 4 % 4, 0.8, 3);
    expect_best_for_men(instance, answer_of_all(instance.problem(), i % 10 == 0));
  }
}

TEST(StableMarriage, LeavesTheSamePeopleUnmarriedWhicheverSideProposes) {
  std::mt19937 random(4);
  for (int i = 0; i < 20; ++i) {
    const PlainInstance instance = random_instance(random, 40, 30, 0.1);
    Pairs ours = answer_of_all(instance.problem(), false);
    Pairs theirs = answer_of_all(instance.swapped().problem(), false);
    std::vector<Person> men, men_too, women, women_too;
    for (const auto& [m, w] : ours) men.push_back(m), women.push_back(w);
    for (const auto& [w, m] : theirs) men_too.push_back(m), women_too.push_back(w);
    std::sort(women.begin(), women.end());
    std::sort(men_too.begin(), men_too.end());
    EXPECT_EQ(men, men_too);
    EXPECT_EQ(women, women_too);
  }
}

TEST(StableMarriage, IsTheSameWithEveryEngineForEveryKindOfInstance) {
  for (const char* spec : {"easy:3000", "easy:70000", "hard:70", "random:150", "perfect:90",
                           "congested:70", "solo:60", "group:80", "group:80:size=80", "random:1",
                           "solo:1", "solo:2", "solo:3", "easy:1", "easy:2", "hard:1"}) {
    SCOPED_TRACE(spec);
    answer_of_all(generate_problem(spec));
  }
}

// 70,000 men need 17 bits. So an offer of 32 bits has 15 bits for the rank, which may be 32,766 at
// most.
TEST(StableMarriage, IsRightIfOffersJustFitInto32BitsAndIfTheyNeedMore) {
  const Person men = 70000;
  for (const Person who_want_both : {32767, 32768, men}) {
    for (const int places : {1, 2}) {
      PlainInstance instance;
      instance.women.resize(2);
      for (Person m = 0; m < men; ++m) {
        instance.men.push_back(m < who_want_both ? std::vector<Person>{0, 1}
                                                 : std::vector<Person>{});
        if (m < who_want_both) instance.women[1].push_back(m);
      }
      instance.women[0].assign(instance.women[1].rbegin(), instance.women[1].rend());
      instance.men_places.assign(men, 1);
      instance.women_places = {places, 1};
      Pairs expected = {{0, 1}};
      if (places == 2) expected.emplace_back(who_want_both - 2, 0);
      expected.emplace_back(who_want_both - 1, 0);
      const Problem problem = instance.problem();
      for (const EngineKind engine : {EngineKind::kSerial, EngineKind::kOmp}) {
        for (const Algorithm algorithm : {Algorithm::kGaleShapley, Algorithm::kMcVitieWilson}) {
          EXPECT_EQ(pairs_of(problem, solve_with(problem, engine, algorithm, 2)), expected);
        }
      }
    }
  }
}

TEST(StableMarriage, IsTheSameWithEveryEngineForManyToManyInstances) {
  std::mt19937 random(5);
  for (int i = 0; i < 5; ++i) {
    const PlainInstance instance = random_instance(random, 300, 200, 0.1, 5);
    answer_of_all(instance.problem());
  }
}

TEST(StableMarriage, PairsMenAndWomenOfEqualRankInAHardInstance) {
  const Problem problem = generate_problem("hard:5000:seed=7");
  Measures measures;
  const Marriage marriage =
      solve_with(problem, EngineKind::kSerial, Algorithm::kGaleShapley, 1, &measures);
  const auto& shared = std::get<SharedLists>(problem.lists);
  for (Person i = 0; i < 5000; ++i) EXPECT_EQ(marriage.partners[shared.men[i]], shared.women[i]);
  EXPECT_EQ(measures.considered, 5000ll * 5001 / 2);
  EXPECT_EQ(measures.placements, 5000);
}

TEST(StableMarriage, IsTheSameForASharedListAsForSeparateEqualLists) {
  const Problem problem = generate_problem("hard:40:seed=3");
  Preferences lists = preferences_of(problem);
  EXPECT_EQ(answer_of_all(problem), answer_of_all(make_problem(lists)));
}

TEST(StableMarriage, NeedsNearlyAllPossibleProposalsForTheKindSolo) {
  constexpr std::int64_t n = 100;
  Measures measures;
  solve_with(generate_problem("solo:100"), EngineKind::kSerial, Algorithm::kGaleShapley, 1,
             &measures);
  EXPECT_EQ(measures.placements, 2 * n - 1) << "each man except the last loses his favorite once";
  EXPECT_EQ(measures.considered, 1 + (n - 2) * (n - 1) + n);
}

TEST(StableMarriage, GivesEveryManHisFavoriteInAPerfectInstance) {
  Measures measures;
  solve_with(generate_problem("perfect:100"), EngineKind::kSerial, Algorithm::kGaleShapley, 1,
             &measures);
  EXPECT_EQ(measures.considered, 100);
}

using Graphs = testing::TestWithParam<std::tuple<const char*, TieRule>>;
INSTANTIATE_TEST_SUITE_P(StableMarriage, Graphs,
                         testing::Combine(testing::Values("urand:8", "kron:8", "rgg:8:w=const",
                                                          "myc:6:w=int", "path:7:w=const"),
                                          testing::Values(TieRule::kIndex, TieRule::kHash,
                                                          TieRule::kDegree)));

TEST_P(Graphs, GiveTheStableMatchingWhicheverSideProposes) {
  const auto& [spec, ties] = GetParam();
  const CsrGraph graph = generate(parse_graph_spec(spec));
  const Problem problem = problem_from_graph(graph, ties, 1);
  EXPECT_EQ(problem.purged, 0);
  const Marriage marriage = solve_with(problem, EngineKind::kOmp, Algorithm::kGaleShapley, 2);
  EXPECT_TRUE(answers_twice_alike(problem, marriage));
  const std::vector<Node> expected = stable_matching(graph, ties);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), marriage.partners.begin(),
                         marriage.partners.end()));
}

// Goes through the edges from the best to the worst, and takes each edge whose two ends both have a
// free place.
Pairs greedy_b_matching(const CsrGraph& graph, TieRule ties, int b) {
  std::vector<EdgeFrom> edges;
  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) edges.push_back({v, e});
  }
  std::visit(
      [&](const auto& weights) {
        const EdgeOrder order(graph, weights, ties);
        std::sort(edges.begin(), edges.end(), [&](EdgeFrom x, EdgeFrom y) {
          if (order(x, y) || order(y, x)) return order(x, y);
          return x.node < y.node;
        });
      },
      graph.weights);
  Pairs pairs;
  std::vector<int> left(graph.numNodes, b);
  for (std::size_t i = 0; i < edges.size(); i += 2) {  // edges[i + 1] is the other direction
    const Node u = edges[i].node, v = graph.neighbors[edges[i].edge];
    if (left[u] == 0 || left[v] == 0) continue;
    --left[u], --left[v];
    pairs.emplace_back(u, v);
    pairs.emplace_back(v, u);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST_P(Graphs, GiveTheGreedyBMatchingIfEachNodeHasBPlaces) {
  const auto& [spec, ties] = GetParam();
  const CsrGraph graph = generate(parse_graph_spec(spec));
  for (const int b : {0, 1, 2, 3, 10}) {
    const Problem problem = problem_from_graph(graph, ties, b);
    EXPECT_EQ(answer_of_all(problem, b == 3), greedy_b_matching(graph, ties, b));
  }
}

// With 700 men, the GPU handles one group of men after the other. One chain is so long that a whole
// block continues it instead of a warp.
TEST(StableMarriage, IsRightIfTheGpuComputesTheRanksOfCompleteLists) {
  for (const char* kind : {"random", "perfect", "congested", "solo", "group"}) {
    for (const int n : {1, 2, 9, 64, 129, 700}) {
      const Problem problem = generate_problem(kind + (":" + std::to_string(n)));
      Measures expected, measures;
      const Marriage one =
          solve_with(problem, EngineKind::kSerial, Algorithm::kGaleShapley, 1, &expected);
      Options options;
      options.engine = EngineKind::kGpu;
      options.make_ranks = true;
      const Marriage other = solve(problem, options, &measures);
      EXPECT_TRUE(std::equal(one.partners.begin(), one.partners.end(), other.partners.begin(),
                             other.partners.end()));
      EXPECT_EQ(measures.considered, expected.considered);
    }
  }
}

}  // namespace
}  // namespace handshake::marriage
