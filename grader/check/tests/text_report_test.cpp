// Tests what the terminal shows about a failure: the lines that the failure names, and no control
// characters.
#include "check/text_report.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "check/shown_text.hpp"

namespace handshake::check {
namespace {

bool contains(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

// A report of one part, with one failure that names line 2 of the part's file. A test may write
// another text into this file.
class TextReport : public testing::Test {
 protected:
  TextReport() {
    write("first\n    second;\n");
    suite::PartResult part;
    part.id = "filter";
    part.name = "markFilterEdges_gpu";
    part.files = {path_};
    failure_.verdict = suite::Verdict::race;
    failure_.what = {suite::Told{"passes_threw", {{"thrown", "It is wrong."}}}};
    failure_.writer = suite::Writer{0, 1, path_, 2};
    part_ = part;
  }
  ~TextReport() override { std::remove(path_.c_str()); }

  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  std::string told() {
    suite::PartResult part = part_;
    add_failure(part, failure_);
    Report report;
    report.parts = {{part, true}};
    return to_text(report, {});
  }

  const std::string path_ = testing::TempDir() + "text_report_test.cu";
  suite::PartResult part_;
  suite::Failure failure_;
};

TEST_F(TextReport, ShowsTheLinesThatItNames) {
  EXPECT_TRUE(contains(told(), "  " + path_ + "\n>    2 | second;\n")) << told();
}

TEST_F(TextReport, ShowsEachCompilerMessageOfALaterPartOnce) {
  CheckedPart other{suite::PartResult(), true};
  other.result.name = "match, all together";
  other.result.verdict = suite::Verdict::no_build;
  other.result.build_log = "k.cu:3: multiple definition of `is_free'\n";
  suite::PartResult part = part_;
  add_failure(part, failure_);
  Report report;
  report.parts = {{part, true}, other, other};
  const std::string text = to_text(report, {});
  const size_t shown = text.find("multiple definition");
  ASSERT_NE(shown, std::string::npos) << text;
  EXPECT_EQ(text.find("multiple definition", shown + 1), std::string::npos) << text;
}

TEST_F(TextReport, ShowsEachLineOnceAndInTheOrderOfTheFile) {
  failure_.places = {{path_, 2}, {path_, 1}};
  EXPECT_TRUE(contains(told(), "\n     1 | first\n>    2 | second;\n\n")) << told();
}

TEST_F(TextReport, ShowsAlsoTheNextLinesOfAConditionThatIsNotClosedInItsLine) {
  write("void f() {\n  if (a(1) &&  // (\n      b ||\n      c)\n    second;\n}\n");
  EXPECT_TRUE(contains(told(), "\n>    2 | if (a(1) &&  // (\n     3 | b ||\n     4 | c)\n\n"))
      << told();
}

TEST_F(TextReport, ShowsNoLineThatTheFileDoesNotHave) {
  failure_.writer->line = 3;
  EXPECT_FALSE(contains(told(), " | ")) << told();
}

TEST_F(TextReport, NamesMakeCheckVerboseOnlyIfThereAreSeveralFailures) {
  EXPECT_FALSE(contains(told(), "make check-verbose")) << told();
  add_failure(part_, failure_);
  EXPECT_TRUE(contains(told(), "make check-verbose")) << told();
}

TEST_F(TextReport, ReadsOnlyFilesOfThePart) {
  failure_.writer->file = "/etc/passwd";
  failure_.writer->line = 1;
  EXPECT_FALSE(contains(told(), " | ")) << told();
}

TEST_F(TextReport, CutsALongLineAfterAWholeCharacter) {
  write("\n" + std::string(89, 'x') + "\u00e9\u00e9\n");
  EXPECT_TRUE(contains(told(), " | " + std::string(89, 'x') + " ...\n")) << told();
}

TEST_F(TextReport, BeginsWithTheCompilersWarningIfItIsAboutTheLineOfTheFailure) {
  failure_.hint.propose({"condition"});
  part_.warnings = path_ + ":2:9: warning: suggest parentheses [-Wparentheses]\n";
  const std::string text = told();
  EXPECT_LT(text.find("suggest parentheses"), text.find("It is wrong.")) << text;
  EXPECT_EQ(text.find("suggest parentheses"), text.rfind("suggest parentheses")) << text;
  EXPECT_FALSE(contains(text, "Think about")) << text;
  for (const std::string& other : {path_ + ":22:9: warning: a [-Wparentheses]\n",
                                   path_ + ":2:9: warning: a [-Wunused-variable]\n"}) {
    part_.warnings = other;
    EXPECT_GT(told().find(": warning: a"), told().find("It is wrong.")) << told();
    EXPECT_TRUE(contains(told(), "Think about")) << told();
  }
}

TEST_F(TextReport, HasAShortFormWithOnlyTheTableAndTheNotes) {
  add_note(part_, {"lost_array"});
  add_failure(part_, failure_);
  Report report;
  report.parts.push_back({part_});
  const std::string text = to_short_text(report, {});

  EXPECT_TRUE(contains(text, "markFilterEdges_gpu  RACE")) << text;
  EXPECT_TRUE(contains(text, "\nNote: One scratch array is never freed")) << text;
  EXPECT_FALSE(contains(text, "It is wrong.")) << text;
}

TEST_F(TextReport, NeverControlsTheTerminal) {
  write("\nint a; // \033[2J\u009b2J\n");
  failure_.what = {suite::Told{"passes_threw", {{"thrown", "\033]0;title\007"}}},
                   suite::Told{"passes_threw", {{"thrown", "\u009b2J"}}}};
  failure_.printed = "\033[1A\rforged";
  part_.notes = {{"changed_file", {{"file", "\033[31m"}}}};
  for (const char letter : told()) EXPECT_TRUE(letter == '\n' || letter < 0 || letter >= ' ');
  EXPECT_FALSE(contains(told(), "\u009b")) << told();
}

TEST(Harmless, ReturnsOrdinaryTextUnchanged) {
  const std::string text = "matches[3] is 2 \u2260 -1, \u00e9\u4e2d\n";
  EXPECT_EQ(harmless(text), text);
}

}  // namespace
}  // namespace handshake::check
