// What is shown about a failure begins with what is surest.
#include "suite/ranking.hpp"

#include <gtest/gtest.h>

namespace handshake::suite {
namespace {

Fact guess(int line) {
  return {Told{"value_from", {{"kernel", "k"}, {"launch", Place{"k.cu", line}}}},
          Sure::guess,
          {{"k.cu", line}}};
}

Fact repair(const std::string& change, int line, Sure sure) {
  return {Repairs{{{change, {"k.cu", line}, 0, ""}}}, sure, {{"k.cu", line}}};
}

std::vector<int> lines_of(const Failure& failure) {
  std::vector<int> lines;
  for (const Place& place : ranked_lines(failure)) lines.push_back(place.line);
  return lines;
}

// A finding in lines 5 and 6; the history names line 4.
Failure found() {
  Failure failure;
  failure.finding = Finding();
  failure.finding->file = failure.finding->other_file = "k.cu";
  failure.finding->line = 5;
  failure.finding->other_line = 6;
  failure.places = {{"k.cu", 4}};
  return failure;
}

TEST(Ranking, ShowsARepairThenTheFindingThenTheHistoryThenWhatTheSourceSuggests) {
  Failure failure = found();
  failure.what = {guess(3), repair("moved_out", 7, Sure::proof)};
  EXPECT_EQ(lines_of(failure), (std::vector<int>{7, 5, 6, 4, 3}));
}

TEST(Ranking, ShowsALineOnlyOnceAndNoLineOfTheKit) {
  Failure failure = found();
  failure.what = {guess(5)};
  failure.writer = Writer{0, 0, "grader/runner/launch.cu", 9};
  EXPECT_EQ(lines_of(failure), (std::vector<int>{5, 6, 4}));
}

TEST(Ranking, ShowsAtMostTwoFactsThatOnlyTheSourceSuggests) {
  Failure failure;
  failure.what = {guess(1), guess(2), guess(3),
                  Told{"more_wrong", {{"array", "matches"}, {"wrong", 2}, {"of", 5}}}};
  EXPECT_EQ(ranked_facts(failure).size(), 3);
  EXPECT_EQ(lines_of(failure), (std::vector<int>{1, 2}));
}

TEST(Ranking, ShowsNoGuessIfARepairIsTheWholeMistake) {
  Failure failure;
  failure.what = {guess(1), repair("comparison", 2, Sure::proof)};
  EXPECT_EQ(lines_of(failure), std::vector<int>{2});
  failure.what = {guess(1), repair("trick", 2, Sure::steps)};
  EXPECT_EQ(lines_of(failure), (std::vector<int>{2, 1}));
}

}  // namespace
}  // namespace handshake::suite
