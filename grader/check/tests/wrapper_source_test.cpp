// Tests which lines of onewaywrapper.cu explain a failure.
#include "check/wrapper_source.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "suite/words/words.hpp"

namespace handshake::check {
namespace {

std::string written(const std::string& text) {
  const std::string path = testing::TempDir() + "/wrapper_source_test.cu";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(GivenVariable, IsFoundInALineWithThousandsOfNames) {
  WrapperOptions options{};
  std::string names, below;
  for (int name = 0; name < 8000; name++) names += " b" + std::to_string(name);
  for (int line = 0; line < 12000; line++) below += "// b\n";
  options.source = written("a_gpu = c;\ncudaFree(a_gpu); IGNORE(" + names + ")\n" + below);
  options.students_lines = {{1, 2}};
  suite::Failure failure;
  failure.finding = suite::Finding();
  failure.finding->kind = Kind::bad_free;
  failure.finding->line = 2;
  failure.finding->other_line = 1;
  tell_given_variable(options, failure);
  EXPECT_EQ(failure.given_variable, "a_gpu");
}

// The hint's thought about a leak of the two arrays that lines 1 and 2 of `text` allocate.
suite::Thought of_leak(const std::string& text) {
  WrapperOptions options{};
  options.source = written(text);
  suite::Failure failure;
  failure.hint.propose({suite::Thought::never_freed});
  const protocol::MemoryEvent leak{protocol::MemoryFault::leak, 8, 0, options.source, 1, 0, 0};
  failure.what.push_back(suite::Leaked{leak, 2, 9, {1, 2}});
  failure.allocating = {1, 2};
  tell_source(options, failure);
  return failure.hint->thought;
}

TEST(Leak, OfArraysThatAreNeverSwappedDoesNotLeadToAQuestionAboutSwappedPointers) {
  const std::string own = "cudaMalloc(&lists.head, n);\n";
  EXPECT_EQ(of_leak(own + "cudaMalloc(&lists.next, m);\n"), suite::Thought::freed_as_often);
  EXPECT_EQ(of_leak(own + "cudaMalloc(&temp1_gpu, m);\n"), suite::Thought::never_freed);
}

TEST(OverlappingPieces, AreBothReportedWithTheLinesThatCutThem) {
  WrapperOptions options{};
  options.source = written("  temp1_gpu = cut(m);\n  temp2_gpu = cut(m + 1);\n");
  options.students_lines = {{1, 2}};
  suite::Failure failure;
  failure.given_variable = "temp2_gpu";
  failure.what.push_back(
      suite::Overlap{"scan", "oldSum", "newSum", "temp1_gpu", "temp2_gpu", 2, 3});
  tell_given_variable(options, failure);
  const std::vector<std::string> told = suite::words::sentences(failure);

  EXPECT_EQ(told[told.size() - 2], "temp1_gpu gets its value at " + options.source + ":1.");
  EXPECT_EQ(told.back(), "temp2_gpu gets its value at " + options.source + ":2.");
}

}  // namespace
}  // namespace handshake::check
