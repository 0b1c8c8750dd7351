// Tests how the check finds the earlier lines that set the variables of a shown line.
#include "check/explain_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "suite/ranking.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {
namespace {

// The text as the body of a kernel, if it is not a whole file.
std::string whole(std::string text) {
  const bool is_body =
      text.find("__global__") == std::string::npos && text.find("__device__") == std::string::npos;
  const size_t first = text[0] == '#' ? text.find('\n') + 1 : 0;
  if (is_body) text = text.insert(first, "__global__ void t() { ") + "; }";
  for (auto open =
           std::count(text.begin(), text.end(), '{') - std::count(text.begin(), text.end(), '}');
       open > 0; open--)
    text += "; }";
  return text + "\n";
}

// A failure in which this line uses an element outside of the array.
suite::Failure outside_of(const std::string& array, int line) {
  suite::Failure failure;
  failure.verdict = suite::Verdict::memory;
  failure.finding = suite::Finding{};
  failure.finding->kind = Kind::out_of_bounds;
  failure.finding->element.array = array;
  failure.finding->line = line;
  return failure;
}

std::vector<int> lines_told(const std::string& text, int shown, const LineRanges& parts = {}) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(text);
  suite::Failure failure;
  failure.writer = suite::Writer{0, 0, path, shown};
  explain_source({{path, parts}}, failure);
  std::vector<int> lines;
  for (const suite::Place& place : suite::told_lines(failure)) lines.push_back(place.line);
  EXPECT_EQ(failure.what.size(), lines.size());
  return lines;
}

TEST(NamedAssignments, AreTheLastOnesBeforeTheLineOfTheMistake) {
  EXPECT_EQ(lines_told("int k = 1;\nk += 2;\nif (k == 2)\n  a[k] = 0;\n", 4), std::vector<int>{2});
}

TEST(Assignments, AreNotNamedIfTheLineDoesNotReadTheValueOfTheVariable) {
  EXPECT_EQ(lines_told("k = 1;\nf = 2;\np = 3;\nx(&p, f(), g.k);\n", 4), std::vector<int>{});
}

TEST(Assignments, InCodeThatIsNotCompiledAreNeverNamed) {
  for (const std::string& old : std::vector<std::string>{
           "/* first version:\nk = 2;\n*/", "// k = 2; \\\nk = 3;\n", "#if 0\nk = 2;\n#endif",
           "#ifdef DEBUG\nk = 2;\n#endif", "#if 1\n#else\nk = 2;\n#endif", "f(\"k = 2;\");",
           "f(R\"(\nk = 2;\n)\");"})
    EXPECT_EQ(lines_told("int k = 1;\n" + old + "\na[k] = 0;\n",
                         3 + static_cast<int>(std::count(old.begin(), old.end(), '\n'))),
              std::vector<int>{1})
        << old;
}

TEST(Assignments, AfterALiteralThatLooksLikeACommentAreNamed) {
  EXPECT_EQ(lines_told("int k = 1;\nf(\"http://x /*\"); k = n;\na[k] = 0;\n", 3),
            std::vector<int>{2});
}

TEST(Assignments, AreTheSameIfTheStatementsAreWrapped) {
  const std::string set = "int k =\n    n - 1;\nint m\n    = 2;\n";
  EXPECT_EQ(lines_told(set + "a[k +\n  m] =\n    0;\n", 5), (std::vector<int>{1, 3}));
  EXPECT_EQ(lines_told(set + "if (m)\n  {\n  k =\n  1;\n  }\na[k] = 0;\n", 10),
            (std::vector<int>{7, 1}));
}

TEST(Assignments, AreNamedForTheLineThatIsShownAndNotForTheFirstLineOfItsStatement) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole("int k = 1;\na[k] =\n    f(k,\n    k);\n");
  suite::Failure failure;
  failure.writer = suite::Writer{0, 0, path, 3};
  explain_source({{path, {}}}, failure);
  EXPECT_EQ(suite::words::sentences(failure).front(),
            "k, which " + path + ":3 uses, is set at " + path + ":1.");
}

TEST(Assignments, AreFoundInAFunctionThatDeclaresThousandsOfNames) {
  std::string text = "__global__ void f(int* a) {\n  int v0 = 0;\n";
  for (int line = 1; line < 3900; line++)
    text += "  int v" + std::to_string(line) + " = v" + std::to_string(line - 1) + " + 1;\n";
  EXPECT_EQ(lines_told(text + "  a[v9] = 0;\n}\n", 3902), std::vector<int>{11});
}

