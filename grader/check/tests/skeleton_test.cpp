// What counts as started, and what as the UNMATCHED of another year.
#include "check/skeleton.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

namespace handshake::check {
namespace {

std::vector<std::string> code_of(const std::string& text) {
  const std::string path = testing::TempDir() + "/skeleton_test.cu";
  std::ofstream(path) << text;
  return student_code(path);
}

const char* const kBelow = "/** YOUR CODE GOES BELOW **/\n";
const char* const kAbove = "/** YOUR CODE GOES ABOVE **/\n";

TEST(Skeleton, IsEmptyWithNothingButCommentsAndBlanksBetweenTheMarks) {
  const auto blocks = code_of(std::string(kBelow) + "\n  // a hint\n  /* and\n more */\n" + kAbove);

  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_TRUE(is_empty(blocks[0]));
}

TEST(Skeleton, IsNotEmptyWithOneStatement) {
  EXPECT_FALSE(is_empty(code_of(std::string(kBelow) + "int x;\n" + kAbove).at(0)));
}

TEST(Skeleton, HasABlockForEveryPairOfMarks) {
  const std::string text = std::string(kBelow) + "a;" + kAbove + "given;" + kBelow + kAbove;

  EXPECT_EQ(code_of(text).size(), 2u);
}

TEST(Skeleton, WithoutItsMarksIsOneBlock) {
  EXPECT_EQ(code_of("int x;").at(0), "int x;");
}

TEST(Skeleton, WithOneMarkOfAPairIsAnError) {
  EXPECT_THROW(code_of(std::string(kBelow) + "int x;"), std::runtime_error);
  EXPECT_THROW(code_of(std::string("int x;") + kAbove), std::runtime_error);
}

TEST(Assignment, BetweenTheMarksComesBeforeTheDeclaration) {
  const std::string path = testing::TempDir() + "/assignment_test.cu";
  std::ofstream(path) << "int* a_gpu = nullptr;\nint* b_gpu = nullptr;\n"
                      << kBelow << "if (b_gpu == c) x();\nb_gpu = c;\n"
                      << kAbove;

  EXPECT_EQ(find_assignment(path, "b_gpu").line, 5);
  EXPECT_TRUE(find_assignment(path, "b_gpu").is_students);
  EXPECT_EQ(find_assignment(path, "a_gpu").line, 1);
  EXPECT_FALSE(find_assignment(path, "a_gpu").is_students);
  EXPECT_EQ(find_assignment(path, "c_gpu").line, 0);
}

TEST(OldUnmatched, IsANumberAndNotADifference) {
  EXPECT_TRUE(uses_old_unmatched("if (matches[x] == -2) y();"));
  EXPECT_FALSE(uses_old_unmatched("y = x -2; z = a[1] - 2;"));
  EXPECT_FALSE(uses_old_unmatched("if (matches[x] == -1) y();"));
  EXPECT_FALSE(uses_old_unmatched("matches[x] == UNMATCHED || x == -2"));
}

}  // namespace
}  // namespace handshake::check
