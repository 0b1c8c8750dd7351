// One program can include every public header of the engines, and use every engine.
#include <gtest/gtest.h>

#include <vector>

#include "extensions/b_matching/answer.hpp"
#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/solve.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/stable_marriage/from_graph.hpp"
#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"
#include "extensions/suitor/engine.hpp"
#include "graph/generate.hpp"
#include "graph/read_graph.hpp"
#include "graph/validate.hpp"
#include "graph/write_graph.hpp"
#include "matching/b_matching.hpp"
#include "matching/greedy_matching.hpp"
#include "matching/handshake_passes.hpp"
#include "matching/matching.hpp"
#include "matching/stable_matching.hpp"
#include "matching/verify_matching.hpp"

namespace handshake {
namespace {

class AllEngines : public testing::Test {
 protected:
  const CsrGraph graph_ = generate(parse_graph_spec("kron:7:w=int"));
  const std::vector<Node> expected_ = stable_matching(graph_);

  void expect_stable(const Buffer<Node>& found) {
    EXPECT_EQ(std::vector<Node>(found.begin(), found.end()), expected_);
  }
};

TEST_F(AllEngines, LocallyDominant) {
  for (const auto kind : {ld::EngineKind::kFast, ld::EngineKind::kPaper}) {
    ld::Options options;
    options.engine = kind;
    const auto engine = ld::make_engine(graph_, options);
    engine->run();
    expect_stable(engine->matches());
  }
}

TEST_F(AllEngines, Suitor) {
  using suitor::Algorithm;
  for (const auto algorithm : {Algorithm::kOmpLd, Algorithm::kOmpSuitor, Algorithm::kRounds,
                               Algorithm::kSorted, Algorithm::kGpuLd, Algorithm::kGpuSuitor}) {
    suitor::Options options;
    options.algorithm = algorithm;
    const auto engine = suitor::make_engine(graph_, options);
    engine->run();
    expect_stable(engine->matches());
  }
}

TEST_F(AllEngines, BMatching) {
  using b_matching::Algorithm;
  b_matching::Problem problem;
  problem.graph = generate(parse_graph_spec("kron:7:w=int"));
  problem.bounds = b_matching::same_bounds(problem.graph.numNodes, 2);
  for (const auto algorithm : {Algorithm::kOmp, Algorithm::kSorted, Algorithm::kSerialEager,
                               Algorithm::kSerialDelayed, Algorithm::kGpu, Algorithm::kSimulated}) {
    b_matching::Options options;
    options.algorithm = algorithm;
    b_matching::Measures measures;
    const BMatching found = b_matching::solve(problem, options, &measures);
    EXPECT_EQ(b_matching_fault(problem.graph, problem.bounds, found), "");
  }
}

TEST_F(AllEngines, Marriage) {
  using marriage::EngineKind;
  const marriage::Problem problem = marriage::problem_from_graph(graph_, TieRule::kIndex, 1);
  for (const auto kind : {EngineKind::kSerial, EngineKind::kOmp, EngineKind::kGpu}) {
    marriage::Options options;
    options.engine = kind;
    marriage::Measures measures;
    expect_stable(marriage::solve(problem, options, &measures).partners);
  }
}

TEST_F(AllEngines, Louvain) {
  using louvain::EngineKind;
  using louvain::Scheme;
  const louvain::Problem problem = louvain::make_problem(graph_, {}, {});
  for (const auto scheme : {Scheme::kExact, Scheme::kPaper, Scheme::kSequential}) {
    for (const auto kind : {EngineKind::kSerial, EngineKind::kOmp, EngineKind::kGpu}) {
      louvain::Options options;
      options.scheme = scheme;
      options.engine = kind;
      louvain::Measures measures;
      const auto found = louvain::find_communities(problem, options, &measures);
      EXPECT_EQ(louvain::communities_fault(problem, found), "");
    }
  }
}

}  // namespace
}  // namespace handshake
