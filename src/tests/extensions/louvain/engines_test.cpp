// The engines of louvain find known communities exactly. On any graph, with any number of threads,
// they find the same communities as plain_louvain.hpp, a plain version of the rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "graphs.hpp"
#include "plain_louvain.hpp"

namespace handshake::louvain {
namespace {

using Labels = std::vector<Node>;

struct Engine {
  const char* name;
  EngineKind kind;
  int threads;
};

const std::vector<Engine> kEngines = {{"serial", EngineKind::kSerial, 1},
                                      {"omp, 1 thread", EngineKind::kOmp, 1},
                                      {"omp, 3 threads", EngineKind::kOmp, 3},
                                      {"gpu", EngineKind::kGpu, 1}};

Communities find(const Problem& problem, const Engine& engine, Options options = {}) {
  options.engine = engine.kind;
  options.threads = engine.threads;
  Measures measures;
  Communities found = find_communities(problem, options, &measures);
  EXPECT_EQ(communities_fault(problem, found), "");
  return found;
}

Labels labels_of(const Communities& found) {
  return {found.of_node.begin(), found.of_node.end()};
}

template <class Array>
Labels numbered(const Array& communities) {
  Buffer<Node> labels(communities.size());
  std::copy(communities.begin(), communities.end(), labels.begin());
  number_by_first_member(&labels);
  return {labels.begin(), labels.end()};
}

TEST(Louvain, FindsTheCliquesOfARing) {
  Labels groups;
  for (Node v = 0; v < 30 * 5; ++v) groups.push_back(v % 30);
  const Problem problem = problem_of(30 * 5, cliques(30, 5, true));
  // With resolution 1, louvain joins neighboring cliques of such a long ring (a known limit of
  // modularity). With resolution 3, it does not join them.
  const Problem finer = problem_of(30 * 5, cliques(30, 5, true), {}, {3, 1});
  for (const Engine& engine : kEngines) {
    EXPECT_EQ(labels_of(find(finer, engine)), groups) << engine.name;
    EXPECT_GE(find(problem, engine).modularity.value(), 0.86) << engine.name;
  }
}

TEST(Louvain, FindsDisjointCliquesAndTheirModularity) {
  for (const Engine& engine : kEngines) {
    const Communities found = find(problem_of(12 * 7, cliques(12, 7, false)), engine);
    for (Node v = 0; v < 12 * 7; ++v) EXPECT_EQ(found.of_node[v], v % 12) << engine.name;
    EXPECT_DOUBLE_EQ(found.modularity.value(), 1 - 1. / 12);
  }
}

TEST(Louvain, FindsPlantedCommunities) {
  for (int seed = 1; seed <= 5; ++seed) {
    const Problem problem = problem_of(240, planted(6, 240, 0.5, 0.02, seed));
    for (const Engine& engine : kEngines) {
      const Communities found = find(problem, engine);
      for (Node v = 0; v < 240; ++v) EXPECT_EQ(found.of_node[v], v % 6) << seed << engine.name;
    }
  }
}

TEST(Louvain, GivesTheSameCommunitiesAsThePlainVersionOfItsRules) {
  const Fraction resolutions[] = {{1, 1}, {7, 10}, {2, 1}};
  for (int seed = 1; seed <= 200; ++seed) {
    const Node nodes = 1 + seed * 7 % 90;
    const int heaviest = seed % 4 == 0 ? 2000000000 : seed % 4 * 2 - 1;
    const RandomGraph graph(seed, nodes, nodes * (1 + seed % 5), heaviest);
    const Problem problem = graph.problem(resolutions[seed % 3]);
    Options options;
    options.colors = 1 + seed % 16;
    options.passes = 1 + seed % 10;
    options.refine_passes = seed % 5;
    options.threshold = seed % 2 == 0 ? 1e-4 : 0;
    if (seed % 7 == 0) options.levels = 1;
    const Labels plain = numbered(PlainLouvain(problem, options).labels);
    for (const Engine& engine : kEngines) {
      if (engine.kind == EngineKind::kGpu && seed % 4 != 0) continue;  // a simulated GPU is slow
      options.small_nodes = seed % 8 == 0 ? 0 : 4096;
      EXPECT_EQ(labels_of(find(problem, engine, options)), plain) << seed << engine.name;
    }
  }
}

TEST(Louvain, GivesTheSameCommunitiesOnTheGpuAsOnTheCpuForSmallAndLargeDegrees) {
  // The degrees on the first level are 13 to 2100, so most degree classes of the GPU engine occur.
  std::mt19937 random(1);
  Edges<std::int32_t> edges;
  for (Node hub = 0; hub < 3; ++hub) {
    for (Node v = 0; v < 700 * (hub + 1); ++v) edges.push_back({hub, 3 + v, 1});
  }
  for (Node v = 3; v < 2103; ++v) {
    for (Node i = 0; i < 2 + v % 7 * 8; ++i) {
      const Node u = 3 + (v - 3 + 1 + static_cast<Node>(random() % 40)) % 2100;
      if (u != v) edges.push_back({u, v, static_cast<std::int32_t>(random() % 5)});
    }
  }
  const Problem problem = problem_of(2103, edges);
  Options options;
  const Labels serial = labels_of(find(problem, kEngines[0], options));
  options.small_nodes = 0;
  options.passes = 6;
  const Labels shorter = labels_of(find(problem, kEngines[0], options));
  EXPECT_EQ(labels_of(find(problem, kEngines[3], options)), shorter);
  options = {};
  EXPECT_EQ(labels_of(find(problem, kEngines[3], options)), serial);
}

TEST(Louvain, GivesTheSameCommunitiesForEveryNumberOfThreadsOnGeneratedGraphs) {
  for (const char* spec : {"rgg:12", "kron:12", "urand:11:w=unif"}) {
    const Problem problem = problem_of(spec);
    const Labels serial = labels_of(find(problem, kEngines[0]));
    for (const int threads : {2, 5}) {
      EXPECT_EQ(labels_of(find(problem, {"omp", EngineKind::kOmp, threads})), serial)
          << spec << " " << threads;
    }
  }
}

TEST(Louvain, GivesTheSameCommunitiesIfThreadsShareTheNeighborsOfAHub) {
  std::mt19937 random(1);
  Edges<std::int32_t> edges;
  constexpr Node kLeaves = 20000;
  for (Node v = 1; v <= kLeaves; ++v) {
    edges.push_back({0, v, static_cast<std::int32_t>(random() % 3)});
    for (const Node step : {1, 2, 3}) {
      if (v % 50 + step < 50 && v + step <= kLeaves) edges.push_back({v, v + step, 2});
    }
  }
  for (const int heaviest : {1, 100000000}) {
    for (auto& edge : edges) edge.weight *= heaviest;
    const Problem problem = problem_of(kLeaves + 1, edges);
    const Labels plain = numbered(PlainLouvain(problem, {}).labels);
    for (const int threads : {1, 4}) {
      EXPECT_EQ(labels_of(find(problem, {"omp", EngineKind::kOmp, threads})), plain) << threads;
    }
  }
}

TEST(Louvain, ReachesTheModularityOfTheSequentialMethodOnGeneratedGraphs) {
  // The numbers are the modularities that the sequential method finds on these graphs.
  for (const auto& [spec, bar] : {std::pair{"rgg:15:w=const", .9446}, {"kron:14:w=const", .1035}}) {
    EXPECT_GE(find(problem_of(spec), kEngines[2]).modularity.value(), bar) << spec;
  }
}

TEST(Contraction, KeepsTotalsAndLoopsAndModularity) {
  for (int seed = 1; seed <= 40; ++seed) {
    const RandomGraph graph(seed, 60, 200, seed % 2 == 0 ? 2000000000 : 3);
    const Problem problem = graph.problem();
    std::mt19937 random(seed);
    Buffer<Node> communities(60);
    for (Node& community : communities) community = static_cast<Node>(random() % 12);
    const Node count = number_by_first_member(&communities);
    const Contraction made = contract_on_cpu(problem.graph, communities, count, 1 + seed % 3);

    // A finished community has no edge to another community. All other communities become nodes of
    // the contracted graph.
    ASSERT_EQ(static_cast<Node>(made.node_of.size()), count);
    Problem coarse;
    coarse.total = problem.total;
    coarse.graph.nodes = count;
    Weight loops = 0, strengths = 0, edges = 0, inside = 0;
    for (Node v = 0; v < made.graph.nodes; ++v) {
      EXPECT_LT(made.graph.offsets[v], made.graph.offsets[v + 1]);
      loops += made.graph.loops[v];
      strengths += made.graph.strengths[v];
    }
    std::visit(
        [&](const auto& weights) {
          for (const auto w : weights) edges += w;
        },
        made.graph.weights);
    EXPECT_EQ(loops + edges, strengths);
    for (Node v = 0; v < 60; ++v) {
      const bool finished = made.node_of[communities[v]] >= made.graph.nodes;
      if (finished) strengths += problem.graph.strengths[v];
      if (finished) inside += problem.graph.strengths[v];
    }
    EXPECT_EQ(strengths, problem.total);
    Wide squares = 0;
    std::vector<Weight> of_community(count);
    for (Node v = 0; v < 60; ++v) of_community[communities[v]] += problem.graph.strengths[v];
    for (const Weight strength : of_community) squares += static_cast<Wide>(strength) * strength;
    for (Node c = 0; c < count; ++c) {
      if (made.node_of[c] < made.graph.nodes) {
        EXPECT_EQ(made.graph.strengths[made.node_of[c]], of_community[c]);
      }
    }
    const Modularity fine = modularity_of(problem, communities, 1);
    EXPECT_TRUE(static_cast<Wide>(problem.total) * (loops + inside) - squares == fine.over);
  }
}

TEST(Contraction, AddsUpTheWeightsBetweenSmallAndLargeCommunities) {
  const Problem problem = problem_of("rgg:15");  // half a million directed edges
  const LevelGraph& level = problem.graph;
  Buffer<Node> communities(level.nodes);
  for (Node v = 0; v < level.nodes; ++v) {
    communities[v] = v % 4 < 3 ? v % 4 : v < 20000 ? 3 + v / 2000 : 3 + v / 20;
  }
  const Node count = number_by_first_member(&communities, 3);
  std::vector<std::map<Node, Weight>> rows(count);
  std::visit(
      [&](const auto& weights) {
        for (Node v = 0; v < level.nodes; ++v) {
          for (EdgeIndex e = level.offsets[v]; e < level.offsets[v + 1]; ++e) {
            rows[communities[v]][communities[level.neighbors[e]]] += weights[e];
          }
        }
      },
      level.weights);
  for (const int threads : {1, 4}) {
    const Contraction made = contract_on_cpu(level, communities, count, threads);
    for (Node c = 0; c < count; ++c) {
      const Node node = made.node_of[c];
      ASSERT_LT(node, made.graph.nodes);
      EXPECT_EQ(made.graph.loops[node], rows[c].count(c) > 0 ? rows[c].at(c) : 0);
      EdgeIndex e = made.graph.offsets[node];
      for (const auto& [d, weight] : rows[c]) {
        if (d == c) continue;
        ASSERT_LT(e, made.graph.offsets[node + 1]);
        EXPECT_EQ(made.graph.neighbors[e], made.node_of[d]);
        std::visit([&](const auto& weights) { EXPECT_EQ(weights[e], weight); }, made.graph.weights);
        ++e;
      }
      EXPECT_EQ(e, made.graph.offsets[node + 1]);
    }
  }
}

TEST(Verifier, ReportsWrongCommunitiesAndAWrongModularity) {
  const Problem problem = problem_of(6, cliques(2, 3, true));
  const Communities good = find(problem, kEngines[0]);
  const auto fault = [&](const Labels& labels, Node count, Wide more) {
    Communities bad;
    bad.of_node = Buffer<Node>(labels.size());
    std::copy(labels.begin(), labels.end(), bad.of_node.begin());
    bad.count = count;
    bad.modularity = {good.modularity.over + more, good.modularity.under};
    return communities_fault(problem, bad);
  };
  const Labels labels = labels_of(good);
  EXPECT_EQ(fault(labels, 2, 0), "");
  EXPECT_NE(fault(labels, 2, 1), "") << "the last digit of the modularity is wrong";
  EXPECT_NE(fault({1, 0, 1, 0, 1, 0}, 2, 0), "") << "the two community numbers are exchanged";
  EXPECT_NE(fault({0, 1, 0, 1, 0, 0}, 2, 0), "") << "another partition";
  EXPECT_NE(fault({0, 1, 0, 1, 0}, 2, 0), "") << "one node is missing";
  EXPECT_NE(fault(labels, 3, 0), "") << "the number of communities is too large";
}

TEST(Verifier, CountsCommunitiesThatAreNotConnected) {
  const Problem problem = problem_of(6, {{0, 1, 1}, {1, 2, 1}, {3, 4, 1}});
  const auto pieces = [&](const Labels& labels) {
    Communities found;
    found.of_node = Buffer<Node>(labels.size());
    std::copy(labels.begin(), labels.end(), found.of_node.begin());
    found.count = 1 + *std::max_element(labels.begin(), labels.end());
    return disconnected_communities(problem.graph, found);
  };
  EXPECT_EQ(pieces({0, 0, 0, 1, 1, 2}), 0);
  EXPECT_EQ(pieces({0, 1, 0, 2, 2, 3}), 1) << "only node 1 connects the nodes 0 and 2";
  EXPECT_EQ(pieces({0, 0, 1, 0, 0, 1}), 2);
}

}  // namespace
}  // namespace handshake::louvain
