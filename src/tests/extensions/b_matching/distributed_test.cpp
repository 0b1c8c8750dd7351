// Tests that b-Suitor on simulated ranks finds the greedy b-matching for every number of ranks,
// order of delivery, strategy, tie rule and number of threads. Also tests the part of a file that a
// rank reads, and the first message of a rank.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "extensions/b_matching/distributed/mpi/hello.hpp"
#include "extensions/b_matching/distributed/owned_part.hpp"
#include "extensions/b_matching/distributed/simulation.hpp"
#include "flags/flags.hpp"
#include "graph/binary_graph.hpp"
#include "graph/binary_header.hpp"
#include "graph/checksum.hpp"
#include "graph/generate.hpp"
#include "graph/input_error.hpp"
#include "matching/greedy_matching.hpp"

namespace handshake::b_matching {
namespace {

constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};
const char* const kStrategies[] = {"ball_N1_U",  "b1_N1_U",     "b3_N4_U",        "ball_N16_S",
                                   "bhalf_N2_S", "bshare_N1_S", "badaptive_N1_U", "b1_N128_S"};

// `b` is the bound of every node; if `b` is negative, the bounds are random, from 0 to 7.
Problem problem_of(const std::string& spec, std::int32_t b, TieRule ties = TieRule::kIndex) {
  Problem problem;
  problem.graph = generate(parse_graph_spec(spec));
  problem.bounds = same_bounds(problem.graph.numNodes, b);
  std::mt19937 random(7);
  for (std::int32_t& bound : problem.bounds) {
    if (b < 0) bound = static_cast<std::int32_t>(random() % 8);
  }
  problem.ties = ties;
  return problem;
}

BMatching greedy(const Problem& problem) {
  return greedy_b_matching(problem.graph, problem.bounds, problem.ties);
}

DistributedOptions options_of(int ranks, const std::string& strategy) {
  DistributedOptions options;
  options.ranks = ranks;
  options.strategy = parse_strategy(strategy);
  return options;
}

TEST(Distributed, AHundredOrdersOfDeliveryGiveTheGreedyMatchingOnUpTo256Ranks) {
  const char* const specs[] = {"urand:6:ef=6", "kron:6:ef=6", "rgg:6:w=const", "myc:6:w=int",
                               "mesh27:4:w=int"};
  const std::int32_t bounds[] = {1, 3, 10, -1};
  const int ranks[] = {2, 3, 7, 16, 64, 256};
  for (int order = 0; order < 100; ++order) {
    const Problem problem = problem_of(specs[order % 5], bounds[order % 4], kRules[order % 3]);
    const BMatching answer = greedy(problem);
    for (int k = 0; k < 2; ++k) {
      DistributedOptions options = options_of(ranks[(order + 3 * k) % 6], kStrategies[order % 8]);
      options.delivery = order;
      EXPECT_TRUE(simulate(problem, options, 1).matching == answer)
          << "order " << order << " on " << options.ranks << " ranks";
    }
  }
}

TEST(Distributed, EveryStrategyGivesTheGreedyMatchingIfRanksRunInLockstep) {
  for (const char* const spec : {"urand:8", "kron:8", "path:8:w=const", "kmer:8:w=const"}) {
    for (const std::int32_t b : {1, 3, -1}) {
      const Problem problem = problem_of(spec, b);
      const BMatching answer = greedy(problem);
      for (const char* const strategy : kStrategies) {
        EXPECT_TRUE(simulate(problem, options_of(8, strategy), 1).matching == answer)
            << spec << " " << b << " " << strategy;
      }
    }
  }
}

TEST(Distributed, ThreadsInsideOfRanksDoNotChangeTheAnswer) {
  for (const TieRule ties : kRules) {
    const Problem problem = problem_of("kron:10:w=int", 3, ties);
    const BMatching answer = greedy(problem);
    for (const char* const strategy : {"ball_N1_U", "b1_N4_S"}) {
      EXPECT_TRUE(simulate(problem, options_of(3, strategy), 3).matching == answer);
    }
  }
}

TEST(Distributed, WeightsThatAreEqualAsFloatsKeepTheirOrder) {
  for (const std::int32_t b : {1, 3, 10}) {
    for (const int different : {4, 1000}) {
      Problem problem = problem_of("urand:8:ef=20:w=unif", b);
      for (double& weight : std::get<Buffer<double>>(problem.graph.weights)) {
        weight = std::floor(different * weight) + 1 + 1e-9 * weight;
      }
      EXPECT_TRUE(simulate(problem, options_of(4, "ball_N1_U"), 1).matching == greedy(problem))
          << b << " " << different;
    }
  }
}

TEST(Distributed, RanksWithoutNodesAndGraphsWithoutEdgesAreAllowed) {
  for (const char* const spec : {"urand:0", "path:1", "urand:3:ef=0", "mesh27:1"}) {
    const Problem problem = problem_of(spec, 2);
    EXPECT_TRUE(simulate(problem, options_of(16, "b1_N8_S"), 1).matching == greedy(problem))
        << spec;
  }
}

TEST(Distributed, ABoundAboveAllDegreesMatchesAllEdgesAndABoundOfZeroMatchesNone) {
  const Problem all = problem_of("kron:7", 1000000);
  EXPECT_EQ(simulate(all, options_of(5, "bshare_N1_U"), 1).matching.matched_edges(),
            all.graph.numEdges() / 2);
  const Problem none = problem_of("kron:7", 0);
  EXPECT_EQ(simulate(none, options_of(5, "ball_N1_U"), 1).total().messages(), 0);
}

// For each matched edge between two ranks, two proposals stay valid (neither refused nor given up):
// one from each end.
TEST(Distributed, MessageCountsFitTheMatchingAndAreTheSameInEveryRun) {
  const Problem problem = problem_of("kron:9", 4);
  const DistributedOptions options = options_of(16, "ball_N4_S");
  const Simulation run = simulate(problem, options, 1);
  const Counts counts = run.total();
  const Ranges ranges{problem.graph.numNodes, 16};
  std::int64_t crossing = 0;
  for (Node v = 0; v < problem.graph.numNodes; ++v) {
    for (EdgeIndex i = run.matching.offsets[v]; i < run.matching.offsets[v + 1]; ++i) {
      crossing += ranges.owner(v) != ranges.owner(run.matching.partners[i]);
    }
  }
  EXPECT_GT(counts.rejections, 0);
  EXPECT_GT(counts.annulments, 0);
  EXPECT_EQ(counts.proposals - counts.rejections - counts.annulments, crossing);
  const Counts again = simulate(problem, options, 1).total();
  EXPECT_EQ(again.messages(), counts.messages());
  EXPECT_EQ(again.supersteps, counts.supersteps);
}

// A path of four nodes, each on its own rank: 0 -3- 1 -5- 2 -3- 3, with the weights between the
// dashes. The first proposals of nodes 0 and 3 are useless, because nodes 1 and 2 propose to each
// other in the same superstep.
TEST(Distributed, APathOnFourRanksSendsTheMessagesComputedByHand) {
  Problem problem = problem_of("path:2:w=int", 1);
  const std::int32_t weights[] = {3, 3, 5, 5, 3, 3};
  std::copy_n(weights, 6, std::get<Buffer<std::int32_t>>(problem.graph.weights).begin());
  const Simulation run = simulate(problem, options_of(4, "ball_N1_U"), 1);
  EXPECT_EQ(run.total().proposals, 4);
  EXPECT_EQ(run.total().rejections + run.total().annulments, 2);
  EXPECT_EQ(run.matching.partners.size(), 2u);
  EXPECT_EQ(run.matching.partners[0], 2);
}

TEST(Distributed, EveryNodeIsOwnedByTheRankWhoseRangeContainsTheNode) {
  for (const Node nodes : {1, 5, 64, 1000}) {
    for (const int ranks : {1, 3, 64, 999}) {
      const Ranges ranges{nodes, ranks};
      EXPECT_EQ(ranges.first(0), 0);
      EXPECT_EQ(ranges.first(ranks), nodes);
      for (Node v = 0; v < nodes; ++v) {
        EXPECT_LE(ranges.first(ranges.owner(v)), v);
        EXPECT_LT(v, ranges.first(ranges.owner(v) + 1));
      }
    }
  }
}

TEST(Distributed, KeysOfWeightsHaveTheOrderOfTheWeights) {
  const double weights[] = {-1e308, -2, -1, -5e-324, 0, 5e-324, 0.001, 1, 3, 1e308};
  for (std::size_t i = 1; i < std::size(weights); ++i) {
    EXPECT_LT(weight_key(weights[i - 1]), weight_key(weights[i]));
  }
  EXPECT_EQ(weight_key(-0.0), weight_key(0.0));
  EXPECT_GT(weight_key(-1e308), kNoOffer.weight);
  EXPECT_LT(weight_key(1e308), kNoPlaces.weight);
}

TEST(Distributed, AnUnknownStrategyIsRefused) {
  for (const char* const text : {"", "b1", "b0_N1_U", "b1_N0_U", "b1_N1_X", "bmany_N1_U"}) {
    EXPECT_THROW(parse_strategy(text), UsageError) << text;
  }
}

TEST(Distributed, ARankWithAnotherVersionOrByteOrderOrCommandLineIsNoticed) {
  char program[] = "b_matching", one[] = "-b", two[] = "3";
  char* words[] = {program, one, two};
  const Hello hello = hello_of(3, words);
  EXPECT_EQ(hello_fault(hello, hello_of(3, words)), "");
  EXPECT_NE(hello_fault(hello, hello_of(2, words)).find("other flags"), std::string::npos);
  Hello other = hello;
  other.byte_order = 0x04030201;
  EXPECT_NE(hello_fault(hello, other).find("byte order"), std::string::npos);
  other = hello;
  other.message_bytes = 32;
  EXPECT_NE(hello_fault(hello, other).find("another version"), std::string::npos);
  other = hello;
  other.version[12] ^= 1;
  EXPECT_NE(hello_fault(hello, other).find("another version"), std::string::npos);
}

class PartOfAFile : public testing::TestWithParam<const char*> {
 protected:
  PartOfAFile() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("handshake_") + test->name() + ".hsg";
    std::replace(name.begin(), name.end(), '/', '_');
    path_ = (std::filesystem::path(testing::TempDir()) / name).string();
  }
  ~PartOfAFile() override { std::filesystem::remove(path_); }

