// The quality stage of the engines on simulated GPUs gives the bytes of improve() on the CPU.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "graph/generate.hpp"

namespace handshake::ld {
namespace {

std::vector<Node> all(const Buffer<Node>& matches) {
  return {matches.begin(), matches.end()};
}

TEST(ImproveOnGpus, GivesTheBytesOfTheCpuForEveryNumberOfGpusAndEveryTieRule) {
  for (const char* spec :
       {"kron:10", "urand:9:type=float", "rgg:9:w=const", "mesh27:8:w=int", "path:5", "urand:0"}) {
    const CsrGraph graph = generate(parse_graph_spec(spec));
    for (const TieRule ties : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
      Options options;
      options.ties = ties;
      for (options.gpus = 1; options.gpus <= 3; ++options.gpus) {
        const auto engine = make_engine(graph, options);
        engine->run();
        const std::vector<Node> start = all(engine->matches());
        std::vector<Node> expected = start;
        const int scans = improve(graph, {4, 1}, expected.data());
        for (int repeat = 0; repeat < 2; ++repeat) {
          const auto improved = engine->improve_on_gpu(4);
          ASSERT_TRUE(improved.has_value());
          ASSERT_EQ(all(improved->matches), expected) << spec << " on " << options.gpus;
          ASSERT_EQ(improved->measures.scans, scans);
          ASSERT_EQ(all(engine->matches()), start);
        }
      }
    }
  }
}

TEST(ImproveOnGpus, IsLeftToTheCpuIfTheMemoryIsNotEnoughOrTheGraphIsNotOnGpus) {
  const CsrGraph graph = generate(parse_graph_spec("urand:9"));
  for (const char* why : {"memory", "batches", "paper"}) {
    Options options;
    if (why == std::string("memory")) options.memory = 200000;
    if (why == std::string("batches")) options.batches = 3;
    if (why == std::string("paper")) options.engine = EngineKind::kPaper;
    const auto engine = make_engine(graph, options);
    engine->run();
    EXPECT_FALSE(engine->improve_on_gpu(1).has_value()) << why;
  }
}

}  // namespace
}  // namespace handshake::ld
