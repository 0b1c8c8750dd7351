// A table of graphs that are not valid. Each gets the same words and the same place from C++ and from
// C; nothing is written, and the next call works. test_bad_input.py has the same for Python.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "library/handshake.h"
#include "library/handshake.hpp"

namespace handshake {
namespace {

// A path 0 -1.5- 1 -2.5- 2, in arrays that a test may change.
struct Arrays {
  std::int64_t nodes = 3;
  std::vector<std::int64_t> offsets{0, 1, 3, 4};
  std::vector<std::int32_t> neighbors{1, 0, 2, 1};
  std::vector<double> weights{1.5, 1.5, 2.5, 2.5};

  graph::View view() const {
    graph::View view;
    view.numNodes = static_cast<Node>(nodes);
    view.offsets = graph::Span<std::int64_t>(offsets);
    view.neighbors = neighbors;
    view.weights = graph::Span<double>(weights);
    return view;
  }
  hs_csr csr() const {
    hs_csr csr{};
    csr.size = sizeof csr;
    csr.nodes = nodes;
    csr.entries = static_cast<std::int64_t>(neighbors.size());
    csr.offsets = offsets.data();
    csr.offset_bits = 64;
    csr.neighbors = neighbors.data();
    csr.weights = weights.data();
    csr.weight_type = HS_DOUBLE;
    return csr;
  }
};

struct Case {
  const char* name;
  std::function<void(Arrays*)> change;
  std::string words;  // part of the message
  std::int64_t row, column;
  bool is_seen_by_trust;  // also if the caller says that the graph is symmetric
};

void PrintTo(const Case& bad, std::ostream* out) {
  *out << bad.name;
}

const Case kCases[] = {
    {"NotSymmetric",
     [](Arrays* a) {
       a->offsets = {0, 1, 2, 3};
       a->neighbors = {1, 2, 1};
       a->weights = {1.5, 2.5, 2.5};
     },
     "the edge from node 0 to node 1 is not stored at node 1 as well", 0, 1, false},
    {"TwoWeights", [](Arrays* a) { a->weights[0] = 9; },
     "the edge from node 0 to node 1 has another weight at node 1", 0, 1, false},
    {"NotANumber", [](Arrays* a) { a->weights[2] = a->weights[3] = NAN; },
     "the edge from node 1 to node 2", 1, 2, true},
    {"Infinite",
     [](Arrays* a) { a->weights[2] = a->weights[3] = std::numeric_limits<double>::infinity(); },
     "the edge from node 1 to node 2", 1, 2, true},
    {"NegativeIndex", [](Arrays* a) { a->neighbors[3] = -1; },
     "the edge from node 2 to node -1 has an end that does not exist", 2, -1, true},
    {"TooLargeIndex", [](Arrays* a) { a->neighbors[3] = 3; },
     "the edge from node 2 to node 3 has an end that does not exist", 2, 3, true},
    {"LargestIndex", [](Arrays* a) { a->neighbors[3] = std::numeric_limits<std::int32_t>::max(); },
     "has an end that does not exist", 2, std::numeric_limits<std::int32_t>::max(), true},
    {"Unsorted", [](Arrays* a) { std::swap(a->neighbors[1], a->neighbors[2]); },
     "the neighbors of node 1 are not in rising order: 0 comes after 2", 1, 0, true},
    {"Repeated", [](Arrays* a) { a->neighbors[2] = 0; },
     "the neighbors of node 1 are not in rising order: 0 comes after 0", 1, 0, true},
    {"Loop", [](Arrays* a) { a->neighbors[0] = 0; }, "node 0 is its own neighbor", 0, 0, true},
    {"OffsetsDecrease", [](Arrays* a) { a->offsets[1] = 4; }, "the offsets decrease after node 1",
     1, -1, true},
    {"FirstOffset", [](Arrays* a) { a->offsets[0] = 1; }, "offset", -1, -1, true},
    {"LastOffset", [](Arrays* a) { a->offsets[3] = 5; }, "the last offset is 5", -1, -1, true},
    {"NegativeOffset", [](Arrays* a) { a->offsets[1] = -1; }, "the offsets decrease", 0, -1, true},
};

class BadInput : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override { GetParam().change(&arrays_); }

  void TearDown() override {
    const Arrays good;
    std::int32_t partners[3] = {};
    check_graph(good.view());
    suitor::match(good.view(), {}, partners);
    EXPECT_EQ(partners[1], 2);
    hs_graph* graph = nullptr;
    const hs_csr csr = good.csr();
    ASSERT_EQ(hs_graph_view(&csr, HS_CHECK, &graph), HS_OK) << hs_message();
    EXPECT_EQ(hs_match(graph, nullptr, partners), HS_OK) << hs_message();
    EXPECT_EQ(partners[1], 2);
    hs_graph_free(graph);
  }