TEST(Assignments, InOtherFunctionsOrOutsideOfTheMarksAreLeftOut) {
  EXPECT_EQ(lines_told("  k = 1;\n}\n__global__ void f(int k) {\n  a[k] = 0;\n", 4),
            std::vector<int>{});
  EXPECT_EQ(lines_told("k = 1;\nm = 1;\na[k] = m;\n", 3, {{2, 3}}), std::vector<int>{2});
}

TEST(Assignments, ThatSetALoopVariableOrStoreAThreadNumberAreNotNamed) {
  EXPECT_EQ(lines_told("int t = threadIdx.x;\nfor (int x = t; x < n; x++)\n  a[x] = t;\n", 3),
            std::vector<int>{});
}

TEST(Assignments, InTheBodyOfALoopAreNamed) {
  EXPECT_EQ(
      lines_told("int b = 7;\nfor (int h = 0; h < 2; h++) b = s[b];\nif (b == 1) a[0] = 1;\n", 3),
      (std::vector<int>{2, 1}));
}

TEST(Assignments, ToMembersChangeTheirObjectsAndNoVariablesWithTheSameNames) {
  EXPECT_EQ(lines_told("node = 3;\nother.node = 4;\na[0] = node;\n", 3), std::vector<int>{1});
  EXPECT_EQ(lines_told("if (b) mine.node = 4;\na[0] = mine.node;\n", 2), std::vector<int>{1});
  EXPECT_EQ(lines_told("if (b) mine->node = 4;\na[0] = mine->node;\n", 2), std::vector<int>{1});
}

TEST(Assignments, InTheHeaderOfALoopAreNamedIfTheIndexIsPastTheEnd) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole("for (int x = n; x >= 0; x--)\n  a[x] = 0;\n");
  suite::Failure failure;
  failure.verdict = suite::Verdict::memory;
  failure.finding = suite::Finding();
  failure.finding->kind = Kind::out_of_bounds;
  failure.finding->element.array = "a";
  failure.finding->element.index = 5;
  failure.finding->file = path;
  failure.finding->line = 2;
  explain_source({{path, {}}}, failure);
  EXPECT_EQ(suite::words::sentences(failure).front(),
            "x, which " + path + ":2 uses, is set at " + path + ":1.");
}

TEST(Assignments, ToTheIndexAndTheStepOfALoopAreNamedIfNoThreadWroteTheElement) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(
      "const int warps = gridDim.x * 32;\n"
      "for (int v = 0; v < n; v += warps) {\n"
      "  int to = 7;\n"
      "  hand[v] = to;\n}\n");
  suite::Failure failure;
  failure.verdict = suite::Verdict::wrong;
  const suite::Place written{path, 4};
  add_place(failure, written);
  failure.what.push_back(suite::Told{"not_written_in_pass", {{"others", written}}});
  explain_source({{path, {}}}, failure);
  std::vector<int> lines;
  for (const suite::Place& place : suite::told_lines(failure)) lines.push_back(place.line);
  EXPECT_EQ(lines, (std::vector<int>{4, 2, 1}));
}

// The sentences about a finding that names line 3 of the text.
std::vector<std::string> told_about(const std::string& text, const suite::Finding& found,
                                    const suite::Fact& fact) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(text);
  suite::Failure failure;
  failure.finding = found;
  failure.finding->file = path;
  failure.finding->line = 3;
  failure.what = {fact};
  if (fact.get<suite::DidNotFit>()) failure.what = {suite::DidNotFit{*failure.finding}};
  failure.finding->file = fact.get<suite::DidNotFit>() ? "" : path;
  explain_source({{path, {}}}, failure);
  std::vector<std::string> sentences = suite::words::sentences(failure);
  for (std::string& one : sentences)
    for (size_t at = one.find(path); at != std::string::npos; at = one.find(path))
      one.erase(at, path.size());
  return sentences;
}

std::string told_last(const std::string& text, const suite::Finding& found,
                      const suite::Fact& fact) {
  return told_about(text, found, fact).back();
}

TEST(Declaration, OfAVariableThatIsTooSmallForItsValueIsNamed) {
  suite::Finding narrowing;
  narrowing.kind = Kind::narrowing;
  const suite::DidNotFit fact{narrowing};
  const auto told = [&](const std::string& text) { return told_last(text, narrowing, fact); };

  EXPECT_EQ(told("struct Slot { bool free;\n unsigned short partner; };\ns[t].partner = h[x];\n"),
            "partner, which :3 sets, is declared at :2.");
  EXPECT_EQ(told("__shared__ short cache[64];\n\ncache[x % 64] += h[x];\n"),
            "cache, which :3 sets, is declared at :1.");
  for (const char* silent :
       {"short partner;\nint partner;\npartner = h[x];\n", "int n;\n\nn = h[x];\n",
        "unsigned n;\n\nn = h[x];\n", "\n\nshort n = h[x];\n", "int n = (short)h[x];\n\nn = 1;\n",
        "\n\nf(h[x]);\n"})
    EXPECT_EQ(told(silent).find("declared"), std::string::npos) << silent;
}

