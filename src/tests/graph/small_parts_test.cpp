// Tests the small files of src/graph: numbers in text, lines, checksums, edge list, validation.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "graph/build_csr.hpp"
#include "graph/checksum.hpp"
#include "graph/edge_list.hpp"
#include "graph/own_threads.hpp"
#include "graph/parse_number.hpp"
#include "graph/text_lines.hpp"
#include "graph/validate.hpp"
#include "test_support.hpp"

namespace handshake {
namespace {

// Returns whether parse_weight reads the word and stops at its end. The memory ends right after the
// bytes that parse_weight may read, so that AddressSanitizer notices every read after these bytes.
template <class Weight>
bool parse_word(const std::string& word, Weight* weight) {
  std::string text = word + "\n";
  text.append(7, '5');
  const std::vector<char> exact(text.begin(), text.end());
  const char* const end = parse_weight(exact.data(), weight);
  return end == exact.data() + word.size();
}

TEST(ParseNumber, ReadsRandomDecimalsAsStrtodReadsThem) {
  std::mt19937 random(10);
  const auto digits = [&](int most) {
    std::string text;
    for (int i = static_cast<int>(random() % (most + 1)); i > 0; i--)
      text += static_cast<char>('0' + random() % 10);
    return text;
  };
  for (int i = 0; i < 50000; i++) {
    std::string word = random() % 3 == 0 ? "-" : "";
    word += digits(i % 20);
    if (random() % 4) word += "." + digits(i % 22);
    if (random() % 5 == 0) word += (random() % 2 ? "e" : "E-") + std::to_string(random() % 340);
    if (word.find_first_of("0123456789") > word.find_first_of("eE")) continue;
    char* rest = nullptr;
    const double expected = std::strtod(word.c_str(), &rest);
    const bool isNumber = *rest == '\0' && word != "" && word != "-" && std::isfinite(expected) &&
                          word.find_first_of("0123456789") != std::string::npos;

    double found = 0;
    ASSERT_EQ(parse_word(word, &found), isNumber) << word;
    if (isNumber) {
      ASSERT_EQ(found, expected) << word;
    }
  }
}

TEST(ParseNumber, ReadsRandomIntegersAndRefusesThoseThatDoNotFit) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 50000; i++) {
    const std::int64_t number = static_cast<std::int64_t>(random()) >> (random() % 64);
    const std::string word = std::to_string(number);
    std::int32_t found = 0;
    const bool fits = number == static_cast<std::int32_t>(number);
    ASSERT_EQ(parse_word(word, &found), fits) << word;
    if (fits) {
      ASSERT_EQ(found, number);
    }
  }
}

TEST(ParseNumber, ReadsIndexesOfEveryLength) {
  for (std::uint64_t number = 1; number < 4000000000u; number = number * 7 + number % 5) {
    for (const char* const zeros : {"", "0", "0000000", "00000000000000000000"}) {
      const std::string word = zeros + std::to_string(number);
      const std::string text = word + "\n5555555";
      const std::vector<char> exact(text.begin(), text.end());
      std::uint64_t found = 0;
      LengthGuess guess = 3;
      EXPECT_EQ(parse_index(exact.data(), &found, &guess), exact.data() + word.size());
      EXPECT_EQ(found, number) << word;
    }
  }
}

TEST(LineReader, CountsLinesAndLeavesLineEndsOut) {
  LineReader lines("one\r\n\ntwo\r\r\n three", 5);
  std::vector<std::pair<std::int64_t, std::string>> found;
  while (lines.next()) found.push_back({lines.number(), std::string(lines.line())});

  EXPECT_EQ(found, (std::vector<std::pair<std::int64_t, std::string>>{
                       {5, "one"}, {6, ""}, {7, "two\r"}, {8, " three"}}));
}

TEST(Checksum, GivesTheHashesThatTheAuthorsOfXxh64Publish) {
  EXPECT_EQ(xxh64("", 0, 0), 0xef46db3751d8e999u);
  EXPECT_EQ(xxh64("a", 1, 0), 0xd24ec4f1a98c6e5bu);
  EXPECT_EQ(xxh64("abc", 3, 0), 0x44bc2cf5ad770999u);
  EXPECT_EQ(xxh64("Nobody inspects the spammish repetition", 39, 0), 0xfbcea83c8a378bf1u);
}

TEST(Checksum, DependsOnTheOrderOfBlocksButNotOnTheNumberOfThreads) {
  std::string data(3500000, 'x');
  data[2000000] = 'y';
  const std::uint64_t sum = checksum(data.data(), data.size(), 1);
  EXPECT_EQ(checksum(data.data(), data.size(), 4), sum);

  std::string copy(data.size(), '\0');
  EXPECT_EQ(copy_with_checksum(data.data(), copy.data(), data.size(), 3), sum);
  EXPECT_EQ(copy, data);

  std::swap(data[2000000], data[2000000 - (1 << 20)]);
  EXPECT_NE(checksum(data.data(), data.size(), 1), sum);
}

