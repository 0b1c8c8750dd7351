// Tests the small changes of a kernel (variants) that `make check` tries: which changes exist,
// which lines they change, and how they are written into the text. A trick is a change with which a
// program may be right by chance.
#include "cuda_on_cpu/translate/variants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace cuda_on_cpu::translate;

// The text of a kernel, as the preprocessor prints it. The kernel begins in line 1, and its body
// begins in line 2.
std::string kernel(const std::string& body) {
  return "# 1 \"x.cu\"\n__global__ void f(int* a, int* b, int n) {\n" + body + "}\n";
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

struct Varied {
  explicit Varied(const std::string& text, std::set<int> left_out = {}, std::set<int> only = {},
                  const LineRanges& lines = {})
      : source(text, true),
        outline(source),
        variants(source, outline, std::move(left_out), std::move(only), lines) {
    result = variants.run();
  }

  // The first change of this kind in this line.
  Variant first(Change change, size_t line) const {
    for (const Variant& one : variants.made())
      if (one.change == change && one.line == line) return one;
    return {};
  }

  // The texts of all changes of this kind in this line of the kernel. In `result`, each text is one
  // line.
  std::vector<std::string> texts(Change change, size_t line) const {
    std::vector<std::string> found;
    for (const Variant& one : variants.made()) {
      if (one.change != change || one.line != line) continue;
      const std::string marker = "\n# " + std::to_string(one.number) + " \"variants\"\n";
      const size_t begin = result.find(marker) + marker.size();
      found.push_back(result.substr(begin, result.find('\n', begin) - begin));
    }
    return found;
  }

  bool has(Change change, size_t line, const std::string& piece) const {
    for (const std::string& text : texts(change, line))
      if (without_blanks(text).find(without_blanks(piece)) != std::string::npos) return true;
    return false;
  }

  Source source;
  Outline outline;
  Variants variants;
  std::string result;
};

const char* const kLoop =
    "int best = 0;\n"
    "for (int x = threadIdx.x; x < n; x += blockDim.x) {\n"
    "best = b[x];\n"
    "if (a[x] == 0 && b[x] > 1) a[x] = best;\n"
    "}\n";

TEST(Variants, PutACommaExpressionInParentheses) {
  const Varied varied(kernel("for (int x = 0; x < n; x++, a += 2) b[x] = 1;\n"));
  EXPECT_NE(varied.result.find("cuda_on_cpu_value((x++, a += 2))"), std::string::npos)
      << "without parentheses, these would be two arguments";
}

TEST(Variants, ChangeTheOperationsInALine) {
  const Varied varied(kernel(kLoop));
  EXPECT_TRUE(varied.has(Change::comparison, 3, "(x <= n)"));
  EXPECT_TRUE(varied.has(Change::logic, 5, "(a[x] == 0 || b[x] > 1)"));
  EXPECT_TRUE(varied.has(Change::side, 5, "(b[x] > 1)"));
  EXPECT_TRUE(varied.has(Change::number, 5, "(a[x] == 0 && b[x] > 2)"));
  EXPECT_TRUE(varied.has(Change::assignment, 4, "best += b[x];"));
  EXPECT_TRUE(varied.has(Change::one_more, 3, "(x < n - 1)"));
}

TEST(Variants, ThatAddOneToATestedValueAreTricks) {
  const Varied varied(kernel("if (a[n] == b[n]) a[n] = 0;\n"));
  EXPECT_TRUE(varied.has(Change::trick, 2, "a[n] + 1 == b[n]"));
  EXPECT_TRUE(varied.has(Change::one_more, 2, "a[n + 1] == b[n]"));
  const Varied helper("# 1 \"x.cu\"\n__device__ bool g(int* a, int n) {\nreturn a[n];\n}\n");
  EXPECT_TRUE(helper.has(Change::trick, 2, "return a[n] + 1;"));
}

TEST(Variants, OfGridDimTimesBlockDimAreTricks) {
  const Varied varied(kernel("int all = gridDim.x * blockDim.x;\nint x = blockIdx.x * n;\n"));
  EXPECT_TRUE(varied.has(Change::trick, 2, "gridDim.x + blockDim.x"));
  EXPECT_TRUE(varied.has(Change::trick, 2, "return gridDim.x;"));
  EXPECT_FALSE(varied.has(Change::arithmetic, 2, "gridDim.x"));
  EXPECT_TRUE(varied.has(Change::arithmetic, 3, "blockIdx.x + n"));
}

TEST(Variants, ThatExpectNumbersBelowMinusOneAreTricks) {
  const Varied varied(kernel("if (a[n] == -1 && b[n] != -1) a[n] = 0;\n"));
  EXPECT_TRUE(varied.has(Change::trick, 2, "a[n] >= -1 &&"));
  EXPECT_TRUE(varied.has(Change::trick, 2, "b[n] < -1)"));
  EXPECT_FALSE(varied.has(Change::comparison, 2, ">= -1"));
  EXPECT_TRUE(varied.has(Change::comparison, 2, "a[n] != -1 &&"));
}

TEST(Variants, RecordForABoolWhetherItWasEverTrue) {
  const Varied varied(kernel("const bool odd = n & 1;\nif (odd) a[n] = 0;\n"));
  EXPECT_TRUE(varied.has(Change::number, 2, "n & 2"));
  EXPECT_NE(varied.result.find("cuda_on_cpu_came_out(static_cast<bool>(n & 0))"),
            std::string::npos);
}

TEST(Variants, OfASystemMacroAreNotTextOfASystemHeader) {
  const Varied varied(
      kernel("int best =\n# 2 \"k.cu\" 3 4\n(-5 - 1)\n# 2 \"k.cu\"\n;\na[n] = best;\n"));
  const Source seen(varied.result);  // as all later steps see it: without text of system headers
  int open = 0;
  for (size_t i = 0; i < seen.size(); i++) {
    open += seen.is(i, "{") - seen.is(i, "}");
    EXPECT_GE(open, 0) << "token " << i;
  }
  EXPECT_EQ(open, 0);
  EXPECT_FALSE(varied.texts(Change::arithmetic, 2).empty());
}

TEST(Variants, HaveNoLambdaFunctionForANullPointer) {
  const Varied varied(kernel("int* p = __null;\nif (p) a[n] = 1;\n"));
  EXPECT_EQ(varied.result.find("return __null"), std::string::npos);
}

TEST(Variants, DoNotTurnAnAssignmentIntoAStatementThatOnlyCompares) {
  const Varied varied(kernel("a[n] = 1;\n"));
  EXPECT_FALSE(varied.has(Change::assignment, 2, "a[n] == 1;"));
  EXPECT_EQ(varied.first(Change::left_out, 2).line, 2);
}

TEST(Variants, ReplaceVariablesByOthersOfTheSameType) {
  const Varied varied(kernel(kLoop));
  EXPECT_TRUE(varied.has(Change::variable, 4, "best = a[x];"));
  EXPECT_TRUE(varied.has(Change::variable, 4, "best = b[n];"));
  EXPECT_FALSE(varied.has(Change::variable, 4, "best = x[x];"));
  EXPECT_TRUE(varied.has(Change::element, 4, "best = b[a[x]];"));
  EXPECT_TRUE(varied.has(Change::element, 4, "best = (x);"));
  EXPECT_TRUE(varied.has(Change::index_in_grid, 3, "blockIdx.x * blockDim.x + threadIdx.x"));
  EXPECT_TRUE(varied.has(Change::all_threads, 3, "gridDim.x * blockDim.x"));
}

TEST(Variants, DoNotChangeAConstantThatIsTheSizeOfAnArray) {
  const Varied varied(
      kernel("const int side = 8, step = 4;\n"
             "const int size = side * side;\n"
             "const int last = side - 1;\n"
             "__shared__ int tile[size + 1];\n"
             "for (int i = 0; i < step; i++) tile[step] = a[last];\n"));
  EXPECT_FALSE(varied.has(Change::number, 2, "9"));
  EXPECT_FALSE(varied.has(Change::one_more, 3, "side * side"));
  EXPECT_TRUE(varied.has(Change::number, 2, "5")) << "step is only an index";
  EXPECT_TRUE(varied.has(Change::one_more, 4, "side - 1")) << "last is only an index";
}

TEST(Variants, MoveRepeatAndLeaveOutStatements) {
  const Varied varied(kernel(kLoop));
  EXPECT_TRUE(varied.has(Change::repeated, 3, "best=0;"));
  EXPECT_TRUE(varied.has(Change::order, 4, "best = b[x];"));
  EXPECT_FALSE(varied.texts(Change::left_out, 4).empty());
  EXPECT_TRUE(varied.has(Change::guard, 4, "if (x < n) best = b[x];"));
  EXPECT_TRUE(varied.has(Change::one_more_condition, 5, "&& (x < n)"));
  EXPECT_TRUE(varied.texts(Change::barrier, 4).empty()) << "the kernel has no barrier";
}

TEST(Variants, TurnAnIfIntoALoop) {
  const Varied varied(kernel("int x = threadIdx.x;\nif (x < n) a[x] = 0;\n"));
  EXPECT_TRUE(varied.has(Change::loop, 3, "cuda_on_cpu_x < n"));
  EXPECT_TRUE(varied.has(Change::loop, 3, "a[cuda_on_cpu_x] = 0;"));
  EXPECT_TRUE(varied.has(Change::loop, 3, "cuda_on_cpu_x += blockDim.x)"))
      << "each block may work on a separate piece of the array";
}

TEST(Variants, KeepTheirNumbersWhenSomeAreLeftOut) {
  const Varied all(kernel(kLoop)), fewer(kernel(kLoop), {2, 5});
  ASSERT_EQ(fewer.variants.made().size() + 2, all.variants.made().size());
  EXPECT_EQ(fewer.variants.made()[1].number, 3);
  EXPECT_EQ(fewer.variants.made().back().number, all.variants.made().back().number);
  EXPECT_EQ(fewer.result.find("# 5 \"variants\""), std::string::npos);
}

TEST(Variants, AreInTheTextOnlyIfTheyAreRequested) {
  const Varied two(kernel(kLoop), {}, {2, 5});
  ASSERT_EQ(two.variants.made().size(), 2u);
  EXPECT_EQ(two.variants.made()[1].number, 5);
  EXPECT_EQ(two.result.find("# 3 \"variants\""), std::string::npos);
  EXPECT_NE(two.result.find("# 5 \"variants\""), std::string::npos);
}

TEST(Variants, TurnADoLoopIntoAWhileLoop) {
  const Varied varied(kernel("int x = 0;\ndo {\na[x] = 0;\nx++;\n} while (x < n);\n"));
  EXPECT_TRUE(varied.has(Change::tested_first, 3, "(x < n)) { a[x] = 0; x++; }"));
}

// A change between `}` and `while` would not compile, and then no other change of the file would
// compile.
TEST(Variants, MoveAStatementIntoADoLoopBeforeItsClosingBrace) {
  const Varied varied(kernel("int x = 0;\ndo {\nx++;\n} while (x < n);\na[x] = 7;\n"));
  const size_t end = varied.result.rfind("while");
  const size_t moved = varied.result.rfind("{a[x] = 7;}", end);
  ASSERT_NE(moved, std::string::npos);
  EXPECT_EQ(varied.result.find("{a[x] = 7;}", end), std::string::npos);
}

TEST(Variants, TryASimilarFunctionThatTheAuthorMayHaveMeant) {
  const Varied varied(kernel(
      "a[0] = min(b[0], b[1]);\natomicMax(&a[1], n);\nif (__any_sync(~0u, n > 1)) a[2] = n;\n"));
  EXPECT_TRUE(varied.has(Change::function, 2, "a[0] = max(b[0], b[1]);"));
  EXPECT_TRUE(varied.has(Change::function, 3, "atomicMin(&a[1], n);"));
  EXPECT_TRUE(varied.has(Change::function, 4, "__all_sync(~0u, n > 1)"));
}

TEST(Variants, TryAllKindsOfAssignment) {
  const Varied varied(kernel("int keep = 1;\nkeep = b[0] == 1;\nkeep %= 2;\na[0] = keep;\n"));
  EXPECT_TRUE(varied.has(Change::assignment, 3, "keep &= b[0] == 1;"));
  EXPECT_TRUE(varied.has(Change::assignment, 4, "keep /= 2;"));
}

TEST(Variants, TryTheOtherMembersOfAVector) {
  const Varied varied(kernel("int4 d = {};\na[0] = d.w;\na[1] = threadIdx.y;\n"));
  EXPECT_TRUE(varied.has(Change::variable, 3, "a[0] = d.z;"));
  EXPECT_TRUE(varied.has(Change::dimension, 4, "a[1] = threadIdx.x;"));
}

TEST(Variants, LeaveOutAStatementInsteadOfAddingZero) {
  const Varied varied(kernel("int x = 0;\nx += n;\nx += 1;\na[x] = n;\n"));
  EXPECT_FALSE(varied.has(Change::value, 3, "x += 0;"));
  EXPECT_FALSE(varied.has(Change::number, 4, "x += 0;"));
  EXPECT_FALSE(varied.texts(Change::left_out, 3).empty());
}

TEST(Variants, DoNotReplaceTheWarpSizeInALoopStepByOne) {
  const Varied varied(
      kernel("int y = 0;\nfor (int x = 0; x < n; x += y * 32)\n  a[x] = n * 32;\ny += n * 2;\n"));
  EXPECT_FALSE(varied.has(Change::number, 3, "x += y * 1"));
  EXPECT_TRUE(varied.has(Change::number, 3, "x += y * 31"));
  EXPECT_TRUE(varied.has(Change::number, 4, "a[x] = n * 1;"));
  EXPECT_TRUE(varied.has(Change::number, 5, "y += n * 1;"));
}

TEST(Variants, ThatReplaceAFactorByZeroAreTricks) {
  const Varied varied(kernel("int fours = n / 4;\nint bytes = 4 * n;\na[fours] = n + bytes;\n"));
  EXPECT_TRUE(varied.has(Change::trick, 2, "return 0 / 4;"));
  EXPECT_TRUE(varied.has(Change::trick, 3, "return 4 * 0;"));
  EXPECT_TRUE(varied.has(Change::value, 4, "= 0 + bytes;"));
}

TEST(Variants, ChangeTheArgumentsOfAConstructor) {
  const Varied varied(kernel("Range mine(threadIdx.x, n, b[0]);\na[0] = mine.end;\n"));
  EXPECT_TRUE(varied.has(Change::one_more, 2, "return n - 1;"));
  const std::string marker = std::to_string(varied.first(Change::arguments, 2).number);
  ASSERT_NE(marker, "0");
  EXPECT_TRUE(varied.has(Change::arguments, 2, "return n;")) << "the arguments are exchanged";
  const size_t first = varied.result.find("case " + marker + ":return n;");
  EXPECT_NE(varied.result.find("case " + marker + ":return threadIdx.x;", first),
            std::string::npos);
}

TEST(Variants, CompareWithTheNumberOfElementsEvenIfThereAreManyOtherVariables) {
  const Varied varied(
      kernel("int p = 0, q = 1, r = 2, s = 3, t = 4;\n"
             "for (int x = p; x < t; x++) a[x] = q + r + s;\n"));
  EXPECT_TRUE(varied.has(Change::one_more_condition, 3, "(x < t) && (x < n)"));
}

TEST(Variants, PutABarrierAfterTheLastLineOfAStatement) {
  const Varied varied(kernel("__shared__ int s[9];\nif (n > 2) {\ns[0] = 1;\n}\na[0] = s[0];\n"));
  EXPECT_FALSE(varied.texts(Change::barrier, 5).empty());
  EXPECT_TRUE(varied.texts(Change::barrier, 3).empty());
}

TEST(Variants, NameTheOtherLineThatTheChangeInvolves) {
  const Varied varied(kernel(std::string(kLoop) + "if (best > 0) {\na[0] = best;\n}\nb[0] = 1;\n"));
  const Variant repeated = varied.first(Change::repeated, 3);
  EXPECT_EQ(repeated.file, "x.cu");
  EXPECT_EQ(repeated.other_line, 2u);
  EXPECT_EQ(repeated.about, "best");
  const Variant moved = varied.first(Change::moved_into, 10);
  EXPECT_EQ(moved.other_line, 7u);
  EXPECT_EQ(moved.about, "if");
}

TEST(Variants, ABreakInAChangedLineEndsTheLoopOfTheKernel) {
  const Varied varied(kernel("for (int x = 0; x < n; x++) {\nif (a[x] == 0) continue;\n}\n"));
  EXPECT_TRUE(varied.has(Change::jump, 3, "case"));
  EXPECT_NE(varied.result.find("){break;}"), std::string::npos);
}

// The variants of a host function that begins in line 1. Only the given lines may change.
Varied host(const std::string& body, const LineRanges& lines) {
  return Varied("# 1 \"x.cu\"\nint g(Graph graph, int n, int m, bool extra) {\n" + body + "}\n", {},
                {}, lines);
}

TEST(Variants, ChangeHostCodeOnlyInTheGivenLines) {
  const std::string text = "n = 3;\nm = 5;\nreturn n;\n";
  EXPECT_TRUE(host(text, {}).variants.made().empty());
  const Varied varied = host(text, {{3, 3}});
  EXPECT_TRUE(varied.has(Change::number, 3, "m = 6;"));
  for (const Variant& one : varied.variants.made()) EXPECT_EQ(one.line, 3u);
}

TEST(Variants, DoNotChangeHostCodeThatMayWriteFiles) {
  EXPECT_TRUE(host("n = 3;\nremove(\"x\");\n", {{2, 3}}).variants.made().empty());
  EXPECT_TRUE(host("n = 3;\nstd::ofstream f{\"x\"};\n", {{2, 3}}).variants.made().empty());
  EXPECT_FALSE(host("n = 3;\ncudaMemset(p, 0, n);\n", {{2, 3}}).variants.made().empty());
  EXPECT_FALSE(host("n = 3;\nremove(\"x\");\n", {{2, 2}}).variants.made().empty());
}

TEST(Variants, ChangeTheSizeAndTheDirectionOfACopy) {
  const Varied varied =
      host("cudaMemcpy(a, graph.src, graph.nodes, cudaMemcpyHostToDevice);\n", {{2, 2}});
  EXPECT_TRUE(varied.has(Change::variable, 2, "cudaMemcpy(a, graph.src, graph.src,"));
  EXPECT_TRUE(varied.has(Change::one_element_more, 2, "graph.nodes + sizeof(int),"));
  EXPECT_TRUE(varied.has(Change::direction, 2,
                         "cudaMemcpy(graph.src, a, graph.nodes, cudaMemcpyDeviceToHost)"));
}

TEST(Variants, MultiplyASizeBySizeofUnlessItIsInBytes) {
  EXPECT_TRUE(host("cudaMalloc(&a, n);\n", {{2, 2}}).has(Change::bytes, 2, "&a, n * sizeof(int)"));
  const Varied varied = host("cudaMalloc(&a, n * sizeof(int));\n", {{2, 2}});
  EXPECT_FALSE(varied.has(Change::bytes, 2, "sizeof(int) * sizeof(int)"));
}

TEST(Variants, ChangeTheArgumentsOfALaunchLikeTheArgumentsOfACall) {
  const Varied varied = host("f<<<n, 256>>>(n, m);\n", {{2, 2}});
  EXPECT_TRUE(varied.has(Change::one_more, 2, "f<<<n + 1, 256>>>(n, m);"));
  EXPECT_TRUE(varied.has(Change::arguments, 2, "f<<<n, 256>>>(m, n);"));
  EXPECT_TRUE(varied.texts(Change::bytes, 2).size() > 0);
  for (const std::string& text : varied.texts(Change::comparison, 2)) ADD_FAILURE() << text;
}

TEST(Variants, RepeatAnEarlierStatementOfTheStudentInsideALoop) {
  const Varied varied =
      host("cudaMemset(a, 0, n);\nwhile (true) {\nif (extra) {\nn = 1;\n}\n}\n", {{2, 2}, {5, 5}});
  const Variant again = varied.first(Change::again, 2);
  EXPECT_EQ(again.other_line, 5u);
  EXPECT_TRUE(varied.has(Change::again, 2, "cudaMemset(a, 0, n);"));
}

TEST(Variants, ChangeTheBodyOfALambdaFunctionButNotItsParameters) {
  const Varied varied =
      host("auto f = [](int size) {\nreturn size * 2;\n};\nm = f(n);\n", {{2, 5}});
  EXPECT_TRUE(varied.has(Change::number, 3, "return size * 3;"));
  EXPECT_FALSE(varied.has(Change::number, 2, "size"));
}

TEST(Variants, DoNotMistakeTheEndOfAListInBracesForTheEndOfAFunction) {
  const Varied varied(kernel("int two[] = {1, 2};\na[0] = two[1];\n"));
  EXPECT_TRUE(varied.has(Change::number, 3, "a[1] = two[1];"));
}

TEST(Variants, KeepTheTextOfAMacroOfASystemHeader) {
  const Varied varied(kernel("a[0] = (n ^ \n# 3 \"x.cu\" 3 4\n2147483647\n# 3 \"x.cu\"\n);\n"));
  EXPECT_TRUE(varied.has(Change::assignment, 2, "a[0] += (n ^ 2147483647);"));
}

TEST(Variants, TryTheSmallestIntInsteadOfZero) {
  const Varied varied(kernel(kLoop));
  EXPECT_TRUE(varied.has(Change::number, 2, "return (-2147483647 - 1);"));
}

}  // namespace
