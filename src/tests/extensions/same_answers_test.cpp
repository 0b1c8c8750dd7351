// All engines give the answers of the functions of the library, for 200 random graphs and every rule
// for ties, on the CPU, on one GPU and on two. GPUs are simulated on the CPU.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "extensions/b_matching/match.hpp"
#include "extensions/b_matching/solve.hpp"
#include "extensions/louvain/find.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/stable_marriage/from_graph.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/suitor/engine.hpp"
#include "extensions/suitor/match.hpp"
#include "graph/generate.hpp"

namespace handshake {
namespace {

using Answer = std::vector<Node>;

constexpr int kGraphs = 200;
constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};

CsrGraph graph_number(int i) {
  const std::string kinds[] = {"urand", "kron", "rgg", "kmer", "urand", "rmatu", "path", "kron"};
  const std::string weights[] = {"int",  "const",           "dec3",
                                 "unif", "dec3:type=float", "const:type=float"};
  const std::string kind = kinds[i % 8];
  const bool has_factor = kind == "urand" || kind == "kron" || kind == "rmatu";
  return generate(parse_graph_spec(kind + ":" + std::to_string(i % 8) +
                                   (has_factor ? ":ef=" + std::to_string(1 + i % 9) : "") +
                                   ":w=" + weights[i % 6] + ":seed=" + std::to_string(i)));
}

template <class Array>
Answer answer_of(const Array& found) {
  return Answer(found.begin(), found.end());
}

class SameAnswers : public testing::Test {
 protected:
  // Calls check(graph) for all graphs, and says in which of them it fails.
  template <class Check>
  void for_each_graph(const Check& check) {
    for (int i = 0; i < kGraphs && !HasFailure(); ++i) {
      SCOPED_TRACE("graph " + std::to_string(i));
      check(graph_number(i));
    }
  }
};

TEST_F(SameAnswers, OfMatchings) {
  for_each_graph([](const CsrGraph& graph) {
    for (const TieRule ties : kRules) {
      Answer expected(graph.numNodes);
      suitor::match(graph, {ties, 1}, expected.data());
      using suitor::Algorithm;
      for (const auto algorithm :
           {Algorithm::kRounds, Algorithm::kOmpSuitor, Algorithm::kGpuLd, Algorithm::kGpuSuitor}) {
        suitor::Options options;
        options.algorithm = algorithm;
        options.ties = ties;
        const auto engine = suitor::make_engine(graph, options);
        engine->run();
        EXPECT_EQ(answer_of(engine->matches()), expected);
      }
      for (const int gpus : {1, 2}) {
        ld::Options options;
        options.ties = ties;
        options.gpus = gpus;
        const auto engine = ld::make_engine(graph, options);
        engine->run();
        EXPECT_EQ(answer_of(engine->matches()), expected) << gpus << " GPUs";
      }
      const marriage::Problem problem = marriage::problem_from_graph(graph, ties, 1);
      for (const auto kind : {marriage::EngineKind::kOmp, marriage::EngineKind::kGpu}) {
        marriage::Options options;
        options.engine = kind;
        marriage::Measures measures;
        EXPECT_EQ(answer_of(marriage::solve(problem, options, &measures).partners), expected);
      }
    }
  });
}

TEST_F(SameAnswers, OfBMatchings) {
  for_each_graph([](CsrGraph graph) {
    b_matching::Problem problem;
    problem.bounds = b_matching::same_bounds(graph.numNodes, 2);
    problem.graph = std::move(graph);
    for (const TieRule ties : kRules) {
      problem.ties = ties;
      const BMatching expected = b_matching::match(problem.graph, problem.bounds, {ties, 1});
      for (const int gpus : {0, 1, 2}) {
        b_matching::Options options;
        options.algorithm = gpus > 0 ? b_matching::Algorithm::kGpu : b_matching::Algorithm::kOmp;
        if (gpus > 0) options.gpus = gpus;
        b_matching::Measures measures;
        const BMatching found = b_matching::solve(problem, options, &measures);
        EXPECT_EQ(answer_of(found.partners), answer_of(expected.partners));
        EXPECT_EQ(std::vector<EdgeIndex>(found.offsets.begin(), found.offsets.end()),
                  std::vector<EdgeIndex>(expected.offsets.begin(), expected.offsets.end()));
      }
    }
  });
}

TEST_F(SameAnswers, OfCommunities) {
  for_each_graph([](const CsrGraph& graph) {
    Answer expected(graph.numNodes);
    const louvain::Found answer = louvain::find(graph, {}, expected.data());
    const louvain::Problem problem = louvain::make_problem(graph, {}, {});
    for (const int gpus : {0, 1, 2}) {
      louvain::Options options;
      options.engine = gpus > 0 ? louvain::EngineKind::kGpu : louvain::EngineKind::kOmp;
      if (gpus > 0) options.gpus = gpus;
      louvain::Measures measures;
      const louvain::Communities found = louvain::find_communities(problem, options, &measures);
      EXPECT_EQ(answer_of(found.of_node), expected);
      EXPECT_EQ(found.count, answer.count);
      EXPECT_EQ(found.modularity.value(), answer.modularity);
    }
  });
}

}  // namespace
}  // namespace handshake