  // The sum of imbalance() over all ranks.
  std::uint64_t imbalance_of_file(int ranks) const {
    std::uint64_t sum = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const OwnedPart owned = read_owned_part(path_, TieRule::kIndex, ranks, rank);
      const Bounds bounds = same_bounds(owned.nodes(), 1);
      sum += imbalance(owned.part(bounds, TieRule::kIndex), 12345);
    }
    return sum;
  }

  // Writes a value into the file, at the byte `place`.
  template <class T>
  void damage(std::size_t place, T value) const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(place));
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::string path_;
};

TEST_P(PartOfAFile, HasTheSameRowsAsTheWholeGraph) {
  const CsrGraph graph = generate(parse_graph_spec(GetParam()));
  write_binary_graph(path_, graph);
  constexpr int kRanks = 5;
  for (int rank = 0; rank < kRanks; ++rank) {
    const OwnedPart owned = read_owned_part(path_, TieRule::kDegree, kRanks, rank);
    ASSERT_EQ(owned.degrees.size(), static_cast<std::size_t>(graph.numNodes));
    const Bounds bounds = same_bounds(owned.nodes(), 1);
    const GraphPart part = owned.part(bounds, TieRule::kDegree);
    for (Node i = 0; i < part.nodes; ++i) {
      const EdgeIndex first = graph.offsets[part.first + i];
      ASSERT_EQ(part.degree(i), graph.offsets[part.first + i + 1] - first);
      ASSERT_EQ(owned.degrees[part.first + i], part.degree(i));
      for (EdgeIndex k = 0; k < part.degree(i); ++k) {
        ASSERT_EQ(part.neighbors[part.row(i) + k], graph.neighbors[first + k]);
        const double whole = std::visit(
            [&](const auto& w) { return static_cast<double>(w[first + k]); }, graph.weights);
        const double own = std::visit(
            [&](const auto* w) { return static_cast<double>(w[part.row(i) + k]); }, part.weights);
        ASSERT_EQ(own, whole);
      }
    }
  }
  EXPECT_EQ(imbalance_of_file(kRanks), 0u);
}
INSTANTIATE_TEST_SUITE_P(OfEveryWeight, PartOfAFile,
                         testing::Values("kron:7", "kron:7:w=int", "rgg:7:type=float", "urand:1"));

