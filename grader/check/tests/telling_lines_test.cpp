// Tests which lines of onewaywrapper.cu are found that may explain a failure.
#include "check/telling_lines.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace handshake::check {
namespace {

TellingLines lines_of(const std::string& text) {
  const std::string path = testing::TempDir() + "/telling_lines_test.cu";
  std::ofstream(path, std::ios::binary) << "void f() {\n" << text << "\n}\n";
  return telling_lines(path, {{2, 100}});
}

TEST(TellingLines, AreFoundInCodeThatIsCompiled) {
  const TellingLines told = lines_of(
      "  int* src_gpu;\n"
      "  cudaMalloc(&graph.src, 8);  // cudaFree(graph.src);\n"
      "  CUDA_CHECK(\n"
      "      cudaMemcpy(src_gpu, graph.src, 8, cudaMemcpyHostToDevice));\n"
      "  // free(graph.dst);\n"
      "  table.free(3); free(graph.src); cudaFree(src_gpu);\n");
  ASSERT_EQ(told.declared_again.size(), 1u);
  EXPECT_EQ(told.declared_again[0], std::make_pair(std::string("src_gpu"), 2));
  EXPECT_EQ(told.unchecked, std::vector<int>{3});
  EXPECT_EQ(told.frees_host, 7);
  EXPECT_EQ(told.frees, 7);
}

TEST(TellingLines, AreNotFoundInCodeThatIsNotCompiled) {
  const std::string old =
      "int* src_gpu;\nif (a)\n  cudaFree(x);\ncudaMalloc(&graph.src, 8);\nfree(b);\n";
  for (const std::string& text : {"#if 0\n" + old + "#endif", "/*\n" + old + "*/"}) {
    const TellingLines told = lines_of(text);
    EXPECT_TRUE(told.declared_again.empty() && told.unchecked.empty());
    EXPECT_EQ(told.frees + told.frees_host, 0);
  }
}

TEST(TellingLines, DependOnTheConditionAroundTheFirstCudaFree) {
  const auto both = [](const std::string& text) {
    const TellingLines told = lines_of(text);
    return std::make_pair(told.frees, told.decides);
  };
  EXPECT_EQ(both("  if (a) b();\n  cudaFree(x);"), std::make_pair(3, 0));
  EXPECT_EQ(both("  if (a) cudaFree(x);"), std::make_pair(2, 2));
  EXPECT_EQ(both("  if (a) {\n\n    CHECK(cudaFree(x));\n  }"), std::make_pair(4, 2));
  EXPECT_EQ(both("  if (a)\n    cudaFree(x);"), std::make_pair(3, 2));
  EXPECT_EQ(both("  if (a) {\n    b();\n  }\n  if (c)\n  {\n    cudaFree(x);\n  }"),
            std::make_pair(7, 5));
  EXPECT_EQ(both("  while (a) { b(); }\n  if (cudaFree(x)) exit(1);"), std::make_pair(3, 0));
  EXPECT_EQ(both("  a();"), std::make_pair(0, 0));
}

TEST(TellingLines, HaveACallWhoseResultIsNeitherStoredNorUsed) {
  EXPECT_EQ(lines_of("cudaFree(x);").unchecked, std::vector<int>{2});
  EXPECT_EQ(lines_of("if (a)\n  cudaFree(x);").unchecked, std::vector<int>{3});
  EXPECT_EQ(lines_of("if (a) {\n  (void)cudaMalloc(\n      &x, size(n));\n}").unchecked,
            std::vector<int>{3});
  for (const char* text :
       {"cudaError_t all[] = {\n  cudaFree(x), cudaFree(y),\n};",
        "cudaError_t all[] =\n{\n  cudaFree(x),\n  cudaFree(y)};",
        "for (cudaError_t one : {\n  cudaFree(x),\n  cudaFree(y)})\n  CHECK(one);",
        "Result made {\n  cudaFree(x)\n};", "bad |= (int)\n  cudaFree(x);",
        "if (a ||\n    b) {\n  cudaFree(x) == cudaSuccess || fail();\n}",
        "cudaFree(x);\nif (cudaGetLastError()) y();"})
    EXPECT_TRUE(lines_of(text).unchecked.empty()) << text;
}

}  // namespace
}  // namespace handshake::check
