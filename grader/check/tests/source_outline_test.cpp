// Tests how the statements of a file are read.
#include "check/source_outline.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace handshake::check {
namespace {

SourceOutline outline_of(const std::string& text) {
  const std::string path = testing::TempDir() + "/source_outline_test.cu";
  std::ofstream(path, std::ios::binary) << text;
  return {path, {}};
}

const Statement& only(const SourceOutline& file) {
  EXPECT_EQ(file.statements().size(), 1u);
  return file[0];
}

Statement statement(const std::string& text) {
  return only(outline_of("__global__ void f(int* a, int n) { " + text + " }"));
}

TEST(Statement, SetsAndReadsVariables) {
  EXPECT_EQ(statement("int k = 1, *m = a;").declared, (Names{"k", "m"}));
  EXPECT_EQ(statement("int k = 1, *m = a;").set, (Names{"k", "m"}));
  EXPECT_EQ(statement("int k;").set, Names{});
  EXPECT_EQ(statement("unsigned short k = n;").type, "unsigned short");
  EXPECT_EQ(statement("k += n;").set, Names{"k"});
  EXPECT_EQ(statement("k <<= 2;").set, Names{"k"});
  EXPECT_EQ(statement("k += n;").read, (Names{"k", "n"}));
  EXPECT_EQ(statement("k = n == m ? x++ : --y;").set, (Names{"k", "x", "y"}));
  EXPECT_EQ(statement("k = n == m ? x++ : --y;").read, (Names{"n", "m", "x", "y"}));
  EXPECT_EQ(statement("one.two = three->four;").set, Names{"one"});
  EXPECT_EQ(statement("one.two = three->four;").members_set, Names{"two"});
  EXPECT_EQ(statement("find(src, &lo, x & y, &a[k]);").passed, Names{"lo"});
  EXPECT_EQ(statement("find(src, &lo, x & y, &a[k]);").read, (Names{"src", "x", "y", "k"}));
  EXPECT_EQ(statement("CHECK(cudaMalloc((void**)&all, n));").passed, Names{"all"});
  EXPECT_EQ(statement("std::swap(a, b);").read, (Names{"a", "b"}));
}

TEST(Statement, HasElementsAndCalls) {
  const Statement one = statement("keep[x] = best(src[x + 1], 0) | keep[y];");
  ASSERT_EQ(one.elements.size(), 3u);
  EXPECT_EQ(one.elements[0].sign, "=");
  EXPECT_EQ(one.elements[1].index, "x + 1");
  EXPECT_EQ(one.elements[1].sign, "");
  EXPECT_EQ(statement("keep[x] |= 1;").elements[0].sign, "|=");
  ASSERT_EQ(one.calls.size(), 1u);
  EXPECT_EQ(one.calls[0].function, "best");
  EXPECT_EQ(one.calls[0].arguments, (Names{"src[x + 1]", "0"}));
}

TEST(Head, OfAForLoopKnowsWhatOnlyItsStepSets) {
  const Statement loop =
      outline_of("void f() { for (int x = t; x < n; x += s, k++) a[x] = 0; }")[0];
  EXPECT_EQ(loop.set, (Names{"x", "k"}));
  EXPECT_EQ(loop.stepped, Names{"k"});
  EXPECT_EQ(outline_of("void f() { for (int x : list) g(x); }")[0].set, Names{"x"});
  EXPECT_EQ(outline_of("void f() { if (free && hands[p] == x) g(); }")[0].declared, Names{});
}

// For each statement: its line, and the line of the head around it.
std::string nesting(const SourceOutline& file) {
  std::string text;
  for (const Statement& one : file.statements()) {
    text += std::to_string(one.first_line);
    if (one.around >= 0) text += "<" + std::to_string(file[one.around].first_line);
    text += " ";
  }
  return text;
}

TEST(Statements, KnowTheHeadsAroundThem) {
  EXPECT_EQ(nesting(outline_of("void f() {\nif (a)\nfor (;;)\n{ b();\nc(); }\nelse d();\n"
                               "do e();\nwhile (g);\nswitch (h) {\ncase 1:\ni();\n}\n}")),
            "2 3<2 4<3 5<3 6<2 8 7<8 9 11<9 ");
}

TEST(Statements, AreTheSameInEveryLayout) {
  const std::string text =
      "__global__ void f(int* a, int n) {\n  int k = n;  // k = 2;\n"
      "  for (int x = k; x < n; x += 2)\n    if (a[x] > 0 && k < 3) a[x] = g(k, x);\n}\n";
  std::string wrapped;
  for (const char c : text) wrapped += c == ' ' ? std::string("\n ") : std::string(1, c);
  wrapped.replace(wrapped.find("//"),
                  wrapped.find(";\n\n", wrapped.find("//")) - wrapped.find("//"), "/* k = 2;\n*/");
  const SourceOutline plain = outline_of(text), other = outline_of(wrapped);
  ASSERT_EQ(plain.statements().size(), 4u);
  ASSERT_EQ(other.statements().size(), 4u);
  for (int s = 0; s < 4; s++) {
    EXPECT_EQ(plain[s].set, other[s].set);
    EXPECT_EQ(plain[s].read, other[s].read);
    EXPECT_EQ(plain[s].around, other[s].around);
    EXPECT_EQ(plain[s].calls.size(), other[s].calls.size());
  }
}

TEST(Definitions, AreMacrosVariablesAndMembers) {
  const SourceOutline file = outline_of(
      "#define TWO \\\\\n  2\n#if 0\n#define OLD 1\n#endif\n__constant__ int keep[2] = {1, 0};\n"
      "struct Slot {\n  short partner;\n};\n");
  std::string found;
  for (const Definition& one : file.definitions())
    found += one.name + ":" + std::to_string(one.line) + " ";
  EXPECT_EQ(found, "keep:6 partner:8 TWO:1 ");
}

TEST(Text, ThatNobodyWritesByHandIsReadInALittleTime) {
  for (const std::string& piece : {std::string("f("), std::string("if (a) "), std::string("{"),
                                   std::string("a[b "), std::string("x+"), std::string("a<b,")}) {
    std::string text = "void f() { ";
    for (int k = 0; k < 200000; k++) text += piece;
    outline_of(text);
    outline_of(text + ";}");
  }
}

}  // namespace
}  // namespace handshake::check
