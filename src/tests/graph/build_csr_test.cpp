// Tests the graphs that build_csr makes from edges in any order.
#include "graph/build_csr.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/validate.hpp"
#include "test_support.hpp"

namespace handshake {
namespace {

template <class Weight>
using EdgeVector = std::vector<WeightedEdge<Weight>>;

template <class Weight>
CsrGraph build(int numNodes, const EdgeVector<Weight>& edges, int threads = 2,
               ReadReport* report = nullptr) {
  ReadReport found;
  CsrGraph graph =
      build_csr(numNodes, edges.data(), static_cast<std::int64_t>(edges.size()), threads, found);
  if (report) *report = found;
  return graph;
}

struct Expected {
  Edges edges;
  ReadReport report;
};

// The oracle: applies the rules for self loops and duplicates to one edge after the other.
template <class Weight>
Expected expected_of(const EdgeVector<Weight>& edges) {
  Expected expected;
  std::map<std::pair<int, int>, bool> conflicts;
  for (const auto& edge : edges) {
    expected.report.entries++;
    if (edge.src == edge.dst) {
      expected.report.selfLoops++;
      continue;
    }
    const std::pair<int, int> ends = std::minmax({edge.src, edge.dst});
    const auto [place, isNew] = expected.edges.insert({ends, edge.weight});
    if (isNew) continue;
    expected.report.duplicates++;
    conflicts[ends] |= place->second != edge.weight;
    place->second = std::max<double>(place->second, edge.weight);
  }
  for (const auto& [ends, conflict] : conflicts) expected.report.conflicts += conflict;
  return expected;
}

template <class Weight>
EdgeVector<Weight> random_edges(std::mt19937& random, int numNodes, int numEdges, int numWeights) {
  EdgeVector<Weight> edges;
  for (int i = 0; i < numEdges; i++)
    edges.push_back({static_cast<Node>(random() % numNodes), static_cast<Node>(random() % numNodes),
                     static_cast<Weight>(static_cast<int>(random() % numWeights) - 3)});
  return edges;
}

template <class Weight>
void expect_right(int numNodes, const EdgeVector<Weight>& edges, const std::string& what) {
  const Expected expected = expected_of(edges);
  const CsrGraph first = build(numNodes, edges, 1);
  ASSERT_EQ(edges_of(first), expected.edges) << what;
  for (int threads = 1; threads <= 4; threads++) {
    ReadReport report;
    const CsrGraph graph = build(numNodes, edges, threads, &report);
    ASSERT_EQ(validate(graph), "") << what;
    ASSERT_TRUE(equal(graph, first)) << what;
    EXPECT_EQ(report.entries, expected.report.entries) << what;
    EXPECT_EQ(report.selfLoops, expected.report.selfLoops) << what;
    EXPECT_EQ(report.duplicates, expected.report.duplicates) << what;
    EXPECT_EQ(report.conflicts, expected.report.conflicts) << what;
  }
}

TEST(BuildCsr, BuildsAGraphWithoutEdgesIfThereIsNoEdgeOrOnlyASelfLoop) {
  EXPECT_EQ(build<std::int32_t>(0, {}).numEdges(), 0);
  EXPECT_EQ(build<std::int32_t>(7, {}).offsets.size(), 8u);
  EXPECT_EQ(build<float>(1, {{0, 0, 1}}).numEdges(), 0);
}

TEST(BuildCsr, AgreesWithTheOracleOnSparseAndDenseRandomGraphs) {
  std::mt19937 random(3);
  for (const auto& [numNodes, numEdges] : std::vector<std::pair<int, int>>{{1, 5},
                                                                           {2, 9},
                                                                           {3, 1000},
                                                                           {50, 40},
                                                                           {100, 5000},
                                                                           {1000, 900},
                                                                           {70000, 20000},
                                                                           {300, 150000},
                                                                           {200000, 120000}}) {
    const std::string what =
        std::to_string(numNodes) + " nodes, " + std::to_string(numEdges) + " edges";
    expect_right(numNodes, random_edges<std::int32_t>(random, numNodes, numEdges, 9), what);
    expect_right(numNodes, random_edges<double>(random, numNodes, numEdges, 2), what);
  }
  expect_right(500, random_edges<float>(random, 500, 20000, 7), "float");
}

TEST(BuildCsr, SortsRowsThatAreLongOrClusteredOrAlmostSorted) {
  std::mt19937 random(4);
  EdgeVector<std::int32_t> star;
  for (int i = 1; i < 40000; i++) star.push_back({0, i, i});
  expect_right(40000, star, "sorted star");
  std::shuffle(star.begin(), star.end(), random);
  expect_right(40000, star, "shuffled star");
  std::reverse(star.begin(), star.end());

  // Each of the nodes 0 to 99 has many neighbors from 1000000 to 1000899, and the far neighbor
  // 2000000. Node 5 also has the far neighbor 1. Each bin has an equal part of the range from the
  // first to the last neighbor of a row, so one bin gets almost all edges of the row.
  EdgeVector<std::int32_t> cluster;
  for (int i = 0; i < 30000; i++)
    cluster.push_back(
        {static_cast<Node>(random() % 100), 1000000 + static_cast<Node>(random() % 900), i});
  for (int i = 0; i < 100; i++) cluster.push_back({i, 2000000, 1});
  cluster.push_back({5, 1, 1});
  expect_right(2000001, cluster, "cluster");

  EdgeVector<std::int32_t> path;
  for (int i = 70000; i > 0; i--) path.push_back({i, i - 1, i % 5});
  expect_right(70001, path, "path from its end");
}

TEST(BuildCsr, MergesDuplicatesIfAllEdgesAreGivenTwice) {
  std::mt19937 random(5);
  EdgeVector<std::int32_t> edges = random_edges<std::int32_t>(random, 5000, 30000, 50);
  for (int i = 0; i < 30000; i++) edges.push_back({edges[i].dst, edges[i].src, edges[i].weight});

  expect_right(5000, edges, "both directions");
}

TEST(BuildCsr, GivesTheSameBytesForEveryEdgeOrderAndNumberOfThreads) {
  std::mt19937 random(6);
  EdgeVector<double> edges = random_edges<double>(random, 3000, 30000, 6);
  const CsrGraph first = build(3000, edges, 1);

  for (int round = 0; round < 8; round++) {
    std::shuffle(edges.begin(), edges.end(), random);
    for (auto& edge : edges)
      if (random() % 2) std::swap(edge.src, edge.dst);
    EXPECT_TRUE(equal(first, build(3000, edges, 1 + round % 4)));
  }
}

TEST(BuildCsr, ThrowsTheExceptionThatTheEdgeSourceThrows) {
  class Faulty : public EdgeSource<std::int32_t> {
   public:
    explicit Faulty(int faultyCheck) : checksLeft_(faultyCheck) {}
    std::int64_t num_parts() const override { return 3; }
    std::int64_t most_edges() const override { return 3; }
    void visit(std::int64_t part, Need, const Sink& sink) override {
      const Edge edge{static_cast<Node>(part), 5, 1};
      sink(&edge, 1);
    }
    void check() override {
      if (--checksLeft_ == 0) throw InputError("graph.mtx", 3, "faulty; try another");
    }

   private:
    int checksLeft_;
  };

  for (const int faultyCheck : {1, 2}) {
    Faulty source(faultyCheck);
    ReadReport report;
    EXPECT_EQ(fault_of([&] { build_csr(6, source, 2, report); }),
              "graph.mtx:3: faulty; try another");
  }
}

}  // namespace
}  // namespace handshake
