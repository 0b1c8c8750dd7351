// Tests which lines of onewaywrapper.cu explain a failure.
#include "check/wrapper_source.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "check/helper_arrays.hpp"
#include "check/wrapper_functions.hpp"
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

// Calls tell_source for `text` and a failure whose hint has the thought `thought`. Returns the
// thought that the hint has after this call.
suite::Thought thought_about(const std::string& text, const suite::Finding& finding,
                             suite::Thought thought) {
  WrapperOptions options{};
  options.source = written(text);
  suite::Failure failure;
  failure.hint.propose({thought});
  failure.finding = finding;
  tell_source(options, failure);
  return failure.hint->thought;
}

suite::Thought of_bad_free(const std::string& text) {
  suite::Finding finding;
  finding.kind = Kind::bad_free;
  finding.line = 1;
  return thought_about(text, finding, suite::Thought::bad_free);
}

TEST(Free, OfTheAddressOfAVariableLeadsToAQuestionAboutTheOperator) {
  EXPECT_EQ(of_bad_free("CUDA_CHECK(cudaFree(&src_gpu));\n"), suite::Thought::free_of_address);
  EXPECT_EQ(of_bad_free("cudaFree( (void *)&src_gpu );\n"), suite::Thought::free_of_address);
  EXPECT_EQ(of_bad_free("cudaFree(rooms[i & 1]);  // &rooms\n"), suite::Thought::bad_free);
}

suite::Thought of_unwritten_edge(const std::string& launch) {
  suite::Finding finding;
  finding.launch_line = 1;
  return thought_about(launch, finding, suite::Thought::edges_of_pass);
}

TEST(Question, IsNotAboutTheNumberOfEdgesIfTheLaunchGetsNoSuchNumber) {
  EXPECT_EQ(of_unwritten_edge("best<<<b, t>>>(begin_gpu, dst_gpu,\n  numVertices);\n"),
            suite::Thought::later_pass);
  EXPECT_EQ(of_unwritten_edge("best<<<b, t>>>(begin_gpu, dst_gpu, numVertices, m);\n"),
            suite::Thought::edges_of_pass);
}

TEST(HelperArray, ThatIsTooShortIsReportedWithTheCallThatMakesIt) {
  const std::string path = written(
      "__global__ void fill(const int* src, int* rows,\n                     int n) {\n"
      "  rows[n] = 1;\n}\n"
      "auto ints = [](int*& p, int n) { cudaMalloc(&p, 4 * n); };\n"
      "  ints(rows_gpu, n);\n"
      "  fill<<<1, 2>>>(src_gpu,\n                 rows_gpu, n);\n");
  suite::Failure failure;
  failure.finding = suite::Finding();
  failure.finding->kind = Kind::out_of_bounds;
  failure.finding->element.array = "rows";
  failure.finding->element.argument = 2;
  failure.finding->kernel = "fill";
  failure.finding->element.index = 2;
  failure.finding->file = failure.finding->launch_file = path;
  failure.finding->launch_line = 7;
  tell_helper_array({{path, {{1, 9}}}}, failure);
  const std::vector<std::string> told = suite::words::sentences(failure);

  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front(),
            "In this launch, rows is rows_gpu, which is passed to a function at " + path + ":6.");
  EXPECT_EQ(failure.places.size(), 1U);
}

// The sentences about temp3_gpu, an array that is too short and was made in line `made`.
std::vector<std::string> told_of_short_array(const std::string& text, int made) {
  WrapperOptions options{};
  options.source = written(text);
  options.students_lines = {{1, 9}};
  suite::Failure failure;
  failure.given_variable = "temp3_gpu";
  suite::Allocated array{"temp3_gpu", {}, false, true};
  array.lines.file = options.source;
  array.lines.made = made;
  failure.what.push_back(array);
  tell_own_functions(options, failure);
  return suite::words::sentences(failure);
}

TEST(ShortArrayOfAHelper, IsReportedWithTheOnlyCallThatSetsItsPointer) {
  const std::string helper =
      "  const auto ints = [](int*& made, int n) {\n    cudaMalloc(&made, 4 * n);\n  };\n";
  const auto told =
      told_of_short_array(helper + "  ints(temp2_gpu, m);\n  ints(temp3_gpu, m / 2);\n", 2);
  EXPECT_NE(told.back().find("temp3_gpu gets its value at "), std::string::npos);
  EXPECT_NE(told.back().find(":5."), std::string::npos);

  const auto unsure =
      told_of_short_array(helper + "  ints(temp3_gpu, m);\n  ints(temp3_gpu, m / 2);\n", 2);
  EXPECT_EQ(unsure.back().find("gets its value at"), std::string::npos);
  const auto other = told_of_short_array(helper + "  ints(temp3_gpu, m / 2);\n", 9);
  EXPECT_EQ(other.back().find("gets its value at"), std::string::npos);
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

TEST(ArrayOfTheHandout, IsNotReportedAsTooShort) {
  const std::string path = written(
      "__global__ void fill(const int* src, int n) {\n  n += src[n];\n}\n"
      "  cudaMalloc(&src_gpu, n);\n  fill<<<1, 2>>>(src_gpu, n);\n");
  suite::Failure failure;
  failure.finding = suite::Finding();
  failure.finding->kind = Kind::out_of_bounds;
  failure.finding->element.array = "src";
  failure.finding->element.argument = 1;
  failure.finding->kernel = "fill";
  failure.finding->element.index = 2;
  failure.finding->file = failure.finding->launch_file = path;
  failure.finding->launch_line = 5;
  tell_helper_array({{path, {{1, 5}}}}, failure);
  EXPECT_TRUE(failure.what.empty());
}

}  // namespace
}  // namespace handshake::check
