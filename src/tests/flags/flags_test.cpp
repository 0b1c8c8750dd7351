// Tests the command line as section 7 of the handout describes it: flags in any order, each written
// in full.
#include "flags/flags.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace handshake {
namespace {

struct Read {
  std::optional<std::string> input;
  std::string output = "out.txt";
  int threads = 16384;
  bool extra = false;
  int color = 0;
  std::vector<std::string> prefix, words;
};

const Choices<int> kColors = {{"red", 1}, {"green", 2}, {"blue", 3}};

Read read(std::vector<std::string> words, bool takes_words = false) {
  words.insert(words.begin(), "match");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  Read seen;
  std::function<void(const std::string&)> take_word;
  if (takes_words) take_word = [&seen](const std::string& word) { seen.words.push_back(word); };
  read_flags(static_cast<int>(argv.size()), argv.data(),
             {{"input", seen.input},
              {"output", seen.output},
              {"threads", seen.threads, 1, 1 << 30},
              {"extra", seen.extra},
              {"color", seen.color, kColors},
              {"prefix", seen.prefix}},
             take_word);
  return seen;
}

std::string fault_of(const std::vector<std::string>& words) {
  try {
    read(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(Flags, MayComeInAnyOrder) {
  for (const auto& words : {std::vector<std::string>{"-input", "a.mtx", "-threads", "7", "-extra"},
                            {"-extra", "-threads", "7", "-input", "a.mtx"}}) {
    const Read seen = read(words);
    EXPECT_EQ(seen.input, "a.mtx");
    EXPECT_EQ(seen.output, "out.txt");
    EXPECT_EQ(seen.threads, 7);
    EXPECT_TRUE(seen.extra);
  }
}

TEST(Flags, KeepEveryValueOfAFlagThatMayBeRepeated) {
  const Read seen = read({"--prefix", "bwrap", "-extra", "--prefix", "--unshare-all"});
  EXPECT_EQ(seen.prefix, (std::vector<std::string>{"bwrap", "--unshare-all"}));
  EXPECT_TRUE(seen.extra);
}

TEST(Flags, AnEmptyValueIsNotTheSameAsNoValue) {
  EXPECT_EQ(read({"-input", ""}).input, "");
  EXPECT_EQ(read({}).input, std::nullopt);
}

TEST(Flags, AnEmptyValueIsRefusedIfItWouldMeanTheSameAsNoFlag) {
  EXPECT_EQ(fault_of({"-output", ""}), "-output: the value is empty");
}

TEST(Flags, MayHaveTwoDashes) {
  EXPECT_EQ(read({"--input", "a.mtx"}).input, "a.mtx");
}

TEST(Flags, AValueMayLookLikeAFlag) {
  EXPECT_EQ(read({"-output", "-"}).output, "-");
  EXPECT_EQ(read({"-output", "-extra"}).output, "-extra");
  EXPECT_FALSE(read({"-output", "-extra"}).extra);
}

TEST(Flags, TheLastOfSeveralValuesIsUsed) {
  EXPECT_EQ(read({"-threads", "1", "-threads", "2"}).threads, 2);
}

TEST(Flags, AMessageQuotesTheWordThatIsWrong) {
  EXPECT_EQ(fault_of({"-thread", "1"}), "unknown flag: -thread");
  EXPECT_EQ(fault_of({"-threads=1"}), "unknown flag: -threads=1");
  EXPECT_EQ(fault_of({"---extra"}), "unknown flag: ---extra");
  EXPECT_EQ(fault_of({"--"}), "unknown flag: --");
  EXPECT_EQ(fault_of({"-input"}), "-input: the value is missing");
  EXPECT_EQ(fault_of({"a.mtx"}), "unexpected word: a.mtx");
  EXPECT_EQ(fault_of({"-"}), "unexpected word: -");
  EXPECT_EQ(fault_of({""}), "unexpected word: ");
}

TEST(Flags, ANumberMustBeWholeAndInItsRange) {
  EXPECT_EQ(read({"-threads", "1073741824"}).threads, 1 << 30);
  for (const char* text :
       {"0", "-1", "1073741825", "99999999999999999999", "12x", "1.5", "+1", "", " 1", "0x10"})
    EXPECT_EQ(fault_of({"-threads", text}),
              std::string("-threads ") + text + ": not a whole number from 1 to 1073741824");
}

TEST(Flags, AValueMustBeOneOfTheAllowedWords) {
  EXPECT_EQ(read({"-color", "green"}).color, 2);
  EXPECT_EQ(word_for(2, kColors), "green");
  EXPECT_EQ(fault_of({"-color", "Red"}), "-color Red: the value must be red, green or blue");
  EXPECT_EQ(fault_of({"-color", ""}), "-color : the value must be red, green or blue");
}

TEST(Flags, WordsThatAreNotFlagsGoToTheCallback) {
  const Read seen = read({"urand:4", "-extra", "more"}, true);
  EXPECT_EQ(seen.words, (std::vector<std::string>{"urand:4", "more"}));
  EXPECT_TRUE(seen.extra);
}

}  // namespace
}  // namespace handshake
