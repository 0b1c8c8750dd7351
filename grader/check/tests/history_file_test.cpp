// The grader reads only the valid lines of what an untrusted process records.
#include "check/history_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "check/record.hpp"

namespace handshake::check {
namespace {

TEST(HistoryFile, IsReadStepByStep) {
  const suite::History history = parse_history(
      "place 1 6 a folder/main.cu\n"
      "launch 1 kernel 2 64 1\n"
      "argument 2 5 8\n"
      "place 2 14 k.cu\n"
      "w 70 2 5 8 16\n"
      "a 3 2 5 8 8 max u 18446744073709551614\n"
      "c 4 2 5 8 4 min i -3\n"
      "refused 1 other 64 16384 0\n"
      "exit 2\n");

  ASSERT_EQ(history.launches.size(), 1u);
  const suite::LaunchHistory& launch = history.launches[0];
  EXPECT_EQ(launch.kernel, "kernel");
  EXPECT_EQ(launch.threads, 64);
  EXPECT_EQ(history.places[launch.place].file, "a folder/main.cu");
  ASSERT_EQ(launch.arguments.size(), 1u);
  EXPECT_EQ(launch.arguments[0].first, 2);
  ASSERT_EQ(launch.steps.size(), 3u);
  EXPECT_TRUE(is_write(launch.steps[0]));
  EXPECT_EQ(launch.steps[0].thread, 70);
  EXPECT_EQ(launch.steps[0].first, 2);
  EXPECT_EQ(launch.steps[0].last, 5);
  EXPECT_EQ(history.places[launch.steps[0].place].line, 14);
  EXPECT_FALSE(launch.steps[0].given);
  ASSERT_TRUE(launch.steps[1].given && launch.steps[2].given);
  EXPECT_TRUE(launch.steps[1].given->to_max && !launch.steps[2].given->to_max);
  EXPECT_EQ(launch.steps[1].given->bits, 18446744073709551614u);
  EXPECT_EQ(static_cast<long long>(launch.steps[2].given->bits), -3);
  EXPECT_EQ(history.refused.at(0).kernel, "other");
  EXPECT_EQ(history.refused.at(0).threads, 16384);
  EXPECT_EQ(history.exit, 1);
  EXPECT_TRUE(history.is_whole);
}

TEST(HistoryFile, IgnoresLinesThatAreMalformedOrReferToAnUnknownLaunchOrPlace) {
  const suite::History history = parse_history(
      "w 0 1 1 0 4\nargument 1 1 0\nplace 3 1 k.cu\nlaunch 1 kernel 1 0 1\nlaunch 1 kernel 1 1 9\n"
      "place 1 5 k.cu\nlaunch 1 kernel 1 1 1\nw -1 1 1 0 4\nw 0 9 1 0 4\nw 0 1\nz 0 1 1 0 4\n"
      "w 0 1 1 99999999999999999999 4\nexit 7\nfull\n\xff\xfe\n");

  ASSERT_EQ(history.launches.size(), 1u);
  EXPECT_TRUE(history.launches[0].steps.empty());
  EXPECT_EQ(history.exit, -1);
  EXPECT_FALSE(history.is_whole);
}

TEST(Record, IsReadUpToItsLastCompleteLine) {
  const Record record;
  EXPECT_EQ(record.read(100), "");
  ASSERT_EQ(write(record.descriptor(), "one\ntw", 6), 6);
  EXPECT_EQ(record.read(100), "one\n");
  ASSERT_EQ(write(record.descriptor(), "o\nthree\n", 8), 8);
  EXPECT_EQ(record.read(100), "one\ntwo\nthree\n");
  EXPECT_EQ(record.read(9), "one\ntwo\n");
}

TEST(Record, ThatIsCutOrHasHolesIsReadAsItIs) {
  const Record record;
  ASSERT_EQ(write(record.descriptor(), "one\ntwo\n", 8), 8);
  ASSERT_EQ(ftruncate(record.descriptor(), 5), 0);
  EXPECT_EQ(record.read(100), "one\n");
  ASSERT_EQ(ftruncate(record.descriptor(), off_t{1} << 40), 0);
  EXPECT_EQ(record.read(1 << 20), "one\n");
}

}  // namespace
}  // namespace handshake::check
