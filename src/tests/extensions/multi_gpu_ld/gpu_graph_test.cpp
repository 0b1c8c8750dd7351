// Graphs whose arrays are in the memory of a GPU, which is simulated here.
#include "extensions/multi_gpu_ld/gpu_graph.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "extensions/common/copies.cuh"
#include "extensions/common/improve.hpp"
#include "graph/generate.hpp"
#include "graph/graph_error.hpp"
#include "matching/stable_matching.hpp"

namespace handshake::ld {
namespace {

using graph::Span;
using Matches = std::vector<Node>;

void refuse(const graph::View& graph, GraphCheck check) {
  const GraphFault fault = find_fault(graph, check);
  if (!fault.words.empty()) throw GraphError("the graph", fault.words, fault.row, fault.column);
}

// The arrays of a graph on the current GPU.
template <class Weight, class Offset>
class OnGpu {
 public:
  OnGpu(const CsrGraph& graph, const std::vector<Weight>& weights)
      : offsets_(
            on_device<Offset>(std::vector<Offset>(graph.offsets.begin(), graph.offsets.end()))),
        neighbors_(on_device<Node>(graph.neighbors)),
        weights_(on_device<Weight>(weights)) {
    view_.numNodes = graph.numNodes;
    view_.offsets = Span<Offset>(offsets_.data(), offsets_.size());
    view_.neighbors = {neighbors_.data(), neighbors_.size()};
    view_.weights = Span<Weight>(weights_.data(), weights_.size());
  }
  graph::View view() const { return view_; }