TEST(Declaration, OfAFloatThatIsComparedWithALargeNumberIsNamed) {
  suite::Finding rounding;
  rounding.kind = Kind::float_rounding;
  const suite::DidNotFit fact{rounding};
  const auto told = [&](const std::string& text) { return told_last(text, rounding, fact); };

  EXPECT_EQ(told("float heaviest = 0.0f;\n\nif (w > b.heaviest) {\n"),
            "heaviest, which :3 uses, is declared at :1.");
  for (const char* silent :
       {"int heaviest = 0;\n\nif (w > heaviest) {\n", "\n\nfloat heaviest = w;\n",
        "float a;\nfloat b;\nif (a > b) {\n", "float a;\nint a;\nif (w > a) {\n"})
    EXPECT_EQ(told(silent).find("declared"), std::string::npos) << silent;
}

TEST(Declaration, OfAVariableThatIsTooSmallIsShownEvenIfManyOtherLinesAreNamed) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole("short partner;\n\npartner = h[x];\n");
  suite::Failure failure;
  suite::Finding narrowing;
  narrowing.kind = Kind::narrowing;
  narrowing.file = path;
  narrowing.line = 3;
  failure.what = {suite::DidNotFit{narrowing}};
  for (int line = 3; line < 13; line++) add_place(failure, {path, line});
  explain_source({{path, {}}}, failure);

  EXPECT_EQ(suite::told_lines(failure).back().line, 1);
}

TEST(Declaration, OfASharedArrayIsNamedIfAnIndexIsOutsideOfIt) {
  suite::Finding outside;
  outside.kind = Kind::shared_out_of_bounds;
  const auto told = [&](const std::string& text) {
    const std::vector<std::string> said =
        told_about(text, outside, suite::Told{"seen_in", {{"shape", suite::Shape{1, 1}}}});
    return said.empty() ? "" : said.back();
  };

  outside.text = "other words about __shared__ all[2]";
  outside.element.variable = "pairs";
  EXPECT_EQ(told("__shared__ int2 pairs[N / 2];\n__shared__ int all;\npairs[slot] = p;\n"),
            "pairs is declared at :1.");
  EXPECT_EQ(told("__shared__ int pairs[2];\n__shared__ int pairs[4];\npairs[slot] = p;\n")
                .find("declared"),
            std::string::npos);
  outside.element.variable = "";  // dynamic shared memory
  EXPECT_EQ(told("__shared__ int all[4];\nextern __shared__ int tile[];\ntile[x] = 1;\n"),
            "tile is declared at :2.");
}

// The last sentence about a read of hands[-1] in `line`.
std::string told_outside(const std::string& line) {
  suite::Finding outside;
  outside.kind = Kind::out_of_bounds;
  outside.element.array = "hands";
  outside.element.index = -1;
  return told_last("\n\n" + line + "\n", outside,
                   suite::Told{"seen_in", {{"shape", suite::Shape{1, 1}}}});
}

TEST(Condition, IsNamedIfItReadsAnElementBeforeItChecksTheIndex) {
  EXPECT_EQ(told_outside("if (free && hands[p] == x && p != UNMATCHED)"),
            "The condition at :3 reads this element first, and looks at p after that: && evaluates "
            "its left side first.");
  for (const char* silent : {"if (p != -1 && hands[p] == x)", "if (hands[p] == x && q != -1)",
                             "if (p < n && hands[p] == x && p != -1)", "if (hands[p] == x)"})
    EXPECT_EQ(told_outside(silent).find("looks at"), std::string::npos) << silent;
}

TEST(Assignments, ToTheLastArgumentOfAnAtomicCallAreNamedButNotToTheOthers) {
  EXPECT_EQ(lines_told("__device__ int key(int w, int d) {\n  return w | ~d;\n}\n"
                       "__global__ void f(int* k) {\n  int mine = key(w, d);\n"
                       "  int* place = &k[3];\n  int old = *place;\n"
                       "  int seen = atomicCAS(place, old, mine);\n}\n",
                       8),
            (std::vector<int>{5, 2}));
}

TEST(Assignments, ByAFunctionThatGetsTheAddressOfTheVariableAreNamed) {
  EXPECT_EQ(
      lines_told("  size_t pitch = 0;\n  CUDA_CHECK(cudaMallocPitch((void**)&all, &pitch, w, 7));\n"
                 "  int* row = all + pitch;\n",
                 3),
      std::vector<int>{2});
  EXPECT_EQ(lines_told("  int lo = 0;\n  find(src, &lo);\n  a[lo] = 1;\n", 3),
            (std::vector<int>{2, 1}));
  EXPECT_EQ(lines_told("  int n = 0;\n  cudaMemcpy(gpu, &n, 4, k);\n  a[n] = 1;\n", 3),
            std::vector<int>{1});
}

