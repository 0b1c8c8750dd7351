// Tests the messages of the Matrix Market reader about faulty texts: line number and wording.
#include <gtest/gtest.h>

#include "graph/matrix_market.hpp"
#include "test_support.hpp"

namespace handshake {
namespace {

const std::string kBannerHint =
    "; the first line should read: %%MatrixMarket matrix coordinate integer symmetric";
const std::string kSizeHint = "; the size line names rows, columns and entries, for example: 4 4 3";
const std::string kEntryHint = "; an entry is: row column weight";

std::string integer_file(const std::string& rest) {
  return kInteger + rest;
}
std::string real_file(const std::string& rest) {
  return kReal + rest;
}

TEST(MatrixMarketFaults, RefusesAnEmptyFile) {
  EXPECT_EQ(fault_of_text(""), "graph.mtx: the file is empty; it should hold a graph");
}

TEST(MatrixMarketFaults, RefusesAFileWithoutABanner) {
  EXPECT_EQ(fault_of_text("\n"),
            "graph.mtx:1: this is not a graph file, it begins with \"\"" + kBannerHint);
  EXPECT_EQ(fault_of_text("4 4 3\n1 2 7\n"),
            "graph.mtx:1: this is not a graph file, it begins with \"4 4 3\"" + kBannerHint);
  EXPECT_EQ(fault_of_text(std::string("\x7f"
                                      "ELF\0\x02\x01",
                                      7)),
            "graph.mtx:1: this is not a graph file, it begins with \"?ELF???\"" + kBannerHint);
  EXPECT_EQ(fault_of_text(std::string(50, 'x')),
            "graph.mtx:1: this is not a graph file, it begins with \"" + std::string(40, 'x') +
                "...\"" + kBannerHint);
}

TEST(MatrixMarketFaults, SaysThatTheFileBeginsWithAByteOrderMark) {
  for (const char* const mark : {"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"})
    EXPECT_EQ(fault_of_text(mark + integer_file("1 1 0\n")),
              "graph.mtx:1: the file begins with a byte order mark; save it as plain ASCII text");
}

TEST(MatrixMarketFaults, RefusesBannersThatDoNotDescribeAGraph) {
  const std::string start = "%%MatrixMarket ";
  const std::string at = "graph.mtx:1: ";
  const std::string rest = "\n3 3 1\n2 1 5\n";
  EXPECT_EQ(fault_of_text(start + "matrix coordinate integer" + rest),
            at + "the banner has 4 words instead of 5" + kBannerHint);
  EXPECT_EQ(fault_of_text(start + "matrix coordinate integer general 1" + rest),
            at + "the banner has 6 words instead of 5" + kBannerHint);
  EXPECT_EQ(fault_of_text("%%MatrixMarkets matrix coordinate integer general" + rest),
            at + "the banner begins with \"%%matrixmarkets\"" + kBannerHint);
  EXPECT_EQ(fault_of_text(start + "vector coordinate integer general" + rest),
            at + "the banner says \"vector\" instead of matrix" + kBannerHint);
  EXPECT_EQ(fault_of_text(start + "matrix array real general" + rest),
            at + "the banner says \"array\", but only a coordinate file is a list of edges; "
                 "convert the file to the coordinate format");
  EXPECT_EQ(fault_of_text(start + "matrix coordinate complex hermitian" + rest),
            at + "the banner says that weights are \"complex\"; weights may be integer, real or "
                 "pattern (every weight is 1)");
  for (const std::string symmetry : {"skew-symmetric", "hermitian", "round"})
    EXPECT_EQ(fault_of_text(start + "matrix coordinate real " + symmetry + rest),
              at + "the banner says \"" + symmetry + "\"; a graph may be symmetric or general");
}

TEST(MatrixMarketFaults, RefusesAFileWithoutASizeLine) {
  const std::string what =
      ": the file ends before the size line; this line comes after the banner and the comments, "
      "and names rows, columns and entries";
  EXPECT_EQ(fault_of_text(kInteger), "graph.mtx:1" + what);
  EXPECT_EQ(fault_of_text("%%MatrixMarket matrix coordinate integer symmetric"),
            "graph.mtx:1" + what);
  EXPECT_EQ(fault_of_text(integer_file("% a\n\n% b\n")), "graph.mtx:4" + what);
}

TEST(MatrixMarketFaults, RefusesASizeLineThatIsNotThreeWholeNumbers) {
  const auto expect = [](const std::string& line, const std::string& what) {
    EXPECT_EQ(fault_of_text(integer_file("% comment\n" + line + "\n2 1 5\n")),
              "graph.mtx:3: " + what + kSizeHint);
  };
  expect("3", "the size line \"3\" has 1 word instead of 3");
  expect("3 3", "the size line \"3 3\" has 2 words instead of 3");
  expect("3 3 1 1", "the size line \"3 3 1 1\" has 4 words instead of 3");
  expect("three 3 1", "the number of rows \"three\" is not a whole number");
  expect("3 3.5 1", "the number of columns \"3.5\" is not a whole number");
  expect("3 3 -1", "the number of entries \"-1\" is not a whole number");
  expect("+3 3 1", "the number of rows \"+3\" is not a whole number");
}

TEST(MatrixMarketFaults, RefusesMoreThan2147483647Nodes) {
  const std::string most = " nodes, but at most 2147483647 are possible; use a smaller graph";
  EXPECT_EQ(fault_of_text(integer_file("2147483648 1 1\n2 1 5\n")),
            "graph.mtx:2: the size line names 2147483648" + most);
  EXPECT_EQ(fault_of_text(integer_file("1 99999999999999999999 1\n2 1 5\n")),
            "graph.mtx:2: the size line names 9223372036854775807" + most);
}

TEST(MatrixMarketFaults, RefusesMoreNodesOrEntriesThanTheTextCanHold) {
  EXPECT_EQ(
      fault_of_text(integer_file("1048577 1 1\n2 1 5\n")),
      "graph.mtx:2: the size line names 1048577 nodes, but the text has only 69 bytes; correct "
      "the size line, or leave out unused nodes");
  EXPECT_EQ(
      fault_of_text(integer_file("3 3 99999999999999999999\n2 1 5\n")),
      "graph.mtx:2: the size line names 9223372036854775807 entries, but the 6 bytes after it "
      "hold at most 1; the file is truncated, or the size line is wrong");
  EXPECT_EQ(
      fault_of_text(kPattern + std::string("3 3 3\n2 1\n3 1")),
      "graph.mtx:2: the size line names 3 entries, but the 7 bytes after it hold at most 2; the "
      "file is truncated, or the size line is wrong");
}

TEST(MatrixMarketFaults, RefusesFewerEntriesThanTheSizeLineSays) {
  EXPECT_EQ(
      fault_of_text(integer_file("3 3 3\n2 1 50000\n3 1 60000\n")),
      "graph.mtx:4: the file ends after 2 entries, but line 2 names 3; the file is truncated, "
      "or that line is wrong");
  EXPECT_EQ(
      fault_of_text(integer_file("3 3 1\n% no entry at all\n\n")),
      "graph.mtx:4: the file ends after 0 entries, but line 2 names 1; the file is truncated, "
      "or that line is wrong");
}

TEST(MatrixMarketFaults, RefusesMoreEntriesThanTheSizeLineSays) {
  const std::string what = "; correct that line, or remove the additional entries";
  EXPECT_EQ(fault_of_text(integer_file("3 3 1\n2 1 5\n% fine\n\n3 1 5\n3 2 5\n")),
            "graph.mtx:6: there are too many entries: line 2 names 1" + what);
  EXPECT_EQ(fault_of_text(integer_file("3 3 0\n2 1 5\n")),
            "graph.mtx:3: there are too many entries: line 2 names 0" + what);
}

TEST(MatrixMarketFaults, RefusesNodesThatDoNotExist) {
  const auto expect = [](const std::string& entry, const std::string& what) {
    EXPECT_EQ(fault_of_text(integer_file("3 4 2\n2 1 5\n" + entry + "\n")),
              "graph.mtx:4: " + what + kEntryHint);
  };
  const std::string rows = " does not exist: line 2 names 3 rows, and they are numbered from 1";
  const std::string columns =
      " does not exist: line 2 names 4 columns, and they are numbered from 1";
  expect("0 1 5", "the row \"0\"" + rows);
  expect("1 0 5", "the column \"0\"" + columns);
  expect("4 1 5", "the row \"4\"" + rows);
  expect("1 5 5", "the column \"5\"" + columns);
  expect("4294967297 1 5", "the row \"4294967297\"" + rows);
  expect("1 18446744073709551617 5", "the column \"18446744073709551617\"" + columns);
  expect("100000000000000000000000001 1 5", "the row \"100000000000000000000000001\"" + rows);
}

TEST(MatrixMarketFaults, RefusesNodesThatAreNotWholeNumbers) {
  const auto expect = [](const std::string& entry, const std::string& what) {
    EXPECT_EQ(fault_of_text(integer_file("3 3 2\n2 1 5\n" + entry + "\n")),
              "graph.mtx:4: " + what + " is not a whole number" + kEntryHint);
  };
  expect("one 1 5", "the row \"one\"");
  expect("-1 1 5", "the row \"-1\"");
  expect("+1 1 5", "the row \"+1\"");
  expect("1.0 1 5", "the row \"1.0\"");
  expect("1 2a 5", "the column \"2a\"");
  expect("1 0x2 5", "the column \"0x2\"");
  expect("1 12345678x 5", "the column \"12345678x\"");
  expect("1 \xef\xbc\x95 5", "the column \"???\"");
}

TEST(MatrixMarketFaults, RefusesEntriesWithTooFewOrTooManyWords) {
  const auto expect = [](const std::string& entry, const std::string& what) {
    EXPECT_EQ(fault_of_text(integer_file("3 3 2\n2 1 5\n" + entry + "\n")),
              "graph.mtx:4: " + what + kEntryHint);
  };
  expect("3 1", "the weight is missing in \"3 1\"");
  expect("3 1 \t\r", "the weight is missing in \"3 1 ?\"");
  expect("3", "\"3\" has 1 word instead of 3");
  expect("3 1 5 6", "\"3 1 5 6\" has 4 words instead of 3");
  expect("3 1 5 % heavy", "\"3 1 5 % heavy\" has 5 words instead of 3");
  expect("junk", "\"junk\" has 1 word instead of 3");
  EXPECT_EQ(fault_of_text(kPattern + std::string("3 3 2\n2 1\n3 1 5\n")),
            "graph.mtx:4: \"3 1 5\" has 3 words instead of 2; an entry is: row column");
}

TEST(MatrixMarketFaults, RefusesWeightsThatAreNotNumbers) {
  const auto expect = [](const std::string& word, const std::string& what) {
    EXPECT_EQ(fault_of_text(real_file("3 3 2\n2 1 5\n3 1 " + word + "\n")),
              "graph.mtx:4: the weight \"" + word + "\" is not a number" + what + kEntryHint);
  };
  for (const char* const word : {"heavy", "5kg", "5,0", "--5", "+-5", "0x10", "1d2", ".", "-", "+",
                                 "e5", ".e5", "5e", "1.2.3", "12345678x", "0.123456789x", "5-5"}) {
    const bool looksLikeOne =
        std::string(word).find_first_not_of("+-.0123456789eE") == std::string::npos &&
        std::string(word).find_first_of("0123456789") != std::string::npos;
    expect(word, looksLikeOne ? " that fits a double" : "");
  }
  expect("1e400", " that fits a double");
  expect("-1.8e308", " that fits a double");
}

TEST(MatrixMarketFaults, RefusesWeightsThatAreNotFinite) {
  for (const std::string word : {"nan", "NaN", "-nan", "inf", "-Inf", "+INFINITY"})
    EXPECT_EQ(fault_of_text(real_file("3 3 1\n2 1 " + word + "\n")),
              "graph.mtx:3: the weight \"" + word +
                  "\" is not finite; give the edge a finite weight, or leave out the edge");
}

TEST(MatrixMarketFaults, RefusesWeightsThatAreNotIntegersIfIntegersAreRequired) {
  const std::string range =
      "\" must be an integer between -2147483648 and 2147483647; round it, or ";
  for (const std::string word :
       {"0.5", "1.0000000001", "1e-9", "2147483648", "-2147483649", "1e10", "99999999999999999999",
        "12345678901234567", "nan", "heavy", "-", "1e400", "5kg", "123456781234567812345678"}) {
    EXPECT_EQ(
        fault_of_text(real_file("3 3 1\n2 1 " + word + "\n"), integers_only()),
        "graph.mtx:3: the weight \"" + word + range + "use multi_gpu_ld, which takes real weights");
    EXPECT_EQ(fault_of_text(integer_file("3 3 1\n2 1 " + word + "\n")),
              "graph.mtx:3: the weight \"" + word + range +
                  "write real instead of integer in the banner");
  }
}

TEST(MatrixMarketFaults, RefusesMoreDirectedEdgesThanAllowed) {
  ReadOptions options;
  options.maxDirectedEdges = 5;

  EXPECT_EQ(fault_of_text(integer_file("% c\n3 3 3\n2 1 5\n3 1 5\n3 2 5\n"), options),
            "graph.mtx:3: the graph has 6 directed edges, but this program takes at most 5; use a "
            "smaller graph");
}

TEST(MatrixMarketFaults, QuotesOnlyTheStartOfLongWords) {
  EXPECT_EQ(fault_of_text(integer_file("3 3 1\n2 1 " + std::string(3000000, '6') + "\n")),
            "graph.mtx:3: the weight \"" + std::string(40, '6') +
                "...\" must be an integer between -2147483648 and 2147483647; round it, or write "
                "real instead of integer in the banner");
}

// Threads read pieces of the text at the same time, and several pieces may have faults.
TEST(MatrixMarketFaults, NamesTheFirstFaultyLineEvenIfAThreadFindsALaterFaultFirst) {
  constexpr int kEntries = 30000;
  std::vector<std::string> lines;
  for (int i = 0; i < kEntries; i++) lines.push_back("10000 10001 5" + std::string(100, ' '));
  const auto text = [&] {
    std::string all = real_file("20000 20000 " + std::to_string(kEntries) + "\n");
    for (const std::string& line : lines) all += line + "\n";
    return all;
  };
  lines[kEntries - 1] = "0 1 2";
  const auto expect_line = [&](int line) {
    for (int threads = 1; threads <= 4; threads++)
      EXPECT_EQ(fault_of_text(text(), with_threads(threads))
                    .rfind("graph.mtx:" + std::to_string(line) + ":", 0),
                0u)
          << threads << " threads";
  };
  expect_line(kEntries + 2);

  // The first reading skips weights: it finds the row 0 in the last line, but not this missing
  // weight.
  lines[25000] = "1 2";
  expect_line(25003);

  lines[25000] = "1 2 x";
  lines[24999] = "5";
  expect_line(25002);

  lines[10] = "1 2 inf";
  expect_line(13);
}

TEST(MatrixMarketFaults, NamesTheFirstSurplusEntryUnlessAnotherFaultComesBeforeIt) {
  const auto starts_with = [](const std::string& text, const std::string& start) {
    return text.substr(0, start.size()) == start;
  };
  std::string text = integer_file("9 9 20000\n");
  for (int i = 0; i < 20001; i++) text += "1 2 345678" + std::string(100, ' ') + "\n";
  for (int threads = 1; threads <= 4; threads++)
    EXPECT_TRUE(starts_with(fault_of_text(text, with_threads(threads)),
                            "graph.mtx:20003: there are too many entries: line 2 names 20000;"));

  text += "nonsense\n";
  EXPECT_TRUE(starts_with(fault_of_text(text), "graph.mtx:20003: there are too many"));

  text[text.find("1 2 345678")] = '0';
  EXPECT_TRUE(starts_with(fault_of_text(text), "graph.mtx:3: the row \"0\""));
}

TEST(MatrixMarketFaults, NamesTheRightLineAfterCommentsAndEmptyLines) {
  EXPECT_EQ(
      fault_of_text(integer_file("% a\r\n\n3 3 2\r\n\r\n% b\n2 1 5\n\n  \n3 9 5\n")).substr(0, 13),
      "graph.mtx:10:");
}

TEST(MatrixMarketFaults, SaysThatTheWeightIsMissingIfNoEntryHasAWeight) {
  EXPECT_EQ(fault_of_text(integer_file("3 3 3\n2 1\n3 1\n3 2\n")),
            "graph.mtx:3: the weight is missing in \"2 1\"" + kEntryHint);
}

// A file without its last weight is refused. A file with at least the first digit of this weight is
// accepted.
TEST(MatrixMarketFaults, RefusesACutFileIfAnEntryIsIncomplete) {
  const std::string whole = integer_file("5 5 4\n2 1 17\n3 2 18\n4 3 19\n5 4 2077\n");
  const std::size_t lastWeight = whole.rfind(' ') + 1;
  for (std::size_t size = 0; size <= lastWeight; size++)
    EXPECT_NE(fault_of_text(whole.substr(0, size)), "") << size;
  for (std::size_t size = lastWeight + 1; size <= whole.size(); size++)
    EXPECT_EQ(fault_of_text(whole.substr(0, size)), "") << size;
}

}  // namespace
}  // namespace handshake
