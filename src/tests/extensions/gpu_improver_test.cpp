// Improving a matching on a GPU gives the bytes of improve(), which improve_test compares with the
// definition.
#include "extensions/common/gpu_improver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "graph/graph_error.hpp"
#include "graphs_to_improve.hpp"

namespace handshake {
namespace {

struct Result {
  Matches matches;
  int scans;
};

Result on_cpu(const graph::View& graph, Matches start, int scans) {
  const int changed = improve(graph, {scans, 1}, start.data());
  return {start, changed};
}

Result on_gpu(const graph::View& graph, Matches start, int scans) {
  const int changed = improve_on_gpu(graph, scans, start.data());
  return {start, changed};
}

void expect_equal(const graph::View& graph, const Matches& start, int scans) {
  const Result expected = on_cpu(graph, start, scans), found = on_gpu(graph, start, scans);
  ASSERT_EQ(found.matches, expected.matches) << graph.numNodes << " nodes, scans " << scans;
  ASSERT_EQ(found.scans, expected.scans) << graph.numNodes << " nodes, scans " << scans;
}

TEST(GpuImprover, GivesTheBytesOfTheCpuForEveryStart) {
  for_each_graph([](const CsrGraph& graph) {
    for (const Matches& start : starts(graph)) {
      for (const int scans : {1, 2, 5}) expect_equal(graph, start, scans);
    }
  });
}

// Lists of all lengths: read by one thread, by a warp and by a block.
TEST(GpuImprover, GivesTheBytesOfTheCpuForLongLists) {
  for (const char* spec : {"kron:12", "kron:11:w=const", "urand:11:w=unif", "rgg:11:w=int",
                           "mesh81:10:w=const", "myc:9", "kmer:11:type=float"}) {
    const CsrGraph graph = generate(parse_graph_spec(spec));
    for (const Matches& start : starts(graph)) expect_equal(graph, start, 4);
  }
  const CsrGraph hub = star(5000),
                 clique_of_hubs = generate(parse_graph_spec("urand:13:ef=2:w=int"));
  for (const CsrGraph* graph : {&hub, &clique_of_hubs}) {
    for (const Matches& start : starts(*graph)) expect_equal(*graph, start, 3);
  }
}

TEST(GpuImprover, GivesTheSameForEveryTypeOfWeightsAndOffsets) {
  const CsrGraph graph = random_graph<std::int32_t>(200, 900, 7, 7, 1);
  graph::View view(graph);
  view.weights = graph::NoWeights();
  const std::vector<std::int32_t> offsets(graph.offsets.begin(), graph.offsets.end());
  view.offsets = graph::Span<std::int32_t>(offsets);
  expect_equal(view, greedy(graph), 4);
  const std::vector<std::int64_t> long_ones(graph.numEdges(), std::int64_t{1} << 59);
  view.weights = graph::Span<std::int64_t>(long_ones);
  expect_equal(view, greedy(graph), 4);
  for (const double weight : {5e-324, 0x1p1000}) {
    const std::vector<double> weights(graph.numEdges(), weight);
    view.weights = graph::Span<double>(weights);
    expect_equal(view, greedy(graph), 4);
  }
}

TEST(GpuImprover, DoesNotTakeRoundingForAGain) {
  const CsrGraph graph =
      graph_of<double>(6, {{0, 1, 0.6}, {1, 2, 1.2}, {2, 3, 1.7}, {3, 4, 1.7}, {4, 5, 0.6}});
  expect_equal(graph, {1, 0, 3, 2, 5, 4}, 1);
}

TEST(GpuImprover, RefusesWhatIsNotAMatchingAndChangesNothing) {
  const CsrGraph path = graph_of<int>(4, {{0, 1, 2}, {1, 2, 3}, {2, 3, 2}});
  for (const Matches& wrong :
       {Matches{1, 2, 1, -1}, Matches{3, -1, -1, 0}, Matches{9, -1, -1, -1}}) {
    Matches matches = wrong;
    EXPECT_THROW(improve_on_gpu(path, 1, matches.data()), GraphError);
    EXPECT_EQ(matches, wrong);
  }
  Matches none(4, -1);
  EXPECT_THROW(improve_on_gpu(path, kMostScans + 1, none.data()), InputError);
}

TEST(GpuImprover, NamesAWeightThatIsTooLarge) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double weight : {1e302, -1e302, nan}) {
    const CsrGraph graph = graph_of<double>(3, {{0, 1, 1}, {1, 2, weight}});
    Matches none(3, -1);
    try {
      improve_on_gpu(graph, 1, none.data());
      ADD_FAILURE() << weight;
    } catch (const GraphError& error) {
      EXPECT_EQ(error.row, 1);
      EXPECT_EQ(error.column, 2);
    }
  }
}

TEST(GpuImprover, StaysInsideItsArraysIfTheGraphIsNotSymmetric) {
  for (int seed = 0; seed < 20; ++seed) {
    const CsrGraph graph = not_symmetric_graph(seed);
    Matches none(40, -1);
    improve_on_gpu(graph, 4, none.data());
  }
}

}  // namespace
}  // namespace handshake