// The lines that are reported if line 3 reads an element of `array` that was never set.
std::string told_of_index(const std::string& array, const std::string& text) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(text);
  suite::Failure failure;
  failure.verdict = suite::Verdict::memory;
  failure.finding = suite::Finding();
  failure.finding->kind = Kind::uninitialised_read;
  failure.finding->file = path;
  failure.finding->line = 3;
  failure.finding->element.array = array;
  explain_source({{path, {}}}, failure);
  std::string lines;
  for (const suite::Place& place : suite::told_lines(failure))
    lines += std::to_string(place.line) + " ";
  return lines;
}

TEST(Assignments, ToTheIndexAreNamedIfTheElementShouldNotBeUsed) {
  const std::string text =
      "  int w = 5;\n  int e = begin + k;\n  if (weight[e] > w) best = dst[e];\n";
  EXPECT_EQ(told_of_index("weight", text), "2 ");
  EXPECT_EQ(told_of_index("", text), "2 1 ");
  EXPECT_EQ(told_of_index("unknown", text), "2 1 ");
}

TEST(Launch, IsShownWithAllOfItsLines) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary)
      << whole("scan<<<2, 8>>>(src, dst,\n  n,\n  m);\nfree();\n");
  suite::Failure failure;
  failure.places = {{path, 1}};
  explain_source({{path, {}}}, failure);
  std::vector<int> lines;
  for (const suite::Place& place : suite::told_lines(failure)) lines.push_back(place.line);
  EXPECT_EQ(lines, (std::vector<int>{1, 2, 3}));
}

TEST(Definitions, OfMacrosAndTablesThatTheLineUsesAreNamed) {
  EXPECT_EQ(
      lines_told("#define VALID(n) ((n) > 0)\n__global__ void f() {\n  a = VALID(n);\n}\n", 3),
      std::vector<int>{1});
  EXPECT_EQ(lines_told("__constant__ int keep[2] = {1, 0};\nconstexpr int kOne = 1;\n"
                       "__global__ void f() {\n  a[0] = keep[n] + kOne;\n}\n",
                       4),
            (std::vector<int>{1, 2}));
  EXPECT_EQ(lines_told("__global__ void f() {\n#define BOTH(a, b) ((a) * (b) > 0)\n"
                       "  a[0] = BOTH(b, c) ? 1 : 0;\n}\n",
                       3),
            std::vector<int>{2});
}

TEST(Definitions, OfThreadNumbersAndOfLocalsInOtherFunctionsAreNotNamed) {
  EXPECT_EQ(lines_told("#define TID (blockIdx.x * blockDim.x + threadIdx.x)\n#define NAME\n"
                       "using word = int;\nvoid g() {\n  int c = 5;\n}\n"
                       "__global__ void f(int c) {\n  a[TID] = NAME word(c);\n}\n",
                       8),
            std::vector<int>{});
}

TEST(Definitions, InTheGivenPartOfTheFileAreNotNamed) {
  EXPECT_EQ(lines_told("#define SIZE 256\na[SIZE] = 0;\n", 2, {{2, 2}}), std::vector<int>{});
}

TEST(NamedAssignments, AreAtMostTwo) {
  EXPECT_EQ(lines_told("int k = 1;\nint m = 2;\nint n = 3;\na[k] = m + n;\n", 4),
            (std::vector<int>{1, 2}));
}

TEST(Assignments, IncludeIncrementsAndDecrements) {
  EXPECT_EQ(lines_told("int k = 0;\nk++;\na[0] = k;\n", 3), std::vector<int>{2});
  EXPECT_EQ(lines_told("int k = 0;\n--k;\na[0] = k;\n", 3), std::vector<int>{2});
}

TEST(Assignments, ToTheEndAndStepOfALoopAreNamed) {
  EXPECT_EQ(lines_told("int s = blockDim.x + gridDim.x;\nint e = 5;\n"
                       "for (; i < e; i += s)\n  a[i] = 0;\n",
                       3),
            (std::vector<int>{2, 1}));
}

TEST(Assignments, AreNamedIfTheEndOfALoopDependsOnThem) {
  EXPECT_EQ(lines_told("int k = n / 4;\nint e = b + k;\nfor (; i < e; i++)\n  a[i] = 0;\n", 3),
            (std::vector<int>{2, 1}));
}

TEST(NamedAssignments, AreTheLastOneInAnIfAndTheLastOneThatAlwaysRuns) {
  EXPECT_EQ(lines_told("int k = 1;\nif (x) k = 2;\nif (y) k = 3;\na[0] = k;\n", 4),
            (std::vector<int>{3, 1}));
}

