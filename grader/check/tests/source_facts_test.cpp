// Tests that all facts about a submission's text are read, and that single lines of the text are
// found.
#include "check/source_facts.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

namespace handshake::check {
namespace {

std::string file_with(const std::string& text) {
  const std::string path = testing::TempDir() + "/source_facts_test";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(SourceFacts, AreReadAsSkeletonPyWritesThem) {
  const SourceFacts facts = read_facts(file_with(
      R"({"not_started": ["scan", "extra"], "old_unmatched": ["filter"], "is_of_another_kit": true,
          "broken": [{"part": "memory", "file": "src/onewaywrapper.cu", "lacks": "A MARK"}],
          "wrapper_lines": [[12, 30], [41, 41]]})"));

  EXPECT_EQ(facts.not_started, (std::vector<std::string>{"scan", "extra"}));
  EXPECT_EQ(facts.old_unmatched, std::vector<std::string>{"filter"});
  EXPECT_TRUE(facts.is_of_another_kit);
  ASSERT_EQ(facts.broken.size(), 1u);
  EXPECT_EQ(facts.broken[0].part, "memory");
  EXPECT_EQ(facts.broken[0].file, "onewaywrapper.cu");
  EXPECT_EQ(facts.broken[0].lacks, "A MARK");
  EXPECT_EQ(facts.wrapper_lines, (std::vector<std::pair<int, int>>{{12, 30}, {41, 41}}));
}

TEST(SourceFacts, ThatAreMissingAreAFault) {
  EXPECT_THROW(read_facts("/does/not/exist"), std::runtime_error);
}

}  // namespace
}  // namespace handshake::check
