// Compares the results of the reference algorithms with each other, with the expected outputs in
// testcases/, and with published results of other programs.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "graph/generate.hpp"
#include "graph/read_graph.hpp"
#include "matching/greedy_matching.hpp"
#include "matching/handshake_passes.hpp"
#include "matching/stable_matching.hpp"
#include "matching/verify_matching.hpp"

namespace handshake {
namespace {

std::vector<Node> read_numbers(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path << " is missing; tests run in the root of the repository";
  std::vector<Node> numbers;
  for (Node number; file >> number;) numbers.push_back(number);
  return numbers;
}

// One row of the table in testcases/README.md, for example "| 12 | 100 | 99 | 50 | ...".
struct Testcase {
  int number = 0;
  int nodes = 0;
  int edges = 0;
  int passes = 0;
};

std::vector<Testcase> read_testcases() {
  std::ifstream file("testcases/README.md");
  std::vector<Testcase> testcases;
  Testcase row;
  for (std::string line; std::getline(file, line);) {
    const int fields = std::sscanf(line.c_str(), "| %d | %d | %d | %d |", &row.number, &row.nodes,
                                   &row.edges, &row.passes);
    if (fields == 4) testcases.push_back(row);
  }
  return testcases;
}

TEST(Reference, AgreesWithEveryTestcase) {
  const std::vector<Testcase> testcases = read_testcases();
  ASSERT_GE(testcases.size(), 9u) << "testcases/README.md has no table of test cases";
  for (const Testcase& testcase : testcases) {
    const std::string number = std::to_string(testcase.number);
    SCOPED_TRACE("testcase " + number);
    const CsrGraph graph = read_graph("testcases/input" + number + ".mtx");
    const std::vector<Node> expected = read_numbers("testcases/output" + number + ".txt");

    EXPECT_EQ(graph.numNodes, testcase.nodes);
    EXPECT_EQ(graph.numEdges(), 2 * testcase.edges);
    const HandshakePasses passes = handshake_passes(graph);
    EXPECT_EQ(passes.matches, expected);
    EXPECT_EQ(passes.passes(), static_cast<std::size_t>(testcase.passes));
    EXPECT_EQ(stable_matching(graph), expected);
    EXPECT_EQ(greedy_matching(graph), expected);
    const MatchingVerdict verdict = verify_matching(graph, expected);
    EXPECT_TRUE(verdict.ok()) << verdict.words;
  }
}

class ReferenceOnKinds : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  CsrGraph graph() const {
    return generate(
        parse_graph_spec(std::string(std::get<0>(GetParam())) + ":w=" + std::get<1>(GetParam())));
  }
};

TEST_P(ReferenceOnKinds, AllAlgorithmsGiveTheSameMatchingUnderEveryTieRule) {
  const CsrGraph graph = this->graph();
  for (const TieRule rule : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
    const std::vector<Node> matches = stable_matching(graph, rule);
    EXPECT_EQ(greedy_matching(graph, rule), matches);
    const MatchingVerdict verdict = verify_matching(graph, matches, Demand::kStable, rule);
    EXPECT_TRUE(verdict.ok()) << verdict.words;
  }
  EXPECT_EQ(handshake_passes(graph).matches, stable_matching(graph));
}

std::string name_of(const testing::TestParamInfo<std::tuple<const char*, const char*>>& info) {
  const std::string spec = std::get<0>(info.param);
  return spec.substr(0, spec.find(':')) + "_" + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ReferenceOnKinds,
                         testing::Combine(testing::Values("urand:11", "kron:11", "rmatu:11",
                                                          "myc:9", "mesh27:9", "mesh81:6", "rgg:11",
                                                          "kmer:12", "kmerl:12", "path:10"),
                                          testing::Values("dec3", "unif", "const", "int")),
                         name_of);

// The number of matched edges and their weight, as another program printed them for this spec.
struct PublishedMatching {
  const char* spec;
  TieRule rule;
  std::int64_t matched_edges;
  double weight;
};

constexpr PublishedMatching kPublished[] = {
    {"urand:16:w=unif", TieRule::kIndex, 31772, 29167.600346},
    {"kron:16:w=unif", TieRule::kIndex, 11277, 9019.152678},
    {"kmer:18:w=unif", TieRule::kIndex, 112881, 74350.446510},
    {"kron:16:w=const", TieRule::kHash, 11319, 11319},
    {"kron:16:w=const", TieRule::kDegree, 15482, 15482},
    {"urand:16:w=const", TieRule::kHash, 31789, 31789},
    {"urand:16:w=const", TieRule::kDegree, 32408, 32408},
    {"rgg:16:w=const", TieRule::kHash, 31359, 31359},
};

std::string published_name(const testing::TestParamInfo<PublishedMatching>& info) {
  const char* const rules[] = {"index", "hash", "degree"};
  const std::string spec = info.param.spec;
  return spec.substr(0, spec.find(':')) + "_" + rules[static_cast<int>(info.param.rule)];
}

class Published : public testing::TestWithParam<PublishedMatching> {};

TEST_P(Published, MatchingHasThePublishedSizeAndWeight) {
  const CsrGraph graph = generate(parse_graph_spec(GetParam().spec));

  const std::vector<Node> matches = stable_matching(graph, GetParam().rule);

  EXPECT_EQ(count_matched_edges(matches), GetParam().matched_edges);
  EXPECT_NEAR(matching_weight(graph, matches), GetParam().weight, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Reference, Published, testing::ValuesIn(kPublished), published_name);

}  // namespace
}  // namespace handshake