TEST(Assignments, AreNotNamedIfAFoundChangeExplainsTheWholeMistake) {
  const auto lines = [](const std::string& change) {
    const std::string path = testing::TempDir() + "/explain_source_test.cu";
    std::ofstream(path, std::ios::binary) << whole("int k = 1;\na[k] = 0;\n");
    suite::Failure failure;
    failure.writer = suite::Writer{0, 0, path, 2};
    failure.what = {suite::Repairs{{{change, {path, 2}, 0, ""}}}};
    explain_source({{path, {}}}, failure);
    return suite::ranked_facts(failure).size();
  };

  EXPECT_EQ(lines("comparison"), 1);
  EXPECT_EQ(lines("moved_out"), 2) << "the mistake may be in the line that sets k";
}

TEST(Assignments, InAnIfAreNamedTogetherWithTheAssignmentBeforeTheIf) {
  EXPECT_EQ(lines_told("int e = 5;\nif (x) e = 6;\na[0] = e;\n", 3), (std::vector<int>{2, 1}));
}

TEST(Assignments, InACalledFunctionWithOneReturnAreNamedTogetherWithTheReturn) {
  const std::string file =
      "__device__ int key(int w) {\n  const int k = w;\n  return k;\n}\n"
      "__global__ void f() {\n  a[0] = key(5);\n";
  EXPECT_EQ(lines_told(file, 6), (std::vector<int>{3, 2}));
  const std::string two =
      "__device__ int key(int w) {\n  if (w) return 1;\n  return 2;\n}\n"
      "__global__ void f() {\n  a[0] = key(5);\n";
  EXPECT_EQ(lines_told(two, 6), std::vector<int>{});
}

TEST(LambdaFunction, IsNamedIfTheLineCallsItAndItHasOnlyOneReturn) {
  const std::string one = "  auto up = [](size_t b) { return (b + 255) & 255; };\n";
  EXPECT_EQ(lines_told(one + "  take(up(4));\n", 2), std::vector<int>{1});
  EXPECT_EQ(lines_told("  auto up = [](int b) {\n    if (b) return 1;\n    return 2;\n  };\n"
                       "  take(up(4));\n",
                       5),
            std::vector<int>{});
  EXPECT_EQ(lines_told(one + one + "  take(up(4));\n", 3), std::vector<int>{});
  EXPECT_EQ(lines_told("  auto up = [](int b) {\n    return b;\n  };\n  take(up(4));\n", 4),
            std::vector<int>{});
}

std::string told_of(const std::string& text, suite::Failure failure, suite::Hint* hint = nullptr) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(text);
  if (failure.finding) failure.finding->file = path;
  if (failure.writer) failure.writer->file = path;
  explain_source({{path, {}}}, failure);
  if (hint) *hint = failure.hint;
  std::string said;
  for (const std::string& sentence : suite::words::sentences(failure)) said += sentence + "\n";
  return said;
}

TEST(Assignments, AreNamedTogetherWithALaterAssignmentThatMayReplaceTheValue) {
  suite::Failure failure;
  failure.writer = suite::Writer{0, 0, "", 4};
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  failure.places = {{path, 3}};  // the line of an `if` whose condition was true
  EXPECT_NE(told_of("int k = 0;\nint m = 1;\nif (a[2] > 0) k++;\na[0] = 1 - k;\n", failure)
                .find("cu:1, and perhaps again at " + path + ":3."),
            std::string::npos);
}

TEST(Assignments, ThatChooseOneOfEquallyHeavyEdgesAreNamedWithTheIfAroundThem) {
  const std::string lines =
      "  int best = 0;\n  if (other > heavy) {\n    best = node;\n  }\n  heavy = other;\n"
      "  a[0] = best;\n";
  const auto said = [&](suite::Thought thought) {
    suite::Failure failure;
    failure.writer = suite::Writer{0, 0, "", 6};
    failure.hint.propose({thought});
    return told_of(lines, failure);
  };
  EXPECT_NE(said("equal_weights").find("may be set at "), std::string::npos);
  EXPECT_NE(said("equal_weights").find("cu:2 is true."), std::string::npos);
  EXPECT_EQ(said("").find("cu:2"), std::string::npos);
}

TEST(Assignments, InALoopStepAreReportedAsPossibleIfTheLoopMayBeInItsFirstRound) {
  suite::Failure failure = outside_of("a", 3);
  failure.finding->element.index = 1;
  const std::string told =
      told_of("int k = first();\nfor (; k < n; k += 2)\n  a[k + 1] = 0;\n", failure);
  EXPECT_NE(told.find("uses, may be set at "), std::string::npos) << told;
  EXPECT_NE(told.find("uses, is set at "), std::string::npos) << told;
}

