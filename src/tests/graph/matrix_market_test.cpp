// Tests which texts the Matrix Market reader accepts, and which graphs it makes from these texts.
#include "graph/matrix_market.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "test_support.hpp"

namespace handshake {
namespace {

const std::string kThree = "2 1 5\n3 1 -7\n3 2 0\n";
const Edges kThreeEdges = {{{0, 1}, 5}, {{0, 2}, -7}, {{1, 2}, 0}};

TEST(MatrixMarket, ReadsAShortFile) {
  const CsrGraph graph = read_text(std::string(kInteger) + "4 4 3\n1 2 7\n2 3 9\n3 4 7\n");

  EXPECT_EQ(graph.numNodes, 4);
  EXPECT_EQ(graph.numEdges(), 6);
  EXPECT_EQ(edges_of(graph), (Edges{{{0, 1}, 7}, {{1, 2}, 9}, {{2, 3}, 7}}));
}

TEST(MatrixMarket, PutsTheNeighborsOfANodeInRisingOrder) {
  const CsrGraph graph = read_text(std::string(kInteger) + "4 4 3\n4 2 1\n3 2 2\n2 1 3\n");

  EXPECT_EQ((std::vector<Node>{graph.neighbors.begin(), graph.neighbors.end()}),
            (std::vector<Node>{1, 0, 2, 3, 1, 1}));
  EXPECT_EQ((std::vector<EdgeIndex>{graph.offsets.begin(), graph.offsets.end()}),
            (std::vector<EdgeIndex>{0, 1, 4, 5, 6}));
}

TEST(MatrixMarket, GivesIntegersForIntegerFiles) {
  const CsrGraph graph = read_text(std::string(kInteger) + "3 3 3\n" + kThree);

  EXPECT_TRUE(std::holds_alternative<Buffer<std::int32_t>>(graph.weights));
  EXPECT_EQ(edges_of(graph), kThreeEdges);
}

TEST(MatrixMarket, GivesDoublesForTheFieldReal) {
  const CsrGraph graph = read_text(std::string(kReal) + "2 2 1\n1 2 -1.25e-3\n");

  EXPECT_TRUE(std::holds_alternative<Buffer<double>>(graph.weights));
  EXPECT_EQ(edges_of(graph), (Edges{{{0, 1}, -1.25e-3}}));
}

TEST(MatrixMarket, GivesEveryEdgeOfAPatternFileTheWeightOne) {
  const CsrGraph graph = read_text(std::string(kPattern) + "3 3 2\n2 1\n3 1\n");

  EXPECT_TRUE(std::holds_alternative<Buffer<std::int32_t>>(graph.weights));
  EXPECT_EQ(edges_of(graph), (Edges{{{0, 1}, 1}, {{0, 2}, 1}}));
}

TEST(MatrixMarket, ReadsBannerWordsInUpperAndLowerCase) {
  for (const char* const banner : {"%%MATRIXMARKET MATRIX COORDINATE INTEGER SYMMETRIC",
                                   "%%matrixmarket matrix coordinate "
                                   "integer general",
                                   "%%MatrixMarket  Matrix\tCoordinate Unsigned-Integer General ",
                                   "%%MatrixMarket matrix coordinate Real General",
                                   "%%MatrixMarket matrix coordinate double symmetric"})
    EXPECT_EQ(edges_of(read_text(std::string(banner) + "\n3 3 3\n" + kThree)), kThreeEdges)
        << banner;
}

TEST(MatrixMarket, SkipsCommentsAndEmptyLinesAnywhereAfterTheBanner) {
  const std::string text = std::string(kInteger) +
                           "% comment\n%\n\n \t\n  % indented\n3 3 3\n% among entries\n2 1 5\n\n"
                           "3 1 -7\n \t \n%%\n3 2 0\n\n% at the end\n";

  EXPECT_EQ(edges_of(read_text(text)), kThreeEdges);
}

TEST(MatrixMarket, ReadsLineEndsOfWindows) {
  const std::string text =
      "%%MatrixMarket matrix coordinate integer symmetric\r\n% c\r\n\r\n3 3 3\r\n2 1 5\r\n3 1 -7 "
      "\r\n\r\n3 2 0\r\n";

  EXPECT_EQ(edges_of(read_text(text)), kThreeEdges);
}

TEST(MatrixMarket, ReadsTabsAndBlanksAroundWords) {
  const std::string text =
      std::string(kInteger) + " 3\t3  3 \n\t2 \t 1\t5  \n  3 1 -7\t\n3 2   0\n";

  EXPECT_EQ(edges_of(read_text(text)), kThreeEdges);
}

TEST(MatrixMarket, DoesNotNeedALineEndAfterTheLastEntry) {
  for (const char* const end : {"", "\r", " ", "\n", "\r\n"})
    EXPECT_EQ(edges_of(read_text(std::string(kInteger) + "3 3 3\n2 1 5\n3 1 -7\n3 2 0" + end)),
              kThreeEdges);
}

TEST(MatrixMarket, TakesEveryEntryAsAnUndirectedEdgeWhateverSymmetryTheBannerNames) {
  for (const char* const banner : {"general", "symmetric"})
    for (const char* const entry : {"1 3 4", "3 1 4"}) {
      const std::string text = std::string("%%MatrixMarket matrix coordinate integer ") + banner +
                               "\n3 3 1\n" + entry + "\n";
      EXPECT_EQ(edges_of(read_text(text)), (Edges{{{0, 2}, 4}})) << text;
    }
}

TEST(MatrixMarket, TakesTheLargerOfRowsAndColumnsAsTheNumberOfNodes) {
  for (const char* const banner : {"general", "symmetric"}) {
    const std::string start = std::string("%%MatrixMarket matrix coordinate integer ") + banner;
    EXPECT_EQ(read_text(start + "\n2 5 1\n1 5 3\n").numNodes, 5);
    EXPECT_EQ(read_text(start + "\n5 2 1\n5 1 3\n").numNodes, 5);
  }
}

TEST(MatrixMarket, AcceptsGraphsWithoutEdgesOrWithoutNodes) {
  for (const auto& [sizes, numNodes] : std::vector<std::pair<const char*, int>>{
           {"0 0 0", 0}, {"1 1 0", 1}, {"3 3 0", 3}, {"0 2 0", 2}}) {
    const CsrGraph graph = read_text(std::string(kInteger) + sizes + "\n");
    EXPECT_EQ(graph.numNodes, numNodes);
    EXPECT_EQ(graph.numEdges(), 0);
    ASSERT_EQ(graph.offsets.size(), static_cast<std::size_t>(numNodes) + 1);
    for (const EdgeIndex offset : graph.offsets) EXPECT_EQ(offset, 0);
  }
}

TEST(MatrixMarket, DropsAndCountsSelfLoops) {
  ReadReport report;
  const CsrGraph graph =
      read_text(std::string(kInteger) + "3 3 4\n1 1 9\n2 1 5\n3 3 1\n3 3 1\n", {}, &report);

  EXPECT_EQ(edges_of(graph), (Edges{{{0, 1}, 5}}));
  EXPECT_EQ(report.entries, 4);
  EXPECT_EQ(report.selfLoops, 3);
  EXPECT_EQ(report.duplicates, 0);
}

TEST(MatrixMarket, ListsTheHeaviestSelfLoopOfEachNodeIfRequested) {
  ReadOptions options;
  options.keepLoops = true;
  ReadReport report;
  const CsrGraph graph = read_text(
      std::string(kReal) + "3 3 5\n3 3 0.5\n1 1 9\n2 1 5\n3 3 2.5\n3 3 1\n", options, &report);

  EXPECT_EQ(edges_of(graph), (Edges{{{0, 1}, 5}}));
  EXPECT_EQ(report.selfLoops, 4);
  ASSERT_EQ(report.loops.size(), 2u);
  EXPECT_EQ(report.loops[0].node, 0);
  EXPECT_EQ(report.loops[0].weight, 9);
  EXPECT_EQ(report.loops[1].node, 2);
  EXPECT_EQ(report.loops[1].weight, 2.5);
}

TEST(MatrixMarket, MergesDuplicateAndMirroredEntriesAndKeepsTheHeaviest) {
  ReadReport report;
  const CsrGraph graph = read_text(
      std::string(kReal) + "3 3 6\n1 2 -5\n2 1 -4.5\n1 2 -6\n2 3 1\n3 2 1\n1 3 8\n", {}, &report);

  EXPECT_EQ(edges_of(graph), (Edges{{{0, 1}, -4.5}, {{1, 2}, 1}, {{0, 2}, 8}}));
  EXPECT_EQ(report.entries, 6);
  EXPECT_EQ(report.duplicates, 3);
  EXPECT_EQ(report.conflicts, 1) << "edge 0-1 has different weights, edge 1-2 is merely repeated";
}

TEST(MatrixMarket, DescribesHowManyEntriesWereDroppedAndMerged) {
  ReadReport report;
  EXPECT_EQ(describe(report), "");

  report.selfLoops = 1;
  EXPECT_EQ(describe(report), "1 self loop dropped");

  report = {9, 2, 4, 1};
  EXPECT_EQ(describe(report),
            "2 self loops dropped; 4 duplicate entries merged (1 edge with different weights: the "
            "heaviest was kept)");
}

TEST(MatrixMarket, TakesIntegersInEveryFormIfIntegersAreRequired) {
  for (const char* const banner : {kInteger, kReal})
    for (const auto& [word, value] :
         std::vector<std::pair<const char*, double>>{{"2", 2},
                                                     {"2.0", 2},
                                                     {"+2", 2},
                                                     {"2.", 2},
                                                     {"1e2", 100},
                                                     {"1E+2", 100},
                                                     {"12300e-2", 123},
                                                     {"0.5e1", 5},
                                                     {"-0", 0},
                                                     {"-0.0", 0},
                                                     {"00000000000000000007", 7},
                                                     {"-2147483648", -2147483648.0},
                                                     {"2147483647", 2147483647.0},
                                                     {"-2147483648.000", -2147483648.0},
                                                     {"2.147483647e9", 2147483647.0},
                                                     {"0000000000000000000000000000000", 0},
                                                     {"0e99", 0}}) {
      const CsrGraph graph =
          read_text(std::string(banner) + "2 2 1\n2 1 " + word + "\n", integers_only());
      ASSERT_TRUE(std::holds_alternative<Buffer<std::int32_t>>(graph.weights)) << word;
      EXPECT_EQ(edges_of(graph).at({0, 1}), value) << word;
    }
}

TEST(MatrixMarket, ReadsRealWeightsInEveryForm) {
  for (const char* const word : {"1",
                                 "+1.5",
                                 ".5",
                                 "5.",
                                 "-.25",
                                 "1e-300",
                                 "1.7976931348623157e308",
                                 "4.9e-324",
                                 "1e-400",
                                 "0.1",
                                 "123456789.123456789",
                                 "12345678.12345678",
                                 "0.30000000000000004",
                                 "9007199254740993",
                                 "99999999999999999999",
                                 "1e22",
                                 "1e23",
                                 "8.5e+15",
                                 "3.00000000",
                                 "1234567.1234567",
                                 "00000001",
                                 "0.00000001",
                                 "0.000000000000001",
                                 "2.2250738585072011e-308"}) {
    const CsrGraph graph = read_text(std::string(kReal) + "2 2 1\n2 1 " + word + "\n");
    EXPECT_EQ(edges_of(graph).at({0, 1}), std::strtod(word, nullptr)) << word;
  }
}

TEST(MatrixMarket, TurnsMinusZeroIntoZero) {
  for (const char* const word : {"-0", "-0.0", "-0e5", "-1e-400", "-0.00000000000000000000"}) {
    const CsrGraph graph = read_text(std::string(kReal) + "2 2 1\n2 1 " + word + "\n");
    EXPECT_FALSE(std::signbit(std::get<Buffer<double>>(graph.weights)[0])) << word;
  }
}

TEST(MatrixMarket, AllowsAMillionNodesOrAsManyNodesAsTheTextHasBytes) {
  const std::string start = std::string(kPattern) + "1048576 1048576 1\n1048576 1\n";
  EXPECT_EQ(read_text(start).numNodes, 1048576);

  std::string longText =
      std::string(kPattern) + "% " + std::string(1100000, 'x') + "\n1100000 1 0\n";
  EXPECT_EQ(read_text(longText).numNodes, 1100000);
}

TEST(MatrixMarket, AcceptsTheLargestAllowedNumberOfDirectedEdges) {
  ReadOptions options;
  options.maxDirectedEdges = 6;

  EXPECT_EQ(read_text(std::string(kInteger) + "3 3 3\n" + kThree, options).numEdges(), 6);
  EXPECT_EQ(read_text(std::string(kInteger) + "3 3 5\n1 1 2\n1 2 5\n" + kThree, options).numEdges(),
            6)
      << "self loops and duplicates do not count";
}

// The oracle: uses a stream and a map to read simple files.
Edges edges_by_stream(const std::string& text, int* numNodes) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  int rows = 0;
  int columns = 0;
  int entries = 0;
  lines >> rows >> columns >> entries;
  *numNodes = std::max(rows, columns);
  Edges edges;
  for (int i = 0; i < entries; i++) {
    int row = 0;
    int column = 0;
    std::string word;
    lines >> row >> column >> word;
    if (row == column) continue;
    const double weight = std::strtod(word.c_str(), nullptr);
    const auto [place, isNew] =
        edges.insert({{std::min(row, column) - 1, std::max(row, column) - 1}, weight});
    if (!isNew) place->second = std::max(place->second, weight);
  }
  return edges;
}

std::string random_file(std::mt19937& random, int nodes, int entries, bool real) {
  const auto below = [&](int limit) { return static_cast<int>(random() % limit); };
  std::ostringstream text;
  text.precision(17);
  text << "%%MatrixMarket matrix coordinate " << (real ? "real" : "integer") << " general\n"
       << nodes << " " << nodes << " " << entries << "\n";
  for (int i = 0; i < entries; i++) {
    text << 1 + below(nodes) << " " << 1 + below(nodes) << " ";
    if (!real)
      text << below(2000) - 1000;
    else if (below(2) == 0)
      text << (below(20000) - 10000) / 100.0;
    else
      text << std::ldexp(static_cast<double>(random()) - 2e9, below(200) - 100);
    text << "\n";
  }
  return text.str();
}

TEST(MatrixMarket, ReadsRandomFilesInTheSameWayAsAnIstream) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; round++) {
    const int nodes = 1 + static_cast<int>(random() % (round % 3 == 0 ? 10 : 3000));
    const int entries = static_cast<int>(random() % 4000);
    const std::string text = random_file(random, nodes, entries, round % 2 == 0);

    int numNodes = 0;
    const Edges expected = edges_by_stream(text, &numNodes);
    const CsrGraph graph = read_text(text, with_threads(1 + round % 4));

    EXPECT_EQ(graph.numNodes, numNodes);
    EXPECT_EQ(edges_of(graph), expected) << "round " << round;
  }
}

// The reader splits a text into pieces of at least one MiB. This text has several pieces, because
// comments make it large.
TEST(MatrixMarket, ReadsALargeFileWithEveryNumberOfThreadsAsAnIstreamDoes) {
  std::mt19937 random(2);
  const std::string text = random_file(random, 5000, 40000, true);
  int numNodes = 0;
  const Edges expected = edges_by_stream(text, &numNodes);
  const std::string comment = "%" + std::string(100, ' ') + "\n";
  std::string largeText;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    largeText += line + "\n" + (random() % 2 ? comment : "");
  ASSERT_GT(largeText.size(), std::size_t{3} << 20);

  const CsrGraph first = read_text(largeText, with_threads(1));
  EXPECT_EQ(edges_of(first), expected);
  for (int threads = 2; threads <= 4; threads++)
    EXPECT_TRUE(equal(read_text(largeText, with_threads(threads)), first));
}

}  // namespace
}  // namespace handshake