using PartOfABadFile = PartOfAFile;

TEST_F(PartOfABadFile, AnEdgeWithDifferentWeightsAtItsTwoEndsIsNoticed) {
  const CsrGraph graph = generate(parse_graph_spec("path:4:w=int"));
  write_binary_graph(path_, graph);
  EXPECT_EQ(imbalance_of_file(3), 0u);
  const BinaryHeader header = read_binary_header(read_file(path_, is_binary_graph).bytes(), path_);
  damage(header.weights_place() + 4 * 5, 101);
  EXPECT_NE(imbalance_of_file(3), 0u);
}

TEST_F(PartOfABadFile, ImpossibleRowsAndOffsetsAreFaults) {
  const CsrGraph graph = generate(parse_graph_spec("path:4"));
  const auto damaged = [&](auto place_of, auto value) {
    write_binary_graph(path_, graph);
    damage(place_of(read_binary_header(read_file(path_, is_binary_graph).bytes(), path_)), value);
    EXPECT_THROW(imbalance_of_file(3), InputError);
  };
  damaged([](const BinaryHeader& h) { return h.offsets_place() + 8 * 7; }, std::int64_t{1} << 40);
  damaged([](const BinaryHeader& h) { return h.offsets_place() + 8 * 7; }, std::int64_t{-1});
  damaged([](const BinaryHeader& h) { return h.offsets_place(); }, std::int64_t{2});
  damaged([](const BinaryHeader& h) { return h.neighbors_place() + 4 * 9; }, 99);
  damaged([](const BinaryHeader& h) { return h.neighbors_place() + 4 * 9; }, -1);
  damaged([](const BinaryHeader& h) { return h.weights_place(); }, HUGE_VAL);
  damaged([](const BinaryHeader&) { return 16; }, 9);  // damages the header, which has a checksum
}

}  // namespace
}  // namespace handshake::b_matching
