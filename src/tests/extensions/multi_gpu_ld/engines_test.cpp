// Both engines give the one stable matching: on graphs of every kind, under every tie rule, on 1 to
// 8 devices, with and without batches, and also if the graph is larger than the memory. The serial
// stable_matching computes the expected result.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "graph/generate.hpp"
#include "matching/stable_matching.hpp"

namespace handshake::ld {
namespace {

const char* name_of(TieRule rule) {
  return rule == TieRule::kIndex ? "index" : rule == TieRule::kHash ? "hash" : "degree";
}

constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};

// The first difference between the two matchings, as text; empty if they are equal.
std::string first_difference(const Buffer<Node>& found, const std::vector<Node>& expected) {
  if (found.size() != expected.size()) return "the sizes differ";
  for (std::size_t v = 0; v < expected.size(); ++v) {
    if (found[v] != expected[v]) {
      return "node " + std::to_string(v) + " has partner " + std::to_string(found[v]) +
             " instead of " + std::to_string(expected[v]);
    }
  }
  return "";
}

void expect_stable(const CsrGraph& graph, const Options& options, const std::string& what) {
  const auto engine = make_engine(graph, options);
  for (int repeat = 0; repeat < 2; ++repeat) {  // the second run must not depend on the first
    engine->run();
    EXPECT_EQ(first_difference(engine->matches(), stable_matching(graph, options.ties)), "")
        << what << " ties=" << name_of(options.ties) << " gpus=" << options.gpus
        << " batches=" << options.batches << " passes=" << options.passes
        << " memory=" << options.memory << " run " << repeat;
  }
}

// These graphs are small enough for CUDA on the CPU, and large enough that every kernel has work.
const std::vector<std::string> kKinds = {
    "urand:8",  "urand:7:ef=3", "kron:8",       "kron:7:ef=40", "rmatu:8", "myc:8", "mesh27:5",
    "mesh81:4", "rgg:8",        "rgg:7:deg=40", "kmer:9",       "kmerl:9", "path:9"};
const std::vector<std::string> kWeights = {"dec3", "unif", "const", "int"};

class Engines : public testing::TestWithParam<std::string> {};

TEST_P(Engines, TheFastEngineGivesTheStableMatchingForEveryNumberOfDevices) {
  const int device_counts[] = {1, 2, 3, 4, 8};
  const int pass_counts[] = {4, 0, 1};
  int seed = 0;
  for (const std::string& weights : kWeights) {
    for (const TieRule rule : kRules) {
      Options options;
      options.ties = rule;
      options.gpus = device_counts[seed % 5];
      options.passes = pass_counts[seed % 3];
      const std::string spec = GetParam() + ":w=" + weights + ":seed=" + std::to_string(++seed);
      expect_stable(generate(parse_graph_spec(spec)), options, "fast " + spec);
    }
  }
}

TEST_P(Engines, ThePaperEngineGivesTheStableMatchingForEveryNumberOfBatches) {
  const int device_counts[] = {1, 2, 3, 4, 8};
  const int batch_counts[] = {0, 1, 3, 5, 10};
  int seed = 50;
  for (const TieRule rule : kRules) {
    Options options;
    options.engine = EngineKind::kPaper;
    options.ties = rule;
    options.gpus = device_counts[seed % 5];
    options.batches = batch_counts[(seed / 2) % 5];
    const std::string spec =
        GetParam() + ":w=" + kWeights[seed % 4] + ":seed=" + std::to_string(seed);
    ++seed;
    expect_stable(generate(parse_graph_spec(spec)), options, "paper " + spec);
  }
}

TEST_P(Engines, AStreamedGraphGivesTheStableMatching) {
  int seed = 90;
  for (const TieRule rule : kRules) {
    Options options;
    options.ties = rule;
    options.gpus = 1 + seed % 2;
    options.batches = 2 + seed % 5;
    options.passes = seed % 2 == 0 ? 4 : 0;
    const std::string spec =
        GetParam() + ":w=" + kWeights[seed % 4] + ":seed=" + std::to_string(seed);
    ++seed;
    expect_stable(generate(parse_graph_spec(spec)), options, "streamed " + spec);
  }
}

std::string case_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllKinds, Engines, testing::ValuesIn(kKinds), case_name);

TEST(Streaming, ReadsAtMost50PercentMoreEdgesFromTheHostThanTheGraphHas) {
  const CsrGraph graph = generate(parse_graph_spec("urand:12"));
  Options options;
  options.memory = 900 << 10;  // all arrays together would take 1500 KiB
  const auto engine = make_engine(graph, options);
  const Measures measures = engine->run();

  EXPECT_EQ(first_difference(engine->matches(), stable_matching(graph)), "");
  EXPECT_GE(measures.edges_from_host, graph.numEdges());
  EXPECT_LE(measures.edges_from_host, graph.numEdges() * 3 / 2);
}

TEST(Memory, ThatIsTooSmallForOneBatchIsReportedWithItsSize) {
  const CsrGraph graph = generate(parse_graph_spec("urand:10"));
  for (const EngineKind kind : {EngineKind::kFast, EngineKind::kPaper}) {
    Options options;
    options.engine = kind;
    options.memory = 4096;
    try {
      make_engine(graph, options);
      FAIL() << "an engine was made with 4096 bytes of memory";
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("4096 bytes"), std::string::npos) << error.what();
    }
  }
}

TEST(Options, ImpossibleNumbersOfPassesAreRefused) {
  const CsrGraph graph = generate(parse_graph_spec("path:4"));
  for (const int passes : {kMaxPasses + 1, 1000000, -2}) {
    Options options;
    options.passes = passes;
    EXPECT_THROW(make_engine(graph, options), std::invalid_argument) << passes;
  }
  Options options;
  options.passes = kMaxPasses;
  expect_stable(graph, options, "path:4");
}

TEST(Devices, ThatDoNotExistAreRefused) {
  const CsrGraph graph = generate(parse_graph_spec("path:4"));
  setenv("CUCC_DEVICES", "8", 1);
  Options options;
  options.gpus = 9;
  EXPECT_THROW(make_engine(graph, options), DeviceError);
}

}  // namespace
}  // namespace handshake::ld