TEST(Assignments, InTheSecondLineOfALoopHeaderAreNotNamed) {
  EXPECT_EQ(lines_told("  for (int x = 0; x < n;\n       x += stride) {\n    a[x] = 0;\n", 3),
            std::vector<int>{});
}

TEST(Assignments, ThatSetTheStartValueOfASearchAreNamedFirst) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(
      "  int best = -1;\n"
      "  int second = -1;\n"
      "  int most = 0;\n"
      "  if (w[e] > most) {\n"
      "  }\n"
      "  hand[v] = best + second;\n");
  suite::Failure failure;
  failure.verdict = suite::Verdict::wrong;
  failure.hint.propose({"start_value"});
  failure.writer = suite::Writer{0, 0, path, 6};
  failure.what.push_back(suite::LastCondition{{0, 0}, {path, 4}, false});
  explain_source({{path, {}}}, failure);
  EXPECT_EQ(suite::words::sentences(failure)[1],
            "most, which " + path + ":4 uses, is set at " + path + ":3.");
}

// The sentences about a wrong value, if line number `line` of the text stored it.
std::string told_of_kernel(const std::string& text, int line) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  std::ofstream(path, std::ios::binary) << whole(text);
  suite::Failure failure;
  failure.writer = suite::Writer{0, 0, path, line};
  explain_source({{path, {}}}, failure);
  std::string said;
  for (const std::string& sentence : suite::words::sentences(failure)) said += sentence + "\n";
  return said;
}

TEST(SecondVariable, WithTheSameNameIsReported) {
  const auto kernel = [](const std::string& inside) {
    return "__global__ void f(int* a, int n) {\n  int step = n;\n  if (step == 0) {\n    " +
           inside + "\n  }\n  a[step] = 1;\n}\n";
  };
  const std::string said = told_of_kernel(kernel("int step = 1;"), 6);
  EXPECT_NE(said.find("step is declared again at "), std::string::npos) << said;
  EXPECT_EQ(said.find("may be set"), std::string::npos) << "line 4 sets another variable: " << said;
  EXPECT_EQ(told_of_kernel(kernel("step = 1;"), 6).find("declared again"), std::string::npos);
  EXPECT_EQ(told_of_kernel(kernel("int other = 1;"), 6).find("declared again"), std::string::npos);
}

TEST(SecondVariable, WithTheNameOfAParameterIsReported) {
  const std::string said = told_of_kernel(
      "__global__ void f(int* a, int distance) {\n  if (distance == 0) {\n    int distance = 1;\n"
      "  }\n  a[distance] = 1;\n}\n",
      5);
  EXPECT_NE(said.find("distance is declared again at "), std::string::npos) << said;
}

TEST(SecondVariable, ThatItsBlockUsesIsReportedOnlyForALineThatUsesTheFirst) {
  const auto kernel = [](const std::string& between) {
    return "__global__ void f(int* a, int n) {\n  int sum = 0;\n  if (n > 0) {\n    int sum = n;\n"
           "    if (sum < 0) return;\n  }\n  " +
           between + "\n  a[n] = sum;\n}\n";
  };
  const std::string said = told_of_kernel(kernel("n++;"), 8);
  EXPECT_NE(said.find("sum is declared again at "), std::string::npos) << said;
  EXPECT_EQ(told_of_kernel(kernel("sum = 5;"), 8).find("declared again"), std::string::npos)
      << "the first variable has a new value";
  EXPECT_EQ(told_of_kernel(kernel("n++;"), 7).find("declared again"), std::string::npos)
      << "line 7 does not use sum";
}

// Returns the sentences about a wrong value, and stores the thought of the hint in `thought`.
std::string told_of_wrong(const std::string& text, int line, suite::Thought* thought) {
  suite::Failure failure;
  failure.verdict = suite::Verdict::wrong;
  failure.writer = suite::Writer{0, 0, "", line};
  suite::Hint hint;
  std::string said = told_of(text, failure, &hint);
  *thought = hint.thought;
  return said;
}

TEST(Arguments, ThatAreRightInAnotherOrderLeadToTheDefinitionOfTheFunction) {
  suite::Failure failure;
  failure.verdict = suite::Verdict::crash;
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  failure.what.push_back(suite::Repairs{{{"arguments", {path, 4}, 0, ""}}});
  const std::string said = told_of(
      "__device__ int span(int first, int count) {\n  return count;\n}\n"
      "__global__ void f(int n) { int s = span(n, tid);\n",
      failure);
  EXPECT_NE(said.find("span, which " + path + ":4 uses, is defined at " + path + ":1."),
            std::string::npos)
      << said;
}