TEST(EdgeList, ListsEveryDirectedEdgeInRisingOrder) {
  const CsrGraph graph = read_text(std::string(kInteger) + "4 4 3\n4 2 1\n3 2 2\n2 1 3\n");
  std::vector<int> src(6);
  std::vector<int> dst(6);
  std::vector<int> weight(6);

  fill_edge_list(graph, src.data(), dst.data(), weight.data());

  EXPECT_EQ(src, (std::vector<int>{0, 1, 1, 1, 2, 3}));
  EXPECT_EQ(dst, (std::vector<int>{1, 0, 2, 3, 1, 1}));
  EXPECT_EQ(weight, (std::vector<int>{3, 3, 2, 1, 2, 1}));
}

TEST(EdgeList, AcceptsGraphsWithManyNodesOrWithoutNodes) {
  const CsrGraph graph =
      read_text(std::string(kInteger) + "200000 200000 2\n200000 1 5\n70000 66000 6\n");
  std::vector<int> src(4);
  std::vector<int> dst(4);
  std::vector<int> weight(4);

  fill_edge_list(graph, src.data(), dst.data(), weight.data(), 2);
  fill_edge_list(CsrGraph{}, nullptr, nullptr, nullptr);

  EXPECT_EQ(src, (std::vector<int>{0, 65999, 69999, 199999}));
  EXPECT_EQ(dst, (std::vector<int>{199999, 69999, 65999, 0}));
  EXPECT_EQ(weight, (std::vector<int>{5, 6, 6, 5}));
}

TEST(EdgeList, RefusesWeightsThatAreNotIntegers) {
  const CsrGraph graph = read_text(std::string(kReal) + "2 2 1\n2 1 5\n");
  int unused[2];

  EXPECT_THROW(fill_edge_list(graph, unused, unused, unused), std::invalid_argument);
}

TEST(Validate, AcceptsValidGraphs) {
  EXPECT_EQ(validate(CsrGraph{}), "");
  EXPECT_EQ(validate(read_text(std::string(kInteger) + "1 1 0\n")), "");
  EXPECT_EQ(validate(read_text(std::string(kReal) + "4 4 3\n4 2 -0.0\n3 2 2\n2 1 3\n")), "");
}

TEST(Validate, FindsArraysOfTheWrongSize) {
  CsrGraph graph = read_text(std::string(kInteger) + "2 2 1\n2 1 5\n");
  graph.weights = Buffer<float>(3);
  EXPECT_EQ(validate(graph), "the last offset is 2, but there are 2 neighbors and 3 weights");

  graph.numNodes = 3;
  EXPECT_EQ(validate(graph),
            "there are 3 offsets for 3 nodes; there must be one more offset than nodes");

  graph.numNodes = -1;
  EXPECT_EQ(validate(graph), "the number of nodes is negative");
}

TEST(Validate, NamesTheFirstFaultEvenIfAThreadFindsALaterFaultFirst) {
  std::vector<WeightedEdge<double>> edges;
  for (Node v = 1; v < 300000; v++) edges.push_back({v - 1, v, 1.0});
  ReadReport report;
  CsrGraph graph = build_csr(300000, edges.data(), 299999, 2, report);
  auto& weights = std::get<Buffer<double>>(graph.weights);
  weights[graph.offsets[290000]] = 2;
  weights[graph.offsets[150000]] = 2;

  for (int threads = 1; threads <= 4; threads++)
    EXPECT_EQ(validate(graph, threads),
              "the edge from node 149999 to node 150000 has another weight at node 150000");
  weights[graph.offsets[250000]] = std::numeric_limits<double>::infinity();
  for (int threads = 1; threads <= 4; threads++)
    EXPECT_EQ(validate(graph, threads),
              "the edge from node 250000 to node 249999 has a weight that is not finite");
}

TEST(OwnThreads, RunEveryPartOnce) {
  for (const int threads : {1, 4}) {
    std::vector<std::atomic<int>> runs(1000);
    for_each_part_on_threads(1000, threads, [&](std::int64_t part) { ++runs[part]; });
    for (const auto& count : runs) ASSERT_EQ(count, 1);
  }
}

TEST(OwnThreads, TakeNoMorePartsWhenTheCallIsAskedToStop) {
  for (const int threads : {1, 4}) {
    std::atomic<bool> stop{false};
    std::atomic<int> runs{0};
    const auto run = [&](std::int64_t) {
      ASSERT_EQ(stop_flag(), &stop) << "a part may look at the flag, on every thread";
      if (++runs == 5) stop = true;
    };
    {
      const StopScope scope(&stop);
      EXPECT_THROW(for_each_part_on_threads(1000, threads, run), Stopped);
      EXPECT_THROW(for_each_part_on_threads(1, threads, run), Stopped);
      EXPECT_THROW(stop_if_asked(), Stopped);
    }
    EXPECT_LT(runs, 5 + threads);
    for_each_part_on_threads(1, threads, [&](std::int64_t) { ++runs; });  // another call works
    stop_if_asked();
  }
}

}  // namespace
}  // namespace handshake
