// Every algorithm finds exactly the edges of the greedy b-matching, which the tests compute from
// its definition.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "extensions/b_matching/solve.hpp"
#include "gpu/device_error.hpp"
#include "graph/generate.hpp"
#include "matching/greedy_matching.hpp"

namespace handshake::b_matching {
namespace {

Problem problem_of(const std::string& spec, TieRule ties) {
  Problem problem;
  problem.graph = generate(parse_graph_spec(spec));
  problem.ties = ties;
  return problem;
}

// If b is negative, the bounds are random, from 0 to 5. If b is -2, about a quarter of them are
// instead from 0 to 1999, and many of these are larger than the degree of the node.
Bounds bounds_of(const CsrGraph& graph, int b) {
  Bounds bounds = same_bounds(graph.numNodes, b);
  std::mt19937 random(7);
  for (std::int32_t& bound : bounds) {
    if (b < 0) bound = static_cast<std::int32_t>(random() % 6);
    if (b == -2 && random() % 4 == 0) bound = static_cast<std::int32_t>(random() % 2000);
  }
  return bounds;
}

struct Way {
  const char* name;
  Options options;
};

Options serial(Algorithm algorithm, Sorting sorting) {
  Options options;
  options.algorithm = algorithm;
  options.sorting = sorting;
  return options;
}
Options omp(int threads, int rounds) {
  Options options;
  options.threads = threads;
  options.rounds = rounds;
  return options;
}
Options gpu(int gpus, int rounds) {
  Options options;
  options.algorithm = Algorithm::kGpu;
  options.gpus = gpus;
  options.rounds = rounds;
  return options;
}

const Way kOnCpu[] = {
    {"eager, not sorted", serial(Algorithm::kSerialEager, Sorting::kNone)},
    {"eager, partly sorted", serial(Algorithm::kSerialEager, Sorting::kPartial)},
    {"delayed, sorted", serial(Algorithm::kSerialDelayed, Sorting::kFull)},
    {"delayed, partly sorted", serial(Algorithm::kSerialDelayed, Sorting::kPartial)},
    {"one thread", omp(1, -1)},
    {"only offers", omp(3, 0)},
    {"one round, then offers", omp(4, 1)},
    {"only handshakes", omp(2, 1000000)},
};

void expect_greedy(const Problem& problem, const BMatching& expected, const Way& way) {
  SCOPED_TRACE(way.name);
  Measures measures;
  EXPECT_TRUE(solve(problem, way.options, &measures) == expected);
}

using OnEveryKindOfGraph = testing::TestWithParam<std::tuple<const char*, TieRule, int>>;

TEST_P(OnEveryKindOfGraph, AllAlgorithmsOfTheCpuFindTheGreedyBMatching) {
  const auto& [spec, ties, b] = GetParam();
  Problem problem = problem_of(spec, ties);
  problem.bounds = bounds_of(problem.graph, b);
  const BMatching expected = greedy_b_matching(problem.graph, problem.bounds, ties);
  for (const Way& way : kOnCpu) expect_greedy(problem, expected, way);
}

INSTANTIATE_TEST_SUITE_P(
    BMatching, OnEveryKindOfGraph,
    testing::Combine(testing::Values("urand:9", "kron:9", "rgg:9:w=int", "kmer:10", "myc:7",
                                     "kron:9:w=const", "mesh27:7:w=const", "path:9:w=const"),
                     testing::Values(TieRule::kIndex, TieRule::kHash, TieRule::kDegree),
                     testing::Values(1, 3, 10, -1, -2)));

// A star: node 0, the hub, is the only neighbor of all other nodes. On a GPU, a whole block reads
// the list of the hub.
Problem star(Node leaves, int b_of_hub, int b_of_leaf) {
  Problem problem;
  CsrGraph& graph = problem.graph;
  graph.numNodes = leaves + 1;
  graph.offsets = Buffer<EdgeIndex>(std::size_t{2} + leaves);
  graph.neighbors = Buffer<Node>(std::size_t{2} * leaves);
  Buffer<std::int32_t> weights(graph.neighbors.size());
  graph.offsets[0] = 0;
  for (Node v = 0; v < leaves; ++v) {
    graph.offsets[v + 1] = leaves + v;
    graph.neighbors[v] = v + 1;
    graph.neighbors[leaves + v] = 0;
    weights[v] = weights[leaves + v] = 1;
  }
  graph.offsets[leaves + 1] = EdgeIndex{2} * leaves;
  graph.weights = std::move(weights);
  problem.bounds = same_bounds(graph.numNodes, b_of_leaf);
  problem.bounds[0] = b_of_hub;
  return problem;
}

TEST(Star, WithEqualWeightsMatchesTheHubWithItsFirstNeighbors) {
  for (const int b : {1, 3, 10, 40, 9000, 20000}) {
    SCOPED_TRACE(b);
    const Problem problem = star(10000, b, 2);
    Measures measures;
    const BMatching by_omp = solve(problem, omp(2, -1), &measures);
    const EdgeIndex matched = std::min(b, 10000);
    ASSERT_EQ(by_omp.matched_edges(), matched);
    for (EdgeIndex i = 0; i < matched; ++i) EXPECT_EQ(by_omp.partners[i], i + 1);
    for (const Way& way : {Way{"gpu", gpu(1, -1)}, Way{"two gpus, offers", gpu(2, 1)}}) {
      if (b != 9000) expect_greedy(problem, by_omp, way);
    }
  }
}

// With 70,000 leaves, several blocks share the list of the hub.
TEST(Star, WithManyLeavesMatchesTheHubWithTheBestLeaves) {
  for (const TieRule ties : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
    for (const int b : {1, 10}) {
      Problem problem = star(70000, b, 1);
      problem.ties = ties;
      const BMatching expected = greedy_b_matching(problem.graph, problem.bounds, ties);
      expect_greedy(problem, expected, {"gpu", gpu(1, -1)});
    }
  }
}

using OnGpus = testing::TestWithParam<std::tuple<const char*, TieRule, int, int>>;

TEST_P(OnGpus, TheGreedyBMatchingIsFound) {
  const auto& [spec, ties, b, gpus] = GetParam();
  Problem problem = problem_of(spec, ties);
  problem.bounds = bounds_of(problem.graph, b);
  const BMatching expected = greedy_b_matching(problem.graph, problem.bounds, ties);
  expect_greedy(problem, expected, {"handshakes", gpu(gpus, 100)});
  expect_greedy(problem, expected, {"two rounds, then offers", gpu(gpus, 2)});
}

INSTANTIATE_TEST_SUITE_P(
    OneGpu, OnGpus,
    testing::Combine(testing::Values("urand:8", "kron:8", "path:7:w=const", "mesh27:5:w=const"),
                     testing::Values(TieRule::kIndex, TieRule::kHash, TieRule::kDegree),
                     testing::Values(3, 10, -1, -2), testing::Values(1)));
INSTANTIATE_TEST_SUITE_P(SeveralGpus, OnGpus,
                         testing::Combine(testing::Values("kron:8", "kron:7:w=const"),
                                          testing::Values(TieRule::kIndex),
                                          testing::Values(1, 3, -2), testing::Values(2, 3, 8)));

// How many bytes a GPU needs at least: the error message says this if only one byte is allowed.
std::int64_t least_memory(const Problem& problem, Options options) {
  options.memory = 1;
  Measures measures;
  try {
    solve(problem, options, &measures);
  } catch (const DeviceError& error) {
    const std::string text = error.what(), words = "needs at least ";
    return std::stoll(text.substr(text.find(words) + words.size()));
  }
  ADD_FAILURE() << "one byte was enough";
  return 0;
}

using GraphLargerThanMemory = testing::TestWithParam<std::tuple<const char*, TieRule, int, int>>;

TEST_P(GraphLargerThanMemory, IsReadFromTheHostAndGivesTheSameMatching) {
  const auto& [spec, ties, b, gpus] = GetParam();
  Problem problem = problem_of(spec, ties);
  problem.bounds = bounds_of(problem.graph, b);
  const BMatching expected = greedy_b_matching(problem.graph, problem.bounds, ties);
  for (const int rounds : {-1, 2}) {
    SCOPED_TRACE(rounds);
    Options options = gpu(gpus, rounds);
    options.memory = least_memory(problem, options);
    Measures measures;
    EXPECT_TRUE(solve(problem, options, &measures) == expected);
    EXPECT_GT(measures.edges_from_host, 0);
    options.memory -= 1;
    EXPECT_THROW(solve(problem, options, &measures), DeviceError);
  }
}

INSTANTIATE_TEST_SUITE_P(OneGpu, GraphLargerThanMemory,
                         testing::Combine(testing::Values("urand:8", "kron:9:w=const"),
                                          testing::Values(TieRule::kIndex, TieRule::kHash,
                                                          TieRule::kDegree),
                                          testing::Values(1, 3, 10, -1, -2), testing::Values(1)));
INSTANTIATE_TEST_SUITE_P(SeveralGpus, GraphLargerThanMemory,
                         testing::Combine(testing::Values("urand:9"),
                                          testing::Values(TieRule::kIndex), testing::Values(3, -1),
                                          testing::Values(2, 8)));

TEST(ListsOnTheHost, AreCopiedOnceAndThenOnlyIfTheyAreReadAgain) {
  Problem problem = problem_of("kron:12", TieRule::kIndex);
  problem.bounds = bounds_of(problem.graph, 3);
  Options options = gpu(1, -1);
  options.memory = least_memory(problem, options);
  Measures measures;
  EXPECT_TRUE(solve(problem, options, &measures) ==
              greedy_b_matching(problem.graph, problem.bounds, problem.ties));
  EXPECT_GE(measures.edges_from_host, problem.graph.numEdges());
  EXPECT_LT(measures.edges_from_host, problem.graph.numEdges() * 3 / 2);
  options.memory = 0;  // the GPU may use all free memory
  solve(problem, options, &measures);
  EXPECT_EQ(measures.edges_from_host, 0);
}

// Positive and negative weights, whose absolute values are powers of two from 2^-40 to 2^39. The
// short keys of the GPU (gpu_short_lists.cuh) cannot distinguish most of these weights.
TEST(WeightsFarApart, AreOrderedLikeAllOthers) {
  Problem problem = problem_of("urand:8", TieRule::kIndex);
  Buffer<float> weights(problem.graph.neighbors.size());
  for (Node v = 0; v < problem.graph.numNodes; ++v) {
    for (EdgeIndex e = problem.graph.offsets[v]; e < problem.graph.offsets[v + 1]; ++e) {
      const std::uint64_t hash = edge_hash(v, problem.graph.neighbors[e]);
      weights[e] = std::ldexp(hash % 3 == 0 ? -1.0f : 1.0f, static_cast<int>(hash / 8 % 80) - 40);
    }
  }
  problem.graph.weights = std::move(weights);
  for (const int b : {3, 10, 20}) {
    problem.bounds = bounds_of(problem.graph, b);
    const BMatching expected = greedy_b_matching(problem.graph, problem.bounds, problem.ties);
    expect_greedy(problem, expected, {"gpu", gpu(1, -1)});
    expect_greedy(problem, expected, {"two gpus, offers", gpu(2, 1)});
  }
}

// Each of the first 256 nodes has neighbors whose hashes have the same upper 32 bits. The short
// keys of the GPU (gpu_short_lists.cuh) contain only these bits of a hash.
TEST(HashesThatAreNearlyEqual, AreOrderedLikeAllOthers) {
  constexpr Node kNodes = 1 << 14;
  std::vector<std::vector<Node>> lists(kNodes);
  for (Node v = 0; v < 256; ++v) {
    std::vector<std::pair<std::uint64_t, Node>> hashes;
    for (Node u = 256; u < kNodes; ++u) hashes.emplace_back(edge_hash(v, u) >> 32, u);
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t i = 1; i < hashes.size(); ++i) {
      if (hashes[i].first != hashes[i - 1].first) continue;
      for (const Node u : {hashes[i - 1].second, hashes[i].second}) {
        lists[v].push_back(u);
        lists[u].push_back(v);
      }
    }
  }
  Problem problem = problem_of("path:14:w=const", TieRule::kHash);
  CsrGraph& graph = problem.graph;
  EdgeIndex edges = 0;
  for (Node v = 0; v < kNodes; ++v) {
    graph.offsets[v] = edges;
    for (const Node u : lists[v]) graph.neighbors[edges++] = u;
  }
  graph.offsets[kNodes] = edges;
  ASSERT_GT(edges, 8);
  problem.bounds = same_bounds(kNodes, 1);
  const BMatching expected = greedy_b_matching(graph, problem.bounds, problem.ties);
  expect_greedy(problem, expected, {"gpu", gpu(1, -1)});
}

TEST(GraphWithoutNodes, HasNoPartners) {
  Problem problem;
  problem.graph.offsets = Buffer<EdgeIndex>(1);
  problem.graph.offsets[0] = 0;
  problem.graph.weights = Buffer<float>(0);
  Measures measures;
  for (const Options& options : {omp(2, -1), gpu(2, -1), kOnCpu[0].options, kOnCpu[3].options}) {
    EXPECT_EQ(solve(problem, options, &measures).offsets.size(), 1u);
  }
}

}  // namespace
}  // namespace handshake::b_matching
