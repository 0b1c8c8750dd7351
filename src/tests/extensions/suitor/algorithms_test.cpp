// All algorithms give the same stable matching: on graphs of every kind, with every tie rule, and
// with different numbers of threads and different launch configurations. The serial
// stable_matching computes the expected result.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include "extensions/suitor/engine.hpp"
#include "graph/generate.hpp"
#include "graph/input_error.hpp"
#include "matching/stable_matching.hpp"
#include "tests/extensions/small_graphs.hpp"

namespace handshake::suitor {
namespace {

constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};
constexpr int kThreads[] = {1, 2, 3, 7};
constexpr int kVertices[] = {8, 1, 3, 32, 40};
constexpr int kBlocks[] = {128, 32, 96, 256};
constexpr Variant kVariants[] = {Variant::kNoSync, Variant::kSyncNoLB, Variant::kSyncLB,
                                 Variant::kHybrid};
constexpr Algorithm kOnCpu[] = {Algorithm::kOmpLd, Algorithm::kOmpSuitor, Algorithm::kRounds,
                                Algorithm::kSorted};
const std::vector<std::string> kWeights = {"dec3", "unif", "const", "int"};

CsrGraph graph_from(const std::string& spec) {
  return generate(parse_graph_spec(spec));
}

// Every algorithm runs twice, also to test a run whose memory holds values of an earlier run.
void expect_stable(const CsrGraph& graph, const std::vector<Node>& expected, const Options& options,
                   const std::string& what) {
  const auto engine = make_engine(graph, options);
  for (int run = 0; run < 2; ++run) {
    engine->run();
    const Buffer<Node> found = engine->matches();
    EXPECT_TRUE(std::vector<Node>(found.begin(), found.end()) == expected)
        << what << " algorithm " << static_cast<int>(options.algorithm) << " variant "
        << static_cast<int>(options.variant) << " ties " << static_cast<int>(options.ties)
        << " threads " << options.threads << " vertices per warp " << options.vertices_per_warp
        << " threads per block " << options.threads_per_block << " run " << run;
  }
}

void expect_stable_on_cpu(const CsrGraph& graph, TieRule ties, int seed, const std::string& what) {
  const std::vector<Node> expected = stable_matching(graph, ties);
  Options options;
  options.ties = ties;
  for (const Algorithm algorithm : kOnCpu) {
    options.algorithm = algorithm;
    options.threads = kThreads[seed++ % 4];
    expect_stable(graph, expected, options, what);
  }
}

void expect_stable_on_gpu(const CsrGraph& graph, TieRule ties, int seed, const std::string& what) {
  const std::vector<Node> expected = stable_matching(graph, ties);
  Options options;
  options.ties = ties;
  options.algorithm = seed % 5 == 4 ? Algorithm::kGpuLd : Algorithm::kGpuSuitor;
  options.variant = kVariants[seed % 4];
  options.vertices_per_warp = kVertices[seed / 4 % 5];
  options.threads_per_block = kBlocks[seed / 3 % 4];
  expect_stable(graph, expected, options, what);
}

class Suitor : public testing::TestWithParam<std::string> {};

// 16 seeds and the 13 kinds of graphs below give 208 graphs.
TEST_P(Suitor, EveryAlgorithmGivesTheStableMatching) {
  for (int seed = 0; seed < 16; ++seed) {
    const std::string spec =
        GetParam() + ":w=" + kWeights[seed % 4] + ":seed=" + std::to_string(seed);
    const CsrGraph graph = graph_from(spec);
    const TieRule ties = kRules[seed % 3];
    expect_stable_on_cpu(graph, ties, seed, spec);
    expect_stable_on_gpu(graph, ties, seed, spec);
  }
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, Suitor,
                         testing::Values("urand:7", "urand:6:ef=3", "kron:7", "kron:6:ef=40",
                                         "rmatu:7", "myc:7", "mesh27:4", "mesh81:3", "rgg:7",
                                         "rgg:6:deg=40", "kmer:8", "kmerl:8", "path:8"),
                         [](const auto& kind) {
                           std::string name = kind.param;
                           for (char& c : name) c = std::isalnum(c) ? c : '_';
                           return name;
                         });

// These graphs have enough nodes for several rounds, before offers match the remaining nodes.
TEST(Suitor, RoundsFindTheStableMatchingOnLargeGraphs) {
  int seed = 0;
  for (const char* spec : {"urand:14", "kron:13:w=unif", "kmer:15:w=const", "rgg:13:w=int",
                           "mesh27:20:w=unif", "urand:13:ef=80"}) {
    const CsrGraph graph = graph_from(spec);
    Options options;
    options.ties = kRules[seed % 3];
    options.threads = kThreads[++seed % 4];
    expect_stable(graph, stable_matching(graph, options.ties), options, spec);
  }
}

TEST(Suitor, EveryAlgorithmMatchesStarsCliquesAndChainsOfTies) {
  for (const TieRule ties : kRules) {
    int seed = 0;
    for (const CsrGraph& graph :
         {star(3000), clique(60), graph_from("path:11:w=const"), graph_from("mesh27:9:w=const")}) {
      expect_stable_on_cpu(graph, ties, seed, "number " + std::to_string(seed));
      expect_stable_on_gpu(graph, ties, seed, "number " + std::to_string(seed));
      ++seed;
    }
  }
}

TEST(Suitor, NodesWithoutEdgesStayAlone) {
  for (const Node nodes : {0, 1, 5}) {
    const CsrGraph graph = graph_of<float>(nodes, {});
    expect_stable_on_cpu(graph, TieRule::kIndex, 0, "no edges");
    for (int seed = 0; seed < 5; ++seed) {
      expect_stable_on_gpu(graph, TieRule::kIndex, seed, "no edges");
    }
  }
}

TEST(Suitor, EdgesWithNegativeWeightsCanBeMatched) {
  const CsrGraph graph =
      graph_of<double>(5, {{0, 1, -1e300}, {1, 2, -0.5}, {2, 3, -0.0}, {3, 4, 0.0}, {0, 4, -2.0}});
  for (const TieRule ties : kRules) {
    expect_stable_on_cpu(graph, ties, 1, "below zero");
    for (int seed = 0; seed < 5; ++seed) expect_stable_on_gpu(graph, ties, seed, "below zero");
  }
}

// Line 11 of Algorithm 1, as the paper prints it, also makes the partner of a matched node look for
// a partner again. Here, nodes 2 and 3 are matched first. With this line, node 2 would look again,
// and take node 1, which points at node 2.
TEST(Suitor, AMatchedNodeDoesNotLookForAPartnerAgain) {
  const CsrGraph graph =
      graph_of<std::int32_t>(5, {{4, 3, 5}, {3, 2, 9}, {2, 1, 8}, {1, 0, 7}, {4, 0, 1}});
  expect_stable_on_cpu(graph, TieRule::kIndex, 0, "pairs in a row");
  expect_stable_on_gpu(graph, TieRule::kIndex, 4, "pairs in a row");
}

TEST(Suitor, AWeightThatIsNotANumberIsRefused) {
  const CsrGraph graph = graph_of<double>(2, {{0, 1, std::nan("")}});
  for (const Algorithm algorithm : {Algorithm::kRounds, Algorithm::kGpuSuitor}) {
    Options options;
    options.algorithm = algorithm;
    EXPECT_THROW(make_engine(graph, options), InputError);
  }
}

}  // namespace
}  // namespace handshake::suitor
