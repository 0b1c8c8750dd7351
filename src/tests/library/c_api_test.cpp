// Every mistake of a C program gets a status and a message, and the next call works.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "library/handshake.h"
#include "oracles.hpp"

namespace handshake {
namespace {

// A triangle 0, 1, 2 and the edge 2 - 3.
class CApi : public testing::Test {
 protected:
  std::vector<std::int64_t> offsets_{0, 2, 4, 7, 8};
  std::vector<std::int32_t> neighbors_{1, 2, 0, 2, 0, 1, 3, 2};
  std::vector<float> weights_{1, 2, 1, 3, 2, 3, 4, 4};
  hs_graph* graph_ = nullptr;
  std::int32_t partners_[4] = {};

  hs_csr csr() const {
    hs_csr csr{};
    csr.size = sizeof csr;
    csr.nodes = 4;
    csr.entries = static_cast<std::int64_t>(neighbors_.size());
    csr.offsets = offsets_.data();
    csr.offset_bits = 64;
    csr.neighbors = neighbors_.data();
    csr.weights = weights_.data();
    csr.weight_type = HS_FLOAT;
    return csr;
  }
  hs_status open(const hs_csr& csr, hs_check check = HS_CHECK) {
    hs_graph_free(graph_);
    return hs_graph_view(&csr, check, &graph_);
  }
  void expect_fault(const std::string& message, std::int64_t row, std::int64_t column) {
    EXPECT_EQ(open(csr()), HS_BAD_GRAPH);
    EXPECT_EQ(hs_message(), "the graph: " + message);
    std::int64_t found_row = 0, found_column = 0;
    hs_fault(&found_row, &found_column);
    EXPECT_EQ(found_row, row);
    EXPECT_EQ(found_column, column);
    EXPECT_EQ(graph_, nullptr);
  }
  void expect_bad_argument(hs_status status, const std::string& message) {
    EXPECT_EQ(status, HS_BAD_ARGUMENT);
    EXPECT_EQ(hs_message(), message);
  }
  // After every fault, a right call works.
  void TearDown() override {
    offsets_ = {0, 2, 4, 7, 8};
    neighbors_ = {1, 2, 0, 2, 0, 1, 3, 2};
    weights_ = {1, 2, 1, 3, 2, 3, 4, 4};
    ASSERT_EQ(open(csr()), HS_OK) << hs_message();
    ASSERT_EQ(hs_match(graph_, nullptr, partners_), HS_OK) << hs_message();
    EXPECT_EQ(std::vector<std::int32_t>(partners_, partners_ + 4),
              (std::vector<std::int32_t>{1, 0, 3, 2}));
    hs_graph_free(graph_);
  }
};

TEST_F(CApi, NamesAnEdgeThatIsStoredOnlyOnce) {
  neighbors_[7] = 1;
  expect_fault(
      "the edge from node 2 to node 3 is not stored at node 3 as well; store every edge at both of "
      "its ends",
      2, 3);
}

TEST_F(CApi, NamesAnEdgeWithTwoWeights) {
  weights_[0] = 9;
  expect_fault(
      "the edge from node 0 to node 1 has another weight at node 1; store every edge with the same "
      "weight at both of its ends",
      0, 1);
}

TEST_F(CApi, NamesAWeightThatIsNotANumber) {
  weights_[6] = NAN;
  expect_fault(
      "the edge from node 2 to node 3 has a weight that is not finite; weights must be finite "
      "numbers",
      2, 3);
}

TEST_F(CApi, NamesANeighborThatDoesNotExist) {
  neighbors_[7] = 4;
  expect_fault(
      "the edge from node 3 to node 4 has an end that does not exist: the nodes are 0 to 3; check "
      "how the arrays were made",
      3, 4);
}

TEST_F(CApi, NamesALoopAndARowThatIsNotSorted) {
  neighbors_[7] = 3;
  expect_fault("node 3 is its own neighbor; remove the edges from nodes to themselves", 3, 3);
  std::swap(neighbors_[0], neighbors_[1]);
  expect_fault(
      "the neighbors of node 0 are not in rising order: 1 comes after 2; sort the neighbors of "
      "each node, and merge repeated ones",
      0, 1);
}

TEST_F(CApi, NamesOffsetsThatDecrease) {
  offsets_[1] = 5;
  expect_fault("the offsets decrease after node 1; check how the arrays were made", 1, -1);
}

TEST_F(CApi, LooksAtTheListsEvenIfTheGraphIsTrusted) {
  weights_[0] = 9;
  EXPECT_EQ(open(csr(), HS_TRUST), HS_OK);
  neighbors_[7] = 1 << 30;
  EXPECT_EQ(open(csr(), HS_TRUST), HS_BAD_GRAPH);
}

TEST_F(CApi, ChecksATrustedGraphBeforeItFindsCommunities) {
  weights_[0] = 9;
  ASSERT_EQ(open(csr(), HS_TRUST), HS_OK);
  EXPECT_EQ(hs_louvain(graph_, nullptr, partners_, nullptr, nullptr), HS_BAD_GRAPH);
}

TEST_F(CApi, RefusesNegativeWeightsOfCommunities) {
  for (float& weight : weights_) weight = -weight;
  ASSERT_EQ(open(csr()), HS_OK);
  EXPECT_EQ(hs_louvain(graph_, nullptr, partners_, nullptr, nullptr), HS_BAD_GRAPH);
  EXPECT_EQ(std::string(hs_message()),
            "the graph: the edge from node 0 to node 1 (0-based) has the weight -1.000000; "
            "modularity needs finite weights that are not negative");
}

TEST_F(CApi, NamesTheArgumentThatIsWrong) {
  hs_csr wrong = csr();
  wrong.size = 0;
  expect_bad_argument(open(wrong),
                      "hs_csr: the member size is not set; set it to sizeof of the struct");
  wrong = csr();
  wrong.nodes = std::int64_t{1} << 31;
  expect_bad_argument(open(wrong), "hs_csr.nodes: must be 0 to 2^31 - 2");
  wrong = csr();
  wrong.offset_bits = 16;
  expect_bad_argument(open(wrong), "hs_csr.offset_bits: must be 32 or 64");
  wrong = csr();
  wrong.weights = nullptr;
  expect_bad_argument(
      open(wrong),
      "hs_csr.weights: the pointer is null; set weight_type to HS_NONE for equal weights");
  expect_bad_argument(hs_match(nullptr, nullptr, partners_), "hs_match: the graph is null");
  expect_bad_argument(hs_graph_view(nullptr, HS_CHECK, &graph_), "hs_csr: the pointer is null");
}

TEST_F(CApi, RefusesOptionsThatItDoesNotKnow) {
  ASSERT_EQ(open(csr()), HS_OK);
  struct {
    hs_match_options options;
    std::int64_t news;
  } newer = {{sizeof newer, HS_INDEX, 1, 0, 0}, 0};
  EXPECT_EQ(hs_match(graph_, &newer.options, partners_), HS_OK);
  newer.news = 1;
  expect_bad_argument(
      hs_match(graph_, &newer.options, partners_),
      "hs_match_options: a member is set that this library does not know; use a newer library");
  hs_match_options options = {sizeof options, 7, 0, 0, 0};
  expect_bad_argument(hs_match(graph_, &options, partners_),
                      "ties: must be HS_INDEX, HS_HASH or HS_DEGREE");
  options = {sizeof options, HS_INDEX, 0, 0, 1};
  expect_bad_argument(hs_match(graph_, &options, partners_), "reserved: must be 0");
  options = {sizeof options, HS_INDEX, -1, 0, 0};
  expect_bad_argument(hs_match(graph_, &options, partners_),
                      "threads: must be 0 to 1024; 0 chooses the number");
  const hs_louvain_options resolution = {sizeof resolution, 1.0 / 3, 0, 0};
  expect_bad_argument(
      hs_louvain(graph_, &resolution, partners_, nullptr, nullptr),
      "resolution: 0.33333333333333331 is not a number from 0 to 1000 with at most six digits "
      "after the point; round it");
}

// A path with the weights 3, 4 and 3.
TEST_F(CApi, ImprovesTheMatchingIfQualityIsAsked) {
  offsets_ = {0, 1, 3, 5, 6};
  neighbors_ = {1, 0, 2, 1, 3, 2};
  weights_ = {3, 3, 4, 4, 3, 3};
  ASSERT_EQ(open(csr()), HS_OK);
  hs_match_options options = {sizeof options, HS_INDEX, 1, 0, 0};
  ASSERT_EQ(hs_match(graph_, &options, partners_), HS_OK);
  EXPECT_EQ(partners_[1], 2);
  options.quality = 1;
  ASSERT_EQ(hs_match(graph_, &options, partners_), HS_OK);
  EXPECT_EQ(partners_[1], 0);
  options.size = offsetof(hs_match_options, quality);  // a program that does not know the member
  ASSERT_EQ(hs_match(graph_, &options, partners_), HS_OK);
  EXPECT_EQ(partners_[1], 2);
}

TEST_F(CApi, RefusesQualityThatIsOutOfRangeOrThatHasNoEffect) {
  ASSERT_EQ(open(csr()), HS_OK);
  for (const int quality : {-1, 101}) {
    const hs_match_options options = {sizeof options, HS_INDEX, 0, quality, 0};
    expect_bad_argument(hs_match(graph_, &options, partners_), "quality: must be 0 to 100");
  }
  const std::int32_t b[] = {1, 1, 1, 1};
  hs_b_matching* matching = nullptr;
  const hs_match_options options = {sizeof options, HS_INDEX, 0, 1, 0};
  expect_bad_argument(hs_b_match(graph_, b, &options, &matching),
                      "quality: hs_b_match has none; set it to 0");
}

TEST_F(CApi, RefusesANegativeBound) {
  ASSERT_EQ(open(csr()), HS_OK);
  const std::int32_t b[] = {1, 1, -2, 1};
  hs_b_matching* matching = nullptr;
  expect_bad_argument(hs_b_match(graph_, b, nullptr, &matching),
                      "b: node 2 may have -2 partners; give 0 to a node that shall have none");
  EXPECT_EQ(matching, nullptr);
}

TEST_F(CApi, AllowsAGraphWithoutNodes) {
  hs_csr none = csr();
  none.nodes = 0;
  none.entries = 0;
  const std::int64_t zero = 0;
  none.offsets = &zero;
  EXPECT_EQ(open(none), HS_OK);
  EXPECT_EQ(hs_match(graph_, nullptr, nullptr), HS_OK);  // a graph without nodes
  hs_b_matching* matching = nullptr;
  ASSERT_EQ(hs_b_match(graph_, nullptr, nullptr, &matching), HS_OK);
  EXPECT_EQ(hs_b_matching_offsets(matching)[0], 0);
  hs_b_matching_free(matching);
}

}  // namespace
}  // namespace handshake
