// An ordinary test with every input from which the fuzzers start, or which they have found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz_targets.hpp"

namespace handshake {
namespace {

std::vector<std::string> corpus(const std::string& name) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(FUZZ_CORPUS "/" + name))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs;
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

// Replaces a few bytes by other bytes that have a meaning in a graph file.
std::string damaged(std::string input, const std::string& bytes, std::mt19937& random) {
  for (int i = static_cast<int>(random() % 3); i >= 0; i--) {
    const std::size_t place = random() % (input.size() + 1);
    std::string piece;
    for (int j = static_cast<int>(random() % 4); j > 0; j--)
      piece += bytes[random() % bytes.size()];
    input.replace(place, random() % 3, piece);
  }
  return input;
}

TEST(FuzzCorpus, ReadsEveryTextAsThePlainReaderDoes) {
  const std::vector<std::string> inputs = corpus("text");
  ASSERT_FALSE(inputs.empty());
  for (const std::string& input : inputs) fuzz_text(input);
}

TEST(FuzzCorpus, ReadsDamagedTextsAsThePlainReaderDoes) {
  std::mt19937 random(12);
  for (const std::string& input : corpus("text"))
    for (int i = 0; i < 40; i++)
      fuzz_text(damaged(input, std::string("0123456789 \t\r\n%-+.eE\0x", 22), random));
}

TEST(FuzzCorpus, ReadsEveryBinaryFileOrRefusesIt) {
  const std::vector<std::string> inputs = corpus("binary");
  ASSERT_FALSE(inputs.empty());
  for (const std::string& input : inputs) fuzz_binary(input);
}

TEST(FuzzCorpus, ReadsDamagedBinaryFilesOrRefusesThem) {
  std::mt19937 random(13);
  for (const std::string& input : corpus("binary"))
    for (int i = 0; i < 40; i++)
      fuzz_binary(damaged(input, std::string("\0\1\2\3\4\x7f\x80\xff", 8), random));
}

}  // namespace
}  // namespace handshake