TEST(Macro, WithoutParenthesesIsNamedIfAnOperatorAppliesOnlyToAPartOfItsText) {
  suite::Thought thought{};
  const auto said = [&](const std::string& macro, const std::string& line) {
    return told_of_wrong("#define " + macro + "\n  a[x] = " + line + ";\n", 2, &thought);
  };
  EXPECT_NE(said("HOP(d) d == 0 ? 1 : d", "b[x - HOP(hop)]")
                .find("has no parentheses around the text of HOP. So the - to its left is applied "
                      "only to its first part."),
            std::string::npos);
  EXPECT_EQ(thought, "text_of_macro");
  EXPECT_NE(said("ANY(a, b) m[a] || m[b]", "ANY(x, y) && z").find("the && to its right"),
            std::string::npos);
  EXPECT_NE(said("FREE(n) m[n] == -1", "!FREE(x)").find("the ! to its left"), std::string::npos);
  EXPECT_NE(said("TWICE(n) (2 * n)", "TWICE(x + 1)").find("around the argument x + 1. So the * to"),
            std::string::npos);
  for (const auto& [macro, line] : std::vector<std::pair<std::string, std::string>>{
           {"HOP(d) (d == 0 ? 1 : d)", "b[x - HOP(hop)]"},
           {"FREE(n) m[n] == -1", "FREE(x) && y"},
           {"NONE -1", "x - NONE"},
           {"SUM(p, q) p + q", "z + SUM(1, 2)"},
           {"TWICE(n) (2 * (n))", "TWICE(x + 1)"},
           {"AT(n) m[n]", "AT(x + 1) * 2"},
           {"STEP(n) n->next", "x - STEP(y)"},
           {"SIZE 2 * 32", "SIZE - 1"}})
    EXPECT_EQ(said(macro, line).find("parentheses"), std::string::npos) << macro;
}

TEST(Race, InALineThatUpdatesOneElementLeadsToAQuestionAboutALostUpdate) {
  const std::string path = testing::TempDir() + "/explain_source_test.cu";
  const auto thought_of = [&](const std::string& line) {
    std::ofstream(path) << whole(line + "\n");
    suite::Failure failure;
    failure.verdict = suite::Verdict::race;
    failure.finding = suite::Finding{};
    failure.finding->kind = Kind::race_read_write;
    failure.finding->element.array = "taken";
    failure.finding->text = "other words about a[0]";
    failure.finding->file = failure.finding->other_file = path;
    failure.finding->line = failure.finding->other_line = 1;
    explain_source({{path, {}}}, failure);
    return failure.hint->thought;
  };
  EXPECT_EQ(thought_of("  if (a[v] >= 0) taken[v / 32] |= 1u << (v % 32);"), "lost_change");
  EXPECT_EQ(thought_of("  taken[b[v]]++;"), "lost_change");
  EXPECT_EQ(thought_of("  taken[v] += taken[v - 1];"), "");
  EXPECT_EQ(thought_of("  taken[v] = 1;"), "");
}

TEST(IfAndLoop, AroundABarrierThatNotAllThreadsReachAreNamed) {
  suite::Failure failure;
  failure.verdict = suite::Verdict::race;
  failure.finding = suite::Finding{};
  failure.finding->kind = Kind::barrier_not_reached;
  failure.finding->line = 6;
  const std::string head =
      "__global__ void f(int* a, int n) {\n  for (int y = 0; y < 2; y++) {\n  }\n";
  const std::string loop = "  for (int x = threadIdx.x; x < n; x += 8) {\n";

  const std::string both =
      told_of(head + loop + "    if (a[x] > 0) {\n    __syncthreads();\n", failure);
  EXPECT_NE(both.find("is inside of the if statement at "), std::string::npos) << both;
  EXPECT_NE(both.find("explain_source_test.cu:5 and of the loop at "), std::string::npos) << both;
  EXPECT_EQ(both.find("test.cu:2"), std::string::npos) << "the loop in line 2 has ended: " << both;
  const std::string one = told_of(head + loop + "    a[x] = 0;\n    __syncthreads();\n", failure);
  EXPECT_NE(one.find("is inside of the loop at "), std::string::npos) << one;
  EXPECT_EQ(told_of(head + "\n\n  __syncthreads();\n", failure).find("inside"), std::string::npos);
}

