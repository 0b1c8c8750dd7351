// Tests what the check says about expressions that are easily misread.
#include "check/kernel_expressions.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "check/source_text.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {
namespace {

std::string said_of(const std::string& text, suite::Failure failure) {
  const std::string path = testing::TempDir() + "/kernel_expressions_test.cu";
  std::ofstream(path, std::ios::binary) << text;
  const std::vector<std::string> lines = source_lines(path);
  for (int line = 1; line <= static_cast<int>(lines.size()); line++)
    failure.places.push_back({"k.cu", line});
  tell_expressions(lines, "k.cu", failure);
  std::string said;
  for (const std::string& sentence : suite::words::sentences(failure)) said += sentence + "\n";
  return said;
}

std::string said_of(const std::string& text) {
  suite::Failure failure;
  failure.got = 0;
  return said_of(text, failure);
}

TEST(Expressions, ThatUseTheNumberOfANodeAsAConditionAreReported) {
  const std::string known =
      "At k.cu:1, matches[src[i]] itself is used as a condition. Every number except 0 counts as "
      "true: UNMATCHED, which is -1, is true, and node 0 is false.\n";
  EXPECT_EQ(said_of("  if (matches[src[i]] || k == 2)\n"), known);
  EXPECT_EQ(said_of("  keep[i] = !matches[src[i]] && !matches[dst[i]];\n"), known);
  EXPECT_EQ(said_of("  if (k > 1 && (matches[src[i]] && j))\n"), known);
  EXPECT_EQ(said_of("  keep[i] = matches[src[i]] ? 0 : 1;\n"), known);
  EXPECT_EQ(said_of("  if (matches[src[i]]) return;\n"), known);
  EXPECT_EQ(said_of("  const int p = strongNeighbor[x];\n  if (p && q == 1) f();\n").substr(0, 12),
            "At k.cu:2, p");
}

TEST(Expressions, ThatCompareOrPassTheNumberOfANodeAreNotReported) {
  for (const char* line :
       {"if (matches[src[i]] == -1 || k == 2)", "if (k && matches[i] < 0)", "if (a[matches[x]])",
        "if (k || -1 != matches[x])", "f(matches[x]);", "if (is_free(matches[x]))",
        "if (matches[a] & matches[b])", "m = matches[x];", "if (k && matches[x] + 1)",
        "if (1 + matches[x] && k)", "if (x && keep[x])", "k = -1 == matches[x] ? 1 : 0;",
        "bool p = matches[x] == -1;\nif (p && k)", "int p = a[x];\nif (p || k)"})
    EXPECT_EQ(said_of(line), "") << line;
}

TEST(Expressions, ThatShiftANegativeNumberAreReportedOnlyIfTheShiftMayGiveTheWrongValue) {
  suite::Failure failure;
  failure.array = "matches";
  failure.got = -1;
  failure.expected = 0;
  EXPECT_EQ(said_of("bits[x >> 5] = 1;\n", failure), "") << "no thread wrote the element";
  failure.writer = suite::Writer{0, 0, "", 0};
  EXPECT_NE(said_of("bits[x >> 5] = 1;\n", failure).find(">> keeps the sign"), std::string::npos);
  EXPECT_EQ(said_of("bits[threadIdx.x >> 5] = 1;\n", failure).find(">> keeps the sign"),
            std::string::npos)
      << "threadIdx.x is unsigned";
}

TEST(Expressions, ThatCompareTheResultOfAComparisonAreReported) {
  EXPECT_EQ(said_of("if (0 <= p < numNodes) {\n"),
            "At k.cu:1, the result of 0 <= p, which is 0 or 1, is compared with numNodes.\n");
  EXPECT_EQ(said_of("keep[x] = matches[src[x]] == matches[dst[x]] == UNMATCHED;\n"),
            "At k.cu:1, the result of matches[src[x]] == matches[dst[x]], which is 0 or 1, is "
            "compared with UNMATCHED.\n");
}

TEST(Expressions, WithTwoSeparateComparisonsAreNotReported) {
  for (const char* line :
       {"if (0 <= p && p < n)", "for (int i = 0; i < n; i++) if (i < k)", "a<<<b, c>>>(d);",
        "x = a < b ? c : d;", "if ((a == b) == c)", "std::min<int>(a, b);", "p->q < r->s;",
        "thread_block_tile<32> tile = tiled_partition<32>(block);", "x = y << 2 << 3;",
        "k = static_cast<int>(n) > m;", "if (a == b || c == d)", "x = 1 << k; y = a < b;"})
    EXPECT_EQ(said_of(line), "") << line;
}

TEST(Expressions, WithASumAsTheConditionAreReported) {
  EXPECT_EQ(said_of("  newSum[x] = oldSum[x] + (x >= d) ? oldSum[x - d] : 0;\n"),
            "At k.cu:1, the whole expression oldSum[x] + (x >= d) is the condition of ?:, because "
            "+ and - bind tighter than ?:.\n");
  for (const char* line : {"s = a + (x >= d ? b : 0);", "s = x - d >= 0 ? b : 0;",
                           "s = x == 0 ? a + b : c;", "s += (a - b) ? c : d;", "s = -1 ? a : b;"})
    EXPECT_EQ(said_of(line), "") << line;
}

TEST(Expressions, ThatShiftANegativeNumberAreReportedIfTheResultIsNegative) {
  suite::Failure failure;
  failure.expected = 1;
  failure.got = -1;
  const std::string line = "keep[x] = (a & b) >> 31;\n";
  EXPECT_NE(said_of(line, failure).find("-1 >> 31 is -1, and not 1"), std::string::npos);
  EXPECT_EQ(said_of("unsigned mask = 0xffffffffu >> (32 - lanes);\n", failure), "");
  EXPECT_EQ(said_of("mask = 0xffffffffu >> (32 - lanes);\n", failure), "");
  failure.got = 0;
  EXPECT_EQ(said_of(line, failure), "");
}

TEST(Expressions, ThatCallVoteFunctionsAreReported) {
  EXPECT_NE(
      said_of("keep[x] = __all_sync(m, a && b);\n").find("whether the condition is true in all"),
      std::string::npos);
  EXPECT_NE(said_of("keep[x] = !group.any(matches[src[x]] != -1);\n")
                .find("any() gives the same answer to all threads of its group: whether the "
                      "condition is true in at least one of them."),
            std::string::npos);
}

TEST(Parameters, ThatAreSetButNeverReadAfterwardsAreReported) {
  const std::string head = "__device__ void find(int* hand, int node,\n                     int ";
  const std::string body = "partner) {\n  if (hand[node] > 0) partner = hand[node];\n";
  EXPECT_NE(said_of(head + body + "}\n")
                .find("partner at k.cu:1 is a copy of an argument of find. "
                      "So the new value at k.cu:3 does not reach the code that calls find."),
            std::string::npos);
  EXPECT_EQ(said_of(head + "&" + body + "}\n"), "");
  EXPECT_EQ(said_of("__device__ int first(int n) {\n  int len = n;\n  return len;\n}\n"), "");
  EXPECT_EQ(said_of(head + body + "  hand[0] = partner;\n}\n"), "");
}

TEST(Quotients, ThatLoseARemainderAreReportedIfAnElementIsMissing) {
  suite::Failure failure;
  failure.array = "newSum";
  failure.shape = {3, 7};
  failure.shown.push_back({"newSum", "yours", "element", 0, 40, {}});
  const std::string lines =
      "const int threads = blockDim.x * gridDim.x;\nconst int length = numElements / threads;\n";
  EXPECT_EQ(said_of(lines, failure),
            "numElements / threads at k.cu:2 is 40 / 21 here, which is rounded down to 1.\n");
  EXPECT_EQ(said_of("int k = (numElements + 20) / 21;\n", failure), "");
  EXPECT_EQ(said_of("int quarter = numElements / 16;\n", failure),
            "numElements / 16 at k.cu:1 is 40 / 16 here, which is rounded down to 2.\n");
  failure.shape = {2, 20};
  EXPECT_EQ(said_of(lines, failure), "") << "the quotient has no remainder";
}

}  // namespace
}  // namespace handshake::check
