// Compares the paper's scheme with its plain version in plain_paper.hpp. Also tests the sequential
// scheme.
#include <gtest/gtest.h>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "graphs.hpp"
#include "plain_paper.hpp"

namespace handshake::louvain {
namespace {

using Labels = std::vector<Node>;

Labels find(const Problem& problem, const Options& options) {
  Measures measures;
  const Communities found = find_communities(problem, options, &measures);
  EXPECT_EQ(communities_fault(problem, found), "");
  return {found.of_node.begin(), found.of_node.end()};
}

Labels plain(const Problem& problem, const Options& options) {
  const PlainPaper paper(problem, options);
  Buffer<Node> labels(paper.labels.size());
  std::copy(paper.labels.begin(), paper.labels.end(), labels.begin());
  number_by_first_member(&labels);
  return {labels.begin(), labels.end()};
}

Options by(Scheme scheme) {
  Options options;
  options.scheme = scheme;
  return options;
}

TEST(PaperScheme, GivesTheSameCommunitiesAsThePlainVersion) {
  for (int seed = 1; seed <= 40; ++seed) {
    const Node nodes = 1 + seed * 7 % 90;
    const Problem problem =
        RandomGraph(seed, nodes, nodes * (1 + seed % 9), 1 + seed % 4).problem();
    Options options = by(Scheme::kPaper);
    options.paper.relaxed = seed % 3 == 0;
    options.paper.bin_nodes = seed % 4 == 0 ? 20 : 100000;
    EXPECT_EQ(find(problem, options), plain(problem, options)) << seed;
  }
}

TEST(PaperScheme, GivesTheSameCommunitiesAsThePlainVersionForLongListsAndLargeCommunities) {
  // The degrees are up to 312. In some communities, the degrees add up to more than 479, so that
  // these communities belong to the last bucket.
  std::mt19937 random(1);
  Edges<std::int32_t> edges;
  for (Node v = 1; v < 600; ++v) {
    const int wanted = v % 50 == 0 ? 400 : v % 10 == 0 ? 60 : v % 5 == 0 ? 20 : 3;
    for (int i = 0; i < wanted; ++i) {
      const Node u = static_cast<Node>((v + 1 + random() % (wanted > 100 ? 599 : 40)) % 600);
      if (u != v) edges.push_back({u, v, 1});
    }
  }
  const Problem problem = problem_of(600, edges);
  EXPECT_EQ(find(problem, by(Scheme::kPaper)), plain(problem, by(Scheme::kPaper)));
}

TEST(PaperAndSequentialScheme, FindPlantedCommunities) {
  const Problem problem = problem_of(160, planted(4, 160, 0.5, 0.02, 1));
  for (const Scheme scheme : {Scheme::kPaper, Scheme::kSequential}) {
    const Labels found = find(problem, by(scheme));
    for (Node v = 0; v < 160; ++v) EXPECT_EQ(found[v], v % 4);
  }
}

TEST(SequentialScheme, HasAtMostThreePercentMoreModularityThanTheExactScheme) {
  const Problem problem = problem_of("kron:12:w=const");
  Options options = by(Scheme::kSequential);
  options.paper.bin_threshold = options.paper.final_threshold;
  Measures measures;
  const double sequential = find_communities(problem, options, &measures).modularity.value();
  const double ours = find_communities(problem, {}, &measures).modularity.value();
  EXPECT_GT(sequential, 0.1);
  EXPECT_GT(ours, 0.97 * sequential);
}

}  // namespace
}  // namespace handshake::louvain
