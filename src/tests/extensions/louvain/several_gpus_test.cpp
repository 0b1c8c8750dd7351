// 1 to 8 GPUs that share the input find the same communities as plain_louvain.hpp, a plain version
// of the rules. With CUCC_DEVICES=8 in the environment, 8 GPUs are simulated. The environment
// variable LOUVAIN_GRAPHS sets the number of random graphs (default 24).
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "gpu/device_error.hpp"
#include "graphs.hpp"
#include "plain_louvain.hpp"

namespace handshake::louvain {
namespace {

using Labels = std::vector<Node>;

Labels on_gpus(const Problem& problem, Options options, int gpus) {
  options.engine = EngineKind::kGpu;
  options.gpus = gpus;
  options.small_nodes = 0;
  Measures measures;
  const Communities found = find_communities(problem, options, &measures);
  EXPECT_EQ(communities_fault(problem, found), "");
  return {found.of_node.begin(), found.of_node.end()};
}

Labels plain(const Problem& problem, const Options& options) {
  const Labels labels = PlainLouvain(problem, options).labels;
  Buffer<Node> numbered(labels.size());
  std::copy(labels.begin(), labels.end(), numbered.begin());
  number_by_first_member(&numbered);
  return {numbered.begin(), numbered.end()};
}

int graphs() {
  const char* const wanted = std::getenv("LOUVAIN_GRAPHS");
  return wanted == nullptr ? 24 : std::atoi(wanted);
}

TEST(SeveralGpus, FindTheSameCommunitiesAsThePlainVersionOnRandomGraphs) {
  const Fraction resolutions[] = {{1, 1}, {7, 10}, {2, 1}};
  for (int seed = 1; seed <= graphs(); ++seed) {
    const Node nodes = 1 + seed * 37 % 150;  // some graphs have fewer nodes than there are GPUs
    const int heaviest = seed % 4 == 0 ? 2000000000 : seed % 4 * 2 - 1;
    const Problem problem =
        RandomGraph(seed, nodes, nodes * (1 + seed % 5), heaviest).problem(resolutions[seed % 3]);
    Options options;
    options.colors = 1 + seed % 9;
    options.passes = 1 + seed % 6;
    options.refine_passes = seed % 4;
    const Labels expected = plain(problem, options);
    EXPECT_EQ(on_gpus(problem, options, 1 + seed % 8), expected) << "seed " << seed;
    EXPECT_EQ(on_gpus(problem, options, 8), expected) << "seed " << seed << ", 8 GPUs";
  }
}

TEST(SeveralGpus, FindTheSameCommunitiesIfManyBlocksReadTheNeighborsOfAHub) {
  Edges<std::int32_t> edges;
  for (Node hub = 0; hub < 3; ++hub) {
    for (Node v = 3; v < 1403 + 700 * hub; ++v) edges.push_back({hub * 1000, v, 1 + v % 3});
  }
  for (Node v = 1; v < 2999; ++v) edges.push_back({v, v + 1, 1});
  const Problem problem = problem_of(3000, edges);
  const Labels expected = plain(problem, {});
  for (const int gpus : {2, 5}) EXPECT_EQ(on_gpus(problem, {}, gpus), expected) << gpus;
}

TEST(SeveralGpus, FindTheRightCommunitiesIfThereAreFewerNodesThanGpus) {
  EXPECT_EQ(on_gpus(problem_of(1, Edges<std::int32_t>{}), {}, 8), Labels{0});
  EXPECT_EQ(on_gpus(problem_of(3, Edges<std::int32_t>{}), {}, 8), (Labels{0, 1, 2}));
  EXPECT_EQ(on_gpus(problem_of(2, {{0, 1, 1}}), {}, 8), (Labels{0, 0}));
}

TEST(SeveralGpus, AreRefusedIfTheyDoNotExist) {
  EXPECT_THROW(on_gpus(problem_of(2, {{0, 1, 1}}), {}, 9), DeviceError);
}

}  // namespace
}  // namespace handshake::louvain