  Arrays arrays_;
};

// What a program does that trusts its graph: the lists are checked, and then the nodes are matched.
void match_trusted(const graph::View& view, std::int32_t* partners) {
  check_graph(view, GraphCheck::kLists);
  suitor::match(view, {}, partners);
  b_matching::match(view, std::vector<std::int32_t>(view.numNodes, 1), {});
}

TEST_P(BadInput, OfCppThrowsGraphError) {
  const auto expect_fault = [&](const auto& call) {
    try {
      call();
      ADD_FAILURE() << "no exception";
    } catch (const GraphError& error) {
      EXPECT_NE(std::string(error.what()).find(GetParam().words), std::string::npos)
          << error.what();
      EXPECT_EQ(error.row, GetParam().row);
      EXPECT_EQ(error.column, GetParam().column);
    }
  };
  expect_fault([&] { check_graph(arrays_.view()); });
  std::int32_t partners[3] = {};
  if (GetParam().is_seen_by_trust) {
    expect_fault([&] { match_trusted(arrays_.view(), partners); });
  } else {
    match_trusted(arrays_.view(), partners);  // the answer is wrong, but nothing else happens
  }
}

TEST_P(BadInput, OfCGetsBadGraph) {
  const hs_csr csr = arrays_.csr();
  const auto expect_fault = [&](hs_status status) {
    EXPECT_EQ(status, HS_BAD_GRAPH);
    EXPECT_NE(std::string(hs_message()).find(GetParam().words), std::string::npos) << hs_message();
    std::int64_t row = -7, column = -7;
    hs_fault(&row, &column);
    EXPECT_EQ(row, GetParam().row);
    EXPECT_EQ(column, GetParam().column);
  };
  hs_graph* graph = nullptr;
  expect_fault(hs_graph_view(&csr, HS_CHECK, &graph));
  EXPECT_EQ(graph, nullptr);
  std::int32_t partners[3] = {-7, -7, -7};
  hs_status status = hs_graph_view(&csr, HS_TRUST, &graph);
  if (status == HS_OK) status = hs_match(graph, nullptr, partners);
  if (GetParam().is_seen_by_trust) {
    expect_fault(status);
    EXPECT_EQ(partners[0], -7);
  } else {
    EXPECT_EQ(status, HS_OK) << hs_message();
    EXPECT_EQ(hs_louvain(graph, nullptr, partners, nullptr, nullptr), HS_BAD_GRAPH);
  }
  hs_graph_free(graph);
}

INSTANTIATE_TEST_SUITE_P(Graphs, BadInput, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

// ---- graphs from files

class Files : public testing::Test {
 protected:
  const std::string path_ = testing::TempDir() + "/handshake_bad_input.mtx";
  hs_graph* graph_ = nullptr;

  hs_status read(const std::string& text) {
    std::ofstream(path_) << text;
    return hs_graph_read(path_.c_str(), &graph_);
  }
  void TearDown() override {
    hs_graph_free(graph_);
    std::remove(path_.c_str());
  }
};

TEST_F(Files, AreReadAndMatched) {
  ASSERT_EQ(read("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1.5\n3 2 2.5\n"),
            HS_OK)
      << hs_message();
  hs_csr csr{};
  csr.size = sizeof csr;
  ASSERT_EQ(hs_graph_arrays(graph_, &csr), HS_OK) << hs_message();
  EXPECT_EQ(csr.nodes, 3);
  EXPECT_EQ(csr.entries, 4);
  EXPECT_EQ(csr.offset_bits, 64);
  EXPECT_EQ(csr.weight_type, HS_DOUBLE);
  EXPECT_EQ(static_cast<const double*>(csr.weights)[3], 2.5);
  hs_graph* same = nullptr;  // the arrays are a graph again
  ASSERT_EQ(hs_graph_view(&csr, HS_CHECK, &same), HS_OK) << hs_message();
  std::int32_t partners[3];
  ASSERT_EQ(hs_match(same, nullptr, partners), HS_OK) << hs_message();
  EXPECT_EQ(partners[1], 2);
  hs_graph_free(same);
}

TEST_F(Files, MayHaveNoNodes) {
  ASSERT_EQ(read("%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n"), HS_OK)
      << hs_message();
  hs_csr csr{};
  csr.size = sizeof csr;
  ASSERT_EQ(hs_graph_arrays(graph_, &csr), HS_OK) << hs_message();
  EXPECT_EQ(csr.nodes, 0);
  EXPECT_EQ(static_cast<const std::int64_t*>(csr.offsets)[0], 0);
  EXPECT_EQ(hs_match(graph_, nullptr, nullptr), HS_OK);
}

TEST_F(Files, WithFaultsAreRefusedWithTheLine) {
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n2 1 nan\n"),
            HS_BAD_ARGUMENT);
  EXPECT_NE(std::string(hs_message()).find(path_ + ":3"), std::string::npos) << hs_message();
  EXPECT_EQ(graph_, nullptr);
  EXPECT_EQ(hs_graph_read("/missing/graph.mtx", &graph_), HS_BAD_ARGUMENT);
  EXPECT_NE(std::string(hs_message()).find("/missing/graph.mtx"), std::string::npos)
      << hs_message();
  EXPECT_EQ(hs_graph_read("", &graph_), HS_BAD_ARGUMENT);
  EXPECT_EQ(hs_graph_read(nullptr, &graph_), HS_BAD_ARGUMENT);
  EXPECT_EQ(hs_graph_read(path_.c_str(), nullptr), HS_BAD_ARGUMENT);
  EXPECT_EQ(graph_, nullptr);
}

}  // namespace
}  // namespace handshake