TEST(IfAndLoop, AreNamedIfAnAccessInThemIsOutsideOfItsArray) {
  suite::Failure failure = outside_of("hands", 5);
  const std::string head =
      "__global__ void f(int* hands, int n) {\n  int p = -1;\n  if (n < 0) p = 1;\n";

  const std::string braces = told_of(head + "  if (0 <= p < n) {\n    hands[p] = 1;\n", failure);
  EXPECT_NE(braces.find("The access at "), std::string::npos) << braces;
  EXPECT_NE(braces.find("explain_source_test.cu:4."), std::string::npos) << braces;
  EXPECT_EQ(braces.find("inside of the if statement at explain_source_test.cu:3"),
            std::string::npos)
      << braces;
  const std::string none = told_of(head + "  while (0 <= p < n)\n    hands[p] = 1;\n", failure);
  EXPECT_NE(none.find("is inside of the loop at "), std::string::npos) << none;
  const std::string before = told_of(head + "  if (p < n) return;\n  hands[p] = 1;\n", failure);
  EXPECT_EQ(before.find("inside"), std::string::npos) << before;
}

TEST(Question, IsNotAboutTheConditionOfALoopIfThereIsNoLoop) {
  suite::Failure failure = outside_of("newSum", 3);
  const auto asked = [&](const std::string& code) {
    failure.hint.propose({"loop_condition"});
    suite::Hint hint;
    told_of(code, failure, &hint);
    return hint.thought;
  };

  EXPECT_EQ(asked("__global__ void f(int n) {\n  if (n > 0)\n    memcpy(newSum, a, n);\n"),
            "index_of_access");
  for (const std::string code :
       {"__global__ void f(int n) {\n  while (p < n)\n    memcpy(newSum, a, n);\n",
        "__global__ void f(int n) {\n\n  for (;;) memcpy(newSum, a, n);\n",
        "__device__ void f(int n) {\n  if (n > 0)\n    memcpy(newSum, a, n);\n"})
    EXPECT_EQ(asked(code), "loop_condition") << code;
}

TEST(Question, IsAboutTheConditionOfALoopOnlyIfItComparesTheIndex) {
  suite::Failure failure = outside_of("src", 4);
  const auto asked = [&](const std::string& line) {
    failure.hint.propose({"loop_condition"});
    suite::Hint hint;
    told_of("__global__ void f(int n) {\n  for (int x = t;\n x < n; x += 2 * all) {\n" + line,
            failure, &hint);
    return hint;
  };

  EXPECT_EQ(asked("    MARK(x + all);\n").thought, "bound_of_index");
  EXPECT_EQ(std::get<std::string>(asked("    MARK(x + all);\n").slots["name"]), "x + all");
  EXPECT_EQ(std::get<std::string>(asked("    a = src[x + 1] + b[x];\n").slots["name"]), "x + 1");
  for (const char* line : {"    MARK(x);\n", "    a = src[x];\n", "    a = f(src, x);\n"})
    EXPECT_EQ(asked(line).thought, "loop_condition") << line;
}

TEST(Index, ThatIsMinusOneAfterASubtractionIsNotMistakenForUnmatched) {
  suite::Failure failure = outside_of("src", 1);
  failure.finding->element.index = -1;
  const auto asked = [&](const std::string& line) {
    failure.hint.propose({"unmatched_index"});
    suite::Hint hint;
    told_of(line, failure, &hint);
    return hint.thought;
  };
  EXPECT_EQ(asked("  if (src[e - 1] == node) a();\n"), "first_index");
  EXPECT_EQ(asked("  if (src[e] == node - 1) a();\n"), "unmatched_index");
  EXPECT_EQ(asked("  if (src[m[e] - 1] == n) a();\n"), "unmatched_index");
}

TEST(Assignments, OfAnElementAreNamedEvenIfItsIndexUsesTheSizeOfABlock) {
  EXPECT_EQ(lines_told("int s = tile[h % blockDim.x];\na[x] = s;\n", 2), std::vector<int>{1});
}

TEST(Quotients, ThatLoseARemainderAreReportedIfAnElementIsMissing) {
  suite::Failure failure;
  failure.array = "newSum";
  failure.shape = {3, 7};
  failure.shown.push_back({"newSum", "yours", "element", 0, 40, {}});
  const auto said = [&](const std::string& text, int line) {
    suite::Failure one = failure;
    one.places.push_back({testing::TempDir() + "/explain_source_test.cu", line});
    return told_of(text, one);
  };
  const std::string lines =
      "const int threads = blockDim.x * gridDim.x;\nconst int length = numElements / threads;\n";
  EXPECT_NE(said(lines, 2).find("is 40 / 21 here, which is rounded down to 1."), std::string::npos);
  EXPECT_EQ(said("int k = (numElements + 20) / 21;\n", 1), "");
  EXPECT_NE(said("int quarter = numElements / 16;\n", 1).find("is 40 / 16 here"),
            std::string::npos);
  failure.shape = {2, 20};
  EXPECT_EQ(said(lines, 2).find("rounded"), std::string::npos) << "there is no remainder";
}

}  // namespace
}  // namespace handshake::check
