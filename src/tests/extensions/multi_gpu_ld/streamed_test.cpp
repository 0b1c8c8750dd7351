// Graphs that do not fit into the memory of a GPU. For every amount of memory, the result is the
// one stable matching, or a message with an amount that is enough. The serial stable_matching
// computes the expected result. Each round sends the remaining graph through the GPU. The tests
// check that there are few rounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "graph/generate.hpp"
#include "matching/stable_matching.hpp"
#include "tests/extensions/small_graphs.hpp"

namespace handshake::ld {
namespace {

struct Outcome {
  std::int64_t needed = 0;  // if the memory is too small: how many bytes would be enough
  Measures measures;        // set only if the memory is enough
};

CsrGraph graph_named(const std::string& name) {
  if (name == "empty") return graph_of<float>(0, {});
  if (name == "alone") return graph_of<double>(1, {});
  if (name == "one edge") return graph_of<std::int32_t>(2, {{0, 1, -3}});
  if (name == "isolated") return graph_of<float>(700, {});
  if (name == "few edges") return graph_of<double>(700, {{3, 600, 1.5}, {600, 699, 1.5}});
  if (name == "star") return star(400);
  if (name == "clique") return clique(48);
  return generate(parse_graph_spec(name));
}

// Matches the graph on GPUs that may use options.memory bytes each. Checks the matching, or the
// error message if this memory is too small.
Outcome match_in(const CsrGraph& graph, const std::vector<Node>& expected, const Options& options,
                 const std::string& what) {
  SCOPED_TRACE(what + ", rule " + std::to_string(static_cast<int>(options.ties)) + ", " +
               std::to_string(options.gpus) + " GPUs, " + std::to_string(options.memory) +
               " bytes");
  Outcome outcome;
  try {
    const auto engine = make_engine(graph, options);
    outcome.measures = engine->run();
    const Buffer<Node> matches = engine->matches();
    EXPECT_EQ(std::vector<Node>(matches.begin(), matches.end()), expected);
    EXPECT_LE(outcome.measures.rounds, graph.numNodes / 2 + 1);
  } catch (const DeviceError& error) {
    const std::string text = error.what(), before = "needs at least ";
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << text;
    EXPECT_NE(text.find("may use " + std::to_string(options.memory) + " bytes"), std::string::npos)
        << text;
    outcome.needed = at == std::string::npos ? 1 : std::stoll(text.substr(at + before.size()));
  }
  return outcome;
}

class Memory : public testing::TestWithParam<const char*> {};

TEST_P(Memory, IsEnoughOrTheErrorNamesASizeThatIsEnough) {
  const CsrGraph graph = graph_named(GetParam());
  // The number of GPUs depends on the graph and on the tie rule.
  int gpus = static_cast<int>(graph.numEdges() / 2 % 8);
  for (const TieRule rule : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
    const std::vector<Node> expected = stable_matching(graph, rule);
    Options options;
    options.ties = rule;
    options.gpus = gpus = gpus % 8 + 1;
    const auto match_in_bytes = [&](std::int64_t bytes) {
      options.memory = bytes;
      return match_in(graph, expected, options, GetParam());
    };
    const std::int64_t least = match_in_bytes(1).needed;
    if (graph.numNodes == 0) continue;  // this graph needs no memory
    EXPECT_GT(least, 1);
    EXPECT_EQ(match_in_bytes(least - 1).needed, least);
    EXPECT_EQ(match_in_bytes(least).needed, 0);
    const std::int64_t enough = 2 * least + 16 * graph.numEdges();
    for (int step = 0; step < 8; ++step) {
      match_in_bytes(least / 2 + (enough - least / 2) * step / 7);
    }
    EXPECT_EQ(match_in_bytes(enough).measures.rounds, 0) << "the whole graph fits into the memory";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Memory,
    testing::Values("empty", "alone", "one edge", "isolated", "few edges", "star", "clique",
                    "urand:8", "urand:8:w=const", "urand:9:ef=1:w=unif", "kron:8:w=int",
                    "kron:7:ef=40:w=const", "kmer:9:type=float", "kmerl:9:w=const",
                    "path:9:w=const", "mesh27:6:w=const", "rgg:8:w=const", "myc:7:w=int"),
    [](const auto& info) {
      std::string name = info.param;
      std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
      return name;
    });

// The remaining graph contains only nodes that still look for a partner, so after some rounds it is
// small enough for the memory.
TEST(Streaming, MatchesAGraphThatDoesNotFitIntoMemoryAsAWhole) {
  for (const auto& [spec, bytes] :
       {std::pair("urand:12", 311296), {"urand:14", 983040}, {"urand:17:ef=2", 9830400}}) {
    const CsrGraph graph = generate(parse_graph_spec(spec));
    Options options;
    options.memory = bytes;
    const Outcome outcome = match_in(graph, stable_matching(graph), options, spec);
    EXPECT_EQ(outcome.needed, 0) << spec;
    EXPECT_GE(outcome.measures.rounds, 1) << spec;
    EXPECT_LE(outcome.measures.rounds, 3) << spec;
  }
}

// Under the index rule, every pair of the path waits for the pair before it.
TEST(Streaming, NeedsFewRoundsForALongChainOfTies) {
  const CsrGraph graph = generate(parse_graph_spec("path:14:w=const"));
  Options options;
  options.memory = graph.numNodes * std::int64_t{58};
  const Outcome outcome = match_in(graph, stable_matching(graph), options, "path");
  EXPECT_GE(outcome.measures.rounds, 1);
  EXPECT_LE(outcome.measures.rounds, 3);
}

TEST(Streaming, GivesTheStableMatchingForEveryRequestedNumberOfBatches) {
  const CsrGraph graph = generate(parse_graph_spec("kron:9:w=int"));
  const std::vector<Node> expected = stable_matching(graph);
  for (const int batches : {2, 3, 7, 500, 1 << 20}) {
    Options options;
    options.batches = batches;
    EXPECT_EQ(match_in(graph, expected, options, "batches").measures.rounds, 1);
  }
}

// In every triangle, node 0 prefers 1, 1 prefers 2, and 2 prefers 0. In an undirected graph, this
// would be impossible; here, the two directions of an edge have different weights.
TEST(Streaming, SuggestsMoreMemoryIfNoNodeIsMatched) {
  const Node nodes = 600;
  CsrGraph graph;
  graph.numNodes = nodes;
  graph.offsets = Buffer<EdgeIndex>(nodes + 1);
  graph.neighbors = Buffer<Node>(2 * nodes);
  Buffer<float> weights(2 * nodes);
  for (Node v = 0; v < nodes; ++v) {
    const Node first = v / 3 * 3, next = first + (v + 1) % 3, last = first + (v + 2) % 3;
    graph.offsets[v] = 2 * v;
    graph.neighbors[2 * v] = std::min(next, last);
    graph.neighbors[2 * v + 1] = std::max(next, last);
    weights[2 * v] = next < last ? 2 : 1;
    weights[2 * v + 1] = next < last ? 1 : 2;
  }
  graph.offsets[nodes] = 2 * nodes;
  graph.weights = std::move(weights);
  Options options;
  options.memory = 40000;
  const auto engine = make_engine(graph, options);
  try {
    engine->run();
    FAIL() << "a graph without a stable matching was matched";
  } catch (const DeviceError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("no node was matched"), std::string::npos) << text;
    EXPECT_NE(text.find("-memory"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace handshake::ld
