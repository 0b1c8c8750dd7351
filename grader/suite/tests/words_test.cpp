// Tests the sentences, titles and hints that suite/words/ makes.
#include "suite/words/words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "labs/matching/kernels.hpp"
#include "labs/matching/words/words.hpp"
#include "labs/matching/wrapper_failure.hpp"
#include "suite/words/report.hpp"
#include "suite/words/table.hpp"

namespace handshake::suite {
namespace {

std::string told(const Fact& fact) {
  Failure failure;
  failure.what = {fact};
  std::string all;
  for (const std::string& sentence : words::sentences(failure)) all += sentence + "\n";
  return all;
}

TEST(Words, HaveATitleForEveryCase) {
  for (const Kernel* kernel : kKernels)
    for (const KernelCase& one : kernel->cases()) EXPECT_NE(one.title, "");
  for (const auto& cases : {memory_cases(), extra_cases()})
    for (const WrapperCase& one : cases) EXPECT_NE(words::title(one.title), "");
}

TEST(Words, LeaveOutTheColumnFreedIfNothingWasFreed) {
  Failure failure;
  ArrayLife life{"src_gpu", "markFilterEdges_gpu", 2};
  failure.memory = {life};
  const auto has_freed = [&failure] {
    const std::vector<std::string> headings = words::memory_table(failure).front();
    return std::count(headings.begin(), headings.end(), "freed") > 0;
  };

  EXPECT_FALSE(has_freed());
  EXPECT_EQ(words::memory_table(failure)[1].size(), words::memory_table(failure)[0].size());
  failure.finding = Finding{};
  failure.finding->kind = Kind::leak;
  EXPECT_TRUE(has_freed());
  failure.finding.reset();
  failure.memory.front().freed = 70;
  EXPECT_TRUE(has_freed());
}

TEST(Words, AboutARefusedLaunchGiveTheSizeThatItAsksFor) {
  EXPECT_EQ(
      told(LaunchRefused{"f", {"w.cu", 7}, 64, 16384, 0}),
      "The launch of f at w.cu:7 was refused, so the kernel did not run: it asks for blocks of "
      "16384 threads, but a block has 1 to 1024.\n");
  EXPECT_EQ(
      told(LaunchRefused{"f", {"w.cu", 7}, 0, 256, 0}),
      "The launch of f at w.cu:7 was refused, so the kernel did not run: it asks for 0 blocks, "
      "but a grid has at least one.\n");
  EXPECT_EQ(
      told(LaunchRefused{"f", {"w.cu", 7}, 2, 256, 1 << 20}),
      "The launch of f at w.cu:7 was refused, so the kernel did not run: it asks for 2 blocks of "
      "256 threads and 1048576 bytes of shared memory.\n");
}

TEST(Words, AboutCudaMemsetSayThatItTakesOnlyTheLowestByte) {
  const auto sentences = [](int value) {
    Failure failure;
    tell_sets({{"w.cu", 8, value}}, failure);
    return failure.what.empty() ? "" : told(failure.what.front());
  };

  EXPECT_EQ(sentences(-2147483647 - 1),
            "cudaMemset at w.cu:8 gives every byte the same value. It takes only the lowest byte "
            "of -2147483648, which is 0. As an int, each element is then 0.\n");
  EXPECT_EQ(sentences(1),
            "cudaMemset at w.cu:8 gives every byte the same value: 1. As an int, each element is "
            "then 16843009.\n");
  EXPECT_NE(sentences(2147483647).find("which is 255. As an int, each element is then -1."),
            std::string::npos);
  for (const int usual : {0, -1, 255}) EXPECT_EQ(sentences(usual), "");
}

TEST(Words, PutAllThatIsKnownAboutACaseIntoItsTitle) {
  EXPECT_EQ(words::title(CaseTitle{Scene::path, 4}.with(Matched::first_two)),
            "a path of 4 nodes, the first two matched");
  EXPECT_EQ(words::title(CaseTitle{Scene::random_with_ties, 64}.in(2)),
            "a random graph of 64 nodes with many ties, pass 2");
  EXPECT_EQ(words::title(CaseTitle{Scene::handout}.after(1)),
            "the graph of the handout after pass 1");
  EXPECT_EQ(words::title(CaseTitle{Scene::pair}.of_match(256, true)),
            "two nodes and one edge, -threads 256, -extra");
  EXPECT_EQ(scan_case({Scene::elements, 1}, {7}, 0).title, "1 element, distance 0");
  EXPECT_EQ(scan_case(CaseTitle{}.in(3), {1, 2}, 1).title, "pass 3, distance 1");
}

TEST(Words, LeaveOutAPartWhoseSlotHasNoValue) {
  const char* const table =
      "a: {n|edge} of {^at}{?more: , and {more}}{!is_last: ...}\n  - {?more: x}\nab: y";
  const Slots slots = {{"n", 1}, {"at", std::string("line")}, {"more", Slot()}, {"is_last", false}};
  EXPECT_EQ(words::sentences_of({table}, "a", slots),
            std::vector<std::string>{"1 edge of Line..."});
  Slots more = slots;
  more["more"] = 2L;
  EXPECT_EQ(words::sentences_of({table}, "a", more),
            (std::vector<std::string>{"1 edge of Line, and 2...", "x"}));
  EXPECT_THROW(words::sentences_of({table}, "b", slots), std::out_of_range);
  EXPECT_THROW(words::sentences_of({"a: {m}"}, "a", slots), std::out_of_range);
  EXPECT_EQ(words::hint({}), "");
}

TEST(Words, SayHowAProcessEnded) {
  End end{Ended::killed, SIGFPE, 5, ""};
  EXPECT_EQ(told(KernelEnded{"k", end}),
            "k ended with an arithmetic error (SIGFPE), such as a division by zero.\n");
  end.how = Ended::timed_out;
  EXPECT_EQ(told(WrapperEnded{true, end}),
            "onewaywrapper.cu with -extra had not ended after 5 seconds. A right solution takes a "
            "few milliseconds.\n");
  end = {Ended::exited, 3, 5, ""};
  EXPECT_EQ(told(MatchEnded{end}), "match ended the program (exit code 3) instead of returning.\n");
  end = {Ended::cuda_error, 0, 5, "out of memory"};
  EXPECT_EQ(told(KernelEnded{"k", end}), "CUDA reports an error after k: out of memory.\n");
  EXPECT_EQ(told(WrapperEnded{false, end}),
            "CUDA reports an error in onewaywrapper.cu: out of memory.\n");
}

// It may never have been written, or be a copy of memory that was never written.
TEST(Words, CallAnElementWithoutAKnownValueUndefined) {
  EXPECT_EQ(told(WrongElement{"newSum", 1, {}, 0}),
            "newSum[1] has an undefined value and must be 0.\n");
}

TEST(Words, SpeakOfOneNeighborInTheSingular) {
  Failure failure;
  failure.what = {NeighborsOf{0, {{1, 3}}, false, 1}, NeighborsOf{0, {{1, 3}}, false, 2},
                  NeighborsOf{0, {{1, 3}}, true, 1}, NeighborsOf{0, {{1, 3}, {2, 4}}, false, 2}};
  EXPECT_EQ(words::sentences(failure),
            (std::vector<std::string>{
                "The neighbor of node 0 is node 1 (weight 3).",
                "In pass 2, the neighbor of node 0 that is left is node 1 (weight 3).",
                "The neighbors of node 0 are node 1 (weight 3), and more.",
                "In pass 2, the neighbors of node 0 that are left are node 1 (weight 3), node 2 "
                "(weight 4)."}));
}

TEST(Words, SayWhichSizesNoEarlierCaseHad) {
  EXPECT_EQ(words::sentences([] {
              Failure failure;
              failure.what = {FirstOfItsSize{23, {{40000, "node"}, {48000, "edge"}}}};
              return failure;
            }()),
            std::vector<std::string>{"The 23 earlier cases gave the right result, but none "
                                     "of them had as many as 40000 nodes or 48000 edges."});
}

TEST(Words, SayWhichSizesAreLargestInTheFirstWrongRun) {
  EXPECT_EQ(told(LargestRun{65, {8000, 68000, 65536}, false, true, false}),
            "The 65 earlier runs of match gave the right result, but none of them had as many "
            "as 68000 edges.\n");
  EXPECT_EQ(told(LargestRun{65, {70000, 400, 65536}, true, false, true}),
            "The 65 earlier runs of match gave the right result, but none of them had as many "
            "as 70000 nodes or 65536 threads.\n");
}

TEST(Words, SayThatMatchesIsGivenToAPassButMadeByAKernel) {
  Failure failure;
  failure.array = "matches";
  failure.index = 0;
  failure.got = -1;
  failure.expected = 3;
  failure.pass = 2;
  EXPECT_EQ(words::summary(failure), "matches[0] is -1, must be 3 at the beginning of pass 2");
  failure.shape = Shape{1, 256};
  EXPECT_EQ(words::summary(failure), "matches[0] is -1, must be 3 in pass 2");
}

TEST(Words, SayHowTheThreadsOfASlowKernelShareTheWork) {
  Slots slots = {{"kernel", "exclusive_prefix_sum_gpu"},
                 {"array", "newSum"},
                 {"shape", Shape{4, 32}},
                 {"elements", 257L},
                 {"accesses", 49535L},
                 {"each", 192L},
                 {"busiest", 500L},
                 {"line", Slot()}};
  EXPECT_EQ(told(Told{"work_again", slots}),
            "A smaller launch of exclusive_prefix_sum_gpu for 257 elements gave the right result: "
            "4 blocks of 32 threads (128 threads). In it, the threads made 49535 accesses to "
            "arrays, 192 for "
            "each element of newSum: several threads do the same work.\n");
  slots["line"] = Place{"src/scan.cu", 7};
  EXPECT_NE(told(Told{"work_again", slots}).find("No line makes more accesses than src/scan.cu:7."),
            std::string::npos);
  EXPECT_NE(words::note({"work_again", slots})
                .find("; no line makes more accesses than src/scan.cu:7. The"),
            std::string::npos);
  EXPECT_NE(told(Told{"one_thread", slots})
                .find("In it, one thread made 500 of 49535 accesses to arrays."),
            std::string::npos);
}

TEST(Words, SayHowTheThreadsOfASlowExtraCreditShareTheWork) {
  const Slots slots = {{"kernel", "find_strongest_gpu"},
                       {"nodes", 100L},
                       {"elements", 400L},
                       {"accesses", 4000L},
                       {"each", 10L},
                       {"busiest", 30L}};
  EXPECT_EQ(told(Told{"extra_again", slots}),
            "In a smaller run for 100 nodes and an edge list of 400 edges, the threads of "
            "find_strongest_gpu made 4000 accesses to arrays, 10 for each edge: several threads do "
            "the same work.\n");
  EXPECT_EQ(told(Told{"extra_alone", slots}),
            "In a smaller run for 100 nodes and an edge list of 400 edges, one thread of "
            "find_strongest_gpu made 30 of 4000 accesses to arrays.\n");
}

TEST(Words, DoNotCapitalizeTheNameOfAFunctionAtTheStartOfASentence) {
  Finding finding;
  finding.text = "cudaMemcpyAsync copies memory";
  EXPECT_EQ(told(Found{finding}), "cudaMemcpyAsync copies memory.\n");
  finding.text = "data race";
  EXPECT_EQ(told(Found{finding}), "Data race.\n");
}

TEST(Words, LeaveOutWhatIsNotKnownAboutAFinding) {
  Finding finding;
  finding.text = "a race on matches[1]";
  EXPECT_EQ(told(Found{finding}), "A race on matches[1].\n");
  finding.file = "k.cu";
  finding.line = 7;
  finding.block = 0;
  finding.thread = 3;
  EXPECT_EQ(told(Found{finding, true}), "This was thread 3 of block 0, at k.cu:7.\n");
}

}  // namespace
}  // namespace handshake::suite
