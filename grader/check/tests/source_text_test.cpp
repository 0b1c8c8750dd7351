// Tests which text of a source file the readers see, and where its statements begin.
#include "check/source_text.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace handshake::check {
namespace {

std::string file_with(const std::string& text) {
  const std::string path = testing::TempDir() + "/source_text_test";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

using Lines = std::vector<std::string>;

TEST(Code, HasBlanksInPlaceOfComments) {
  EXPECT_EQ(code_of("a; // b;\nc; /* d;\ne; */ f;"), "a;      \nc;      \n      f;");
  EXPECT_EQ(code_of("a; // b \\\nc;\nd;"), "a;       \n  \nd;");
  EXPECT_EQ(code_of("/* never closed\na;"), std::string(15, ' ') + "\n  ");
}

TEST(Code, HasBlanksInsideOfLiterals) {
  EXPECT_EQ(code_of(R"(p("http://x \" /*"); k = n;)"), R"(p("              "); k = n;)");
  EXPECT_EQ(code_of(R"(c = '"'; d = '\''; e = 1'000; f; // g)"),
            R"(c = ' '; d = '  '; e = 1'000; f;     )");
  EXPECT_EQ(code_of("p(R\"x(\n\" )\" // )x\"); q;"), "p(\"\"  \n           ); q;");
  EXPECT_EQ(code_of("p(\"open); a;\nb;"), "p(\"         \nb;");
}

// The text of this file, after the lines were compiled that are between `#if` and `#endif`.
std::string kept_of(const std::string& text) {
  std::string kept;
  for (const char c : code_of(text))
    if (c != ' ' && c != '\n') kept += c;
  return kept;
}

TEST(Code, OfAConditionThatIsFalseIsBlank) {
  EXPECT_EQ(code_of("a;\n#if 0\nb;\n#endif\nc;"), "a;\n     \n  \n      \nc;");
  EXPECT_EQ(kept_of("#if 0\na;\n#if 1\nb;\n#else\nc;\n#endif\n#else\nd;\n#endif"), "d;");
  EXPECT_EQ(kept_of("#ifdef DEBUG\na;\n#else\nb;\n#endif"), "b;");
  EXPECT_EQ(kept_of("#ifndef DEBUG\na;\n#else\nb;\n#endif"), "a;");
  EXPECT_EQ(kept_of("# if 0 // why\na;\n# elif 1 /* and */\nb;\n#elif 1\nc;\n# else\nd;\n# endif"),
            "b;");
  EXPECT_EQ(kept_of("#if 0\n/* #endif */ a;\n#endif\nb;"), "b;");
}

TEST(Code, DependsOnTheMacrosThatTheTextDefinesAbove) {
  EXPECT_EQ(kept_of("#define V 2\n#if V == 2 && defined(V)\na;\n#else\nb;\n#endif"), "#defineV2a;");
  EXPECT_EQ(kept_of("#define V\n#undef V\n#ifdef V\na;\n#endif"), "#defineV");
  EXPECT_EQ(kept_of("#if 0\n#define V\n#endif\n#ifdef V\na;\n#else\nb;\n#endif"), "b;");
  EXPECT_EQ(kept_of("#define A (B)\n#define B -1\n#if A == -1 && !(A >= 0)\na;\n#endif"),
            "#defineA(B)#defineB-1a;");
  EXPECT_EQ(kept_of("#if defined __CUDACC__ && __CUDA_ARCH__ >= 600\na;\n#endif"), "a;");
}

TEST(Code, OfAConditionThatCannotBeEvaluatedIsBlankOnBothSides) {
  EXPECT_EQ(kept_of("#if __has_include(<x>)\na;\n#else\nb;\n#endif\nc;"), "c;");
  EXPECT_EQ(kept_of("#if __X\n#define V\n#endif\n#ifdef V\na;\n#else\nb;\n#endif"), "");
  EXPECT_EQ(kept_of("#if __X || 1\na;\n#endif"), "a;");
  EXPECT_EQ(kept_of("#if 1 + 0\na;\n#else\nb;\n#endif"), "");
}

TEST(Code, OfMacrosThatMultiplyTheirTextTakesLittleWork) {
  std::string text = "#define A0 1\n";
  for (int a = 1; a < 39; a++)
    text += "#define A" + std::to_string(a) + " A" + std::to_string(a - 1) + " && A" +
            std::to_string(a - 1) + "\n";
  for (int line = 0; line < 1000; line++) text += "#if A38\na;\n#endif\n";

  EXPECT_EQ(code_of(text).find("a;"), std::string::npos);
}

TEST(SourceLines, HaveEachStatementInItsFirstLine) {
  EXPECT_EQ(source_lines(file_with("int k = a +\n        b;\nk++;\n")),
            (Lines{"int k = a + b;", "", "k++;"}));
  EXPECT_EQ(source_lines(file_with("f(\n    a, g(b,\n  c));\n")),
            (Lines{"f(a, g(b, c));", "", ""}));
  EXPECT_EQ(source_lines(file_with("if (a &&\n    // why\n    b) {\n  c;\n}\n")),
            (Lines{"if (a && b) {", "", "", "  c;", "}"}));
  EXPECT_EQ(source_lines(file_with("a = b ? c\n      : d;\nfor (int x = 0;\n   x < n; x++)\n")),
            (Lines{"a = b ? c : d;", "", "for (int x = 0; x < n; x++)", ""}));
  EXPECT_EQ(
      source_lines(file_with("__global__\nvoid f(int a,\n  int b)\n{\n  k<<<1, 2>>>\n  (a);")),
      (Lines{"__global__ void f(int a, int b) {", "", "", " ", "  k<<<1, 2>>>(a);", ""}));
}

TEST(SourceLines, KeepWhatIsNotOneStatementApart) {
  for (const Lines& lines :
       {Lines{"if (a)", "  b;", "else", "  c;"}, Lines{"if (a) b;", "else if (c)", "  *d = 1;"},
        Lines{"for (;;)", "  while (a)", "    b++;"}, Lines{"CHECK(a)", "b = 1;", "}"},
        Lines{"A b", "if (c) d;"}, Lines{"switch (a) {", "  case 1:", "    b;", "}"},
        Lines{"do", "  a++;", "while (a < 1);"}, Lines{"f([&] {", "  a = 1;", "  b = 2;", "});"},
        Lines{"template <int N>", "void f();"}, Lines{"int a[] = {", "  1, 2", "};"},
        Lines{"#define A b", "c;"}}) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    EXPECT_EQ(source_lines(file_with(text)), lines);
  }
}

TEST(SourceLines, HaveTheBraceOfABlockInTheLineOfItsHead) {
  EXPECT_EQ(source_lines(file_with("if (a)\n\t{\r\n\tb;\r\n\t}\r\nelse\r\n\t{\r\n\tc;\n}\n")),
            (Lines{"if (a) {", " ", "\tb;", "\t}", "else {", " ", "\tc;", "}"}));
}

TEST(SourceLines, HaveTheWholeTextOfAMacroInItsFirstLine) {
  EXPECT_EQ(source_lines(file_with("#define A(x) \\\n  x = 1; \\\n  x++\nb;\n")),
            (Lines{"#define A(x) x = 1; x++", "", "", "b;"}));
}

TEST(SourceLines, KnowTheLinesOfTheirStatements) {
  const Lines lines = source_lines(file_with("a;\n\nb +\nc\n+ d;\n\ne;"));

  EXPECT_EQ(statement_at(lines, 5), 3);
  EXPECT_EQ(statement_at(lines, 3), 3);
  EXPECT_EQ(statement_at(lines, 2), 2);
  EXPECT_EQ(statement_at(lines, 8), 0);
  EXPECT_EQ(statement_at(lines, 0), 0);
  EXPECT_EQ(end_of_statement(lines, 3), 5);
  EXPECT_EQ(end_of_statement(lines, 7), 7);
}

// Readers compare each line, and each name of a line, with all lines.
TEST(SourceLines, OfATextThatNobodyWritesByHandAreLeftOut) {
  std::string text, sum = "a = b";
  for (int line = 0; line < 100000; line++) text += "b;\n";
  for (int line = 0; line < 1000; line++) sum += " +\n  b";
  const std::string names = std::string(100000, 'b') + "\n";

  EXPECT_EQ(source_lines(file_with(text)).size(), kMostSourceLines);
  EXPECT_EQ(source_lines(file_with(names)), Lines{std::string(kMostSourceLetters, 'b')});
  for (const std::string& line : source_lines(file_with(sum)))
    EXPECT_LE(line.size(), kMostStatementLetters + 4);
}

TEST(WrittenLine, IsAsInTheFile) {
  const std::string path = file_with("one /* and */ =\ntwo; // three");

  EXPECT_EQ(written_line(path, 2), "two; // three");
  EXPECT_EQ(written_line(path, 3), "");
  EXPECT_EQ(statement_in(path, 2), "one           = two;");
}

}  // namespace
}  // namespace handshake::check