 private:
  DeviceArray<Offset> offsets_;
  DeviceArray<Node> neighbors_;
  DeviceArray<Weight> weights_;
  graph::View view_;
};

CsrGraph with_weights(const CsrGraph& graph, Weights weights) {
  CsrGraph copy;
  copy.numNodes = graph.numNodes;
  copy.offsets = Buffer<EdgeIndex>(graph.offsets.size());
  std::copy(graph.offsets.begin(), graph.offsets.end(), copy.offsets.begin());
  copy.neighbors = Buffer<Node>(graph.neighbors.size());
  std::copy(graph.neighbors.begin(), graph.neighbors.end(), copy.neighbors.begin());
  copy.weights = std::move(weights);
  return copy;
}

Matches on_gpu(GpuGraph* graph, Node nodes, TieRule ties, int quality) {
  const DeviceArray<Node> partners(nodes);
  graph->match(ties, quality, const_cast<Node*>(partners.data()));
  const Buffer<Node> found = on_host(partners);
  Matches to_host(nodes);
  graph->match(ties, quality, to_host.data());
  EXPECT_EQ(to_host, Matches(found.begin(), found.end()));
  return to_host;
}

// Every tie rule, with and without quality, must give what the serial algorithm and improve() give.
void expect_right(const CsrGraph& expected, const graph::View& on_device) {
  const auto graph = GpuGraph::of_device(on_device, 0, GraphCheck::kAll, refuse);
  for (const TieRule ties : {TieRule::kIndex, TieRule::kHash, TieRule::kDegree}) {
    Matches matches = stable_matching(expected, ties);
    ASSERT_EQ(on_gpu(graph.get(), expected.numNodes, ties, 0), matches);
    improve(expected, {3, 1}, matches.data());
    ASSERT_EQ(on_gpu(graph.get(), expected.numNodes, ties, 3), matches);
  }
}

template <class Weight>
std::vector<Weight> weights_as(const CsrGraph& graph, double factor) {
  return std::visit(
      [&](const auto& weights) {
        std::vector<Weight> all;
        for (const auto weight : weights) all.push_back(static_cast<Weight>(factor * weight));
        return all;
      },
      graph.weights);
}

template <class Weight>
Weights buffer_of(const std::vector<Weight>& weights) {
  Buffer<Weight> buffer(weights.size());
  std::copy(weights.begin(), weights.end(), buffer.begin());
  return buffer;
}

TEST(GpuGraph, GivesTheBytesOfTheCpuForEveryTypeOfWeightsAndOffsets) {
  for (const char* spec : {"kron:9:w=int", "urand:8:w=unif", "mesh27:6:w=const"}) {
    const CsrGraph graph = generate(parse_graph_spec(spec));
    const auto check = [&](auto zero, double factor) {
      using Weight = decltype(zero);
      const std::vector<Weight> weights = weights_as<Weight>(graph, factor);
      const CsrGraph expected = with_weights(graph, buffer_of(weights));
      expect_right(expected, OnGpu<Weight, std::int64_t>(graph, weights).view());
      expect_right(expected, OnGpu<Weight, std::int32_t>(graph, weights).view());
    };
    check(float{}, 0.3);
    check(double{}, 1);                                              // some are exactly floats
    check(double{}, 1 / 3.0);                                        // none is
    check(std::int32_t{}, std::numeric_limits<int>::max() / 101.0);  // not exactly floats
  }
}

TEST(GpuGraph, TakesGraphsWithoutWeightsAndLongIntegers) {
  const CsrGraph graph = generate(parse_graph_spec("urand:8:w=const"));
  const std::vector<std::int64_t> heavy(graph.numEdges(), std::int64_t{1} << 58);
  const OnGpu<std::int64_t, std::int64_t> arrays(graph, heavy);
  expect_right(graph, arrays.view());
  graph::View view = arrays.view();
  view.weights = graph::NoWeights();
  expect_right(graph, view);
}

TEST(GpuGraph, TakesMinusZeroAsZero) {
  const CsrGraph graph = generate(parse_graph_spec("urand:7:w=const"));
  std::vector<float> zeros(graph.numEdges(), 0.0f), mixed(graph.numEdges());
  for (std::size_t e = 0; e < mixed.size(); ++e) mixed[e] = e % 2 == 0 ? 0.0f : -0.0f;
  expect_right(with_weights(graph, buffer_of(zeros)),
               OnGpu<float, std::int64_t>(graph, mixed).view());
}

TEST(GpuGraph, CopiesAGraphFromTheHost) {
  const CsrGraph graph = generate(parse_graph_spec("kron:8"));
  const auto copy = GpuGraph::of_host(graph, 1);
  EXPECT_EQ(copy->device(), 1);
  Matches found(graph.numNodes);
  copy->match(TieRule::kHash, 0, found.data());
  EXPECT_EQ(found, stable_matching(graph, TieRule::kHash));
}

TEST(GpuGraph, TakesAGraphWithoutNodes) {
  const graph::View empty;
  GpuGraph::of_device(empty, 0, GraphCheck::kAll, refuse)->match(TieRule::kIndex, 2, nullptr);
}

std::int64_t free_memory() {
  std::size_t free_bytes = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
  return static_cast<std::int64_t>(free_bytes);
}

TEST(GpuGraph, CopiesNoArrayIfTheTypesFit) {
  const CsrGraph graph = generate(parse_graph_spec("urand:12:type=float"));
  const OnGpu<float, std::int64_t> arrays(graph, weights_as<float>(graph, 1));
  const std::int64_t before = free_memory();
  const auto open = GpuGraph::of_device(arrays.view(), 0, GraphCheck::kAll, refuse);
  const std::int64_t used = before - free_memory();
  EXPECT_LT(used, graph.numEdges() * 4);  // one array of four bytes per entry would be more
}

// Opens a graph with one fault, and expects the error at this place.
template <class Change>
void expect_fault(const Change& change, std::int64_t row, std::int64_t column,
                  GraphCheck check = GraphCheck::kAll) {
  CsrGraph graph = generate(parse_graph_spec("urand:7:w=int"));
  std::vector<double> weights = weights_as<double>(graph, 1);
  change(graph, weights);
  const OnGpu<double, std::int32_t> arrays(graph, weights);
  try {
    GpuGraph::of_device(arrays.view(), 0, check, refuse);
    ADD_FAILURE() << "no error at " << row << ", " << column;
  } catch (const GraphError& error) {
    EXPECT_EQ(error.row, row);
    EXPECT_EQ(error.column, column);
  }
}

TEST(GpuGraph, NamesTheRowAndTheColumnOfAFault) {
  const CsrGraph right = generate(parse_graph_spec("urand:7:w=int"));
  const EdgeIndex at = right.offsets[5];
  const Node first = right.neighbors[at], second = right.neighbors[at + 1];
  using Doubles = std::vector<double>;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const GraphCheck check : {GraphCheck::kAll, GraphCheck::kLists}) {
    expect_fault([&](CsrGraph& g, Doubles&) { g.neighbors[at] = 128; }, 5, 128, check);
    expect_fault([&](CsrGraph& g, Doubles&) { g.neighbors[at + 1] = first; }, 5, first, check);
    expect_fault([&](CsrGraph& g, Doubles&) { g.offsets[5] = right.offsets[7]; }, 5, -1, check);
    expect_fault([&](CsrGraph& g, Doubles&) { g.offsets[128] += 1; }, -1, -1, check);
    expect_fault([&](CsrGraph&, Doubles& w) { w.pop_back(); }, -1, -1, check);
    expect_fault([&](CsrGraph&, Doubles& w) { w[at] = nan; }, 5, first, check);
  }
  const Node smaller = std::min<Node>(5, first), larger = std::max<Node>(5, first);
  expect_fault([&](CsrGraph&, Doubles& w) { w[at] += 1; }, smaller, larger);
  (void)second;
}

TEST(GpuGraph, TrustsTheCallerThatTheGraphIsSymmetric) {
  const CsrGraph graph = generate(parse_graph_spec("urand:7:w=int"));
  std::vector<float> weights = weights_as<float>(graph, 1);
  weights[0] += 1;
  const OnGpu<float, std::int64_t> arrays(graph, weights);
  const auto open = GpuGraph::of_device(arrays.view(), 0, GraphCheck::kLists, refuse);
  Matches found(graph.numNodes);
  open->match(TieRule::kIndex, 0, found.data());
}

TEST(GpuGraph, SaysWhichBytesAreFreeAndNeededBeforeTheWorkStarts) {
  const CsrGraph graph = generate(parse_graph_spec("urand:10:type=float"));
  const OnGpu<float, std::int64_t> arrays(graph, weights_as<float>(graph, 1));
  const auto open = GpuGraph::of_device(arrays.view(), 0, GraphCheck::kAll, refuse);
  Matches found(graph.numNodes);
  {
    const DeviceArray<char> rest(free_memory() - 9900);
    const auto expect_too_little = [&](const std::string& what, const auto& call) {
      try {
        call();
        ADD_FAILURE() << "no error";
      } catch (const DeviceMemoryError& error) {
        const std::string words = error.what();
        EXPECT_EQ(words.find("GPU 0 has 9"), 0u) << words;  // at most the 9900 bytes that are left
        EXPECT_NE(words.find(" bytes of free memory, but " + what + " needs "), std::string::npos)
            << words;
      }
    };
    expect_too_little("the matching",
                      [&] { GpuGraph::of_device(arrays.view(), 0, GraphCheck::kAll, refuse); });
    expect_too_little("the graph", [&] { GpuGraph::of_host(graph, 0); });
    expect_too_little("quality", [&] { open->match(TieRule::kIndex, 4, found.data()); });
  }
  open->match(TieRule::kIndex, 0, found.data());
  EXPECT_EQ(found, stable_matching(graph));
}

TEST(GpuGraph, RefusesAGpuThatIsNotThere) {
  const CsrGraph graph = generate(parse_graph_spec("urand:5"));
  EXPECT_THROW(GpuGraph::of_host(graph, 8), DeviceError);
  EXPECT_THROW(GpuGraph::of_host(graph, -1), DeviceError);
}

TEST(GpuGraph, LeavesTheCurrentGpuAsItIs) {
  const CsrGraph graph = generate(parse_graph_spec("urand:5"));
  CUDA_CHECK(cudaSetDevice(2));
  Matches found(graph.numNodes);
  GpuGraph::of_host(graph, 1)->match(TieRule::kIndex, 1, found.data());
  int current = 0;
  CUDA_CHECK(cudaGetDevice(&current));
  EXPECT_EQ(current, 2);
  CUDA_CHECK(cudaSetDevice(0));
}

TEST(GpuGraph, FindsTheGpuOfAnArray) {
  CUDA_CHECK(cudaSetDevice(3));
  const DeviceArray<int> array(4);
  CUDA_CHECK(cudaSetDevice(0));
  const int on_the_host = 0;
  EXPECT_EQ(gpu_of(array.data()), 3);
  EXPECT_EQ(gpu_of(&on_the_host), -1);
  EXPECT_EQ(count_gpus(), 8);
}

TEST(GpuGraph, MayBeUsedBySeveralThreads) {
  const CsrGraph graph = generate(parse_graph_spec("kron:8"));
  const auto open = GpuGraph::of_host(graph, 0);
  std::vector<Matches> found(4, Matches(graph.numNodes));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back(
        [&, i] { open->match(i % 2 == 0 ? TieRule::kIndex : TieRule::kHash, 0, found[i].data()); });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i], stable_matching(graph, i % 2 == 0 ? TieRule::kIndex : TieRule::kHash));
  }
}

}  // namespace
}  // namespace handshake::ld
