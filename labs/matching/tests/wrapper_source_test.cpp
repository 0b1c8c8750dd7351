// Tests which lines of onewaywrapper.cu explain a failure.
#include "labs/matching/check/wrapper_source.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "suite/words/words.hpp"

namespace handshake::check {
namespace {

std::string written(const std::string& text) {
  const std::string path = testing::TempDir() + "/wrapper_source_test.cu";
  std::ofstream(path, std::ios::binary) << "void f() { " << text << "; }\n";
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
  failure.hint.propose({"never_freed"});
  const protocol::MemoryEvent leak{protocol::MemoryFault::leak, 8, 0, options.source, 1, 0, 0};
  failure.what.push_back(suite::Leaked{leak, 2, 9, {1, 2}});
  failure.allocating = {1, 2};
  tell_source(options, failure);
  return failure.hint->thought;
}

TEST(Leak, OfArraysThatAreNeverSwappedDoesNotLeadToAQuestionAboutSwappedPointers) {
  const std::string own = "cudaMalloc(&lists.head, n);\n";
  EXPECT_EQ(of_leak(own + "cudaMalloc(&lists.next, m);\n"), "freed_as_often");
  EXPECT_EQ(of_leak(own + "cudaMalloc(&temp1_gpu, m);\n"), "never_freed");
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

TEST(UncheckedCalls, AreThoseWhoseResultIsNeitherStoredNorUsed) {
  const auto unchecked = [](const std::string& text) {
    WrapperOptions options{};
    options.source = written("\n" + text);
    options.students_lines = {{2, 100}};
    return unchecked_calls(options);
  };
  EXPECT_EQ(unchecked("cudaFree(x);"), std::vector<int>{2});
  EXPECT_EQ(unchecked("if (a)\n  cudaFree(x);"), std::vector<int>{3});
  EXPECT_EQ(unchecked("if (a) {\n  (void)cudaMalloc(\n      &x, size(n));\n}"),
            std::vector<int>{3});
  for (const char* text :
       {"cudaError_t all[] = {\n  cudaFree(x), cudaFree(y),\n};",
        "for (cudaError_t one : {\n  cudaFree(x),\n  cudaFree(y)})\n  CHECK(one);",
        "Result made {\n  cudaFree(x)\n};", "bad |= (int)\n  cudaFree(x);",
        "if (a ||\n    b) {\n  cudaFree(x) == cudaSuccess || fail();\n}",
        "cudaFree(x);\nif (cudaGetLastError()) y();", "CUDA_CHECK(\n  cudaFree(x));"})
    EXPECT_TRUE(unchecked(text).empty()) << text;
}

// What is said about a failure of the text, which is the code of the student from line 2 on.
std::string said_of(const std::string& text, suite::Failure failure) {
  WrapperOptions options{};
  options.source = written("\n" + text);
  options.students_lines = {{2, 100}};
  tell_source(options, failure);
  std::string said;
  for (const std::string& sentence : suite::words::sentences(failure)) said += sentence + "\n";
  for (size_t at = said.find(options.source); at != std::string::npos;
       at = said.find(options.source))
    said.erase(at, options.source.size());
  return said;
}

TEST(FreesOfACondition, AreNamedIfNoneOfThemWasReached) {
  suite::Failure failure;
  const protocol::MemoryEvent leak{protocol::MemoryFault::leak, 8, 0, "", 2, 0, 0};
  failure.what.push_back(suite::Leaked{leak, 1, 0, {2}});
  const std::string made = "cudaMalloc(&x, 8);\n";
  for (const char* const frees :
       {"if (a)\n  cudaFree(x);", "if (a) {\n  CHECK(cudaFree(x));\n  }"}) {
    const std::string said = said_of(made + frees, failure);
    EXPECT_NE(said.find(":4"), std::string::npos) << said;
    EXPECT_NE(said.find(":3"), std::string::npos) << said;
  }
  const std::string always = said_of(made + "while (a) { b(); }\nif (cudaFree(x)) c();", failure);
  EXPECT_NE(always.find(":4"), std::string::npos) << always;
  EXPECT_EQ(always.find(":3"), std::string::npos) << always;
}

TEST(HostCode, ThatFreesMemoryOfTheCpuIsNamedIfItCrashes) {
  suite::Failure failure;
  failure.verdict = suite::Verdict::crash;
  EXPECT_NE(said_of("table.free(3);\nfree(graph.src);", failure).find(":3"), std::string::npos);
  for (const char* old : {"table.free(3);", "// free(a);", "#if 0\nfree(a);\n#endif"})
    EXPECT_EQ(said_of(old, failure), "") << old;
}

TEST(HostCode, ThatDeclaresAGivenArrayAgainIsNamed) {
  suite::Failure failure;
  failure.verdict = suite::Verdict::memory;
  EXPECT_NE(said_of("b();\nint* src_gpu;", failure).find("src_gpu is declared again at :3"),
            std::string::npos);
  EXPECT_EQ(said_of("int* own_gpu; int src_gpu_size;", failure), "");
}

}  // namespace
}  // namespace handshake::check
