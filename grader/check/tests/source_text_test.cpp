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

TEST(WrittenLine, IsAsInTheFile) {
  const std::string path = file_with("one /* and */ =\ntwo; // three");

  EXPECT_EQ(written_line(path, 2), "two; // three");
  EXPECT_EQ(written_line(path, 3), "");
}

}  // namespace
}  // namespace handshake::check
