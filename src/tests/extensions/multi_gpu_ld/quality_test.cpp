// Compares the weight of the stable matching with the largest possible weight, which LEMON's exact
// algorithm finds. The stable matching has at least half of this weight, and in practice far more.
// Prints the table of docs/extensions/multi_gpu_ld.md.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "graph/generate.hpp"
#include "matching/matching.hpp"
#include "matching/optimal_weight.hpp"

namespace handshake::ld {
namespace {

class Quality : public testing::TestWithParam<std::string> {};

TEST_P(Quality, IsAtLeastHalfOfTheWeightOfTheHeaviestMatching) {
  const CsrGraph graph = generate(parse_graph_spec(GetParam()));
  const auto engine = make_engine(graph, Options{});
  engine->run();
  const double weight = matching_weight(graph, engine->matches());
  const double optimum = optimal_matching_weight(graph);
  std::printf("%-16s %7d nodes %8lld edges  weight %12.3f  heaviest %12.3f  %6.2f %%\n",
              GetParam().c_str(), graph.numNodes, static_cast<long long>(graph.numEdges() / 2),
              weight, optimum, 100 * weight / optimum);
  EXPECT_GE(weight, optimum / 2);
  EXPECT_LE(weight, optimum * (1 + 1e-9));
}

INSTANTIATE_TEST_SUITE_P(Kinds, Quality,
                         testing::Values("urand:11", "urand:11:w=unif", "kron:11", "myc:10",
                                         "mesh27:11", "mesh81:7", "rgg:11", "kmer:12", "path:12"));

}  // namespace
}  // namespace handshake::ld
