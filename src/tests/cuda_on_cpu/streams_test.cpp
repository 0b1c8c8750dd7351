// Tests what the diagnostic build reports about work in several streams. If nothing makes the later
// work wait for the earlier work, the report must name both lines. Otherwise there is no report.
#include <gtest/gtest.h>

#include <string>

#include "run_program.hpp"

namespace {

const std::string kSource = STREAMS_SOURCE;

struct Mistake {
  const char* name;   // the argument of the program
  const char* later;  // the mark of the line that should wait
  const char* earlier;
  const char* words;
};

constexpr Mistake kMistakes[] = {
    {"copy_then_launch", "launch_in_default", "copy_up",
     "kernel add_one reads memory that cudaMemcpyAsync writes in another stream, and does not "
     "wait for that work: the default stream and a stream made with cudaStreamNonBlocking do not "
     "wait"},
    {"copy_of_next_data", "copy_over", "reads_old",
     "cudaMemcpyAsync writes to memory that kernel add_one reads in another stream"},
    {"launch_then_copy_down", "copy_down", "launch_apart",
     "cudaMemcpy reads memory that kernel add_one writes in another stream"},
    {"memset_then_launch", "launch_after_set", "set_in_default",
     "kernel add_one reads memory that cudaMemset writes in another stream"},
    {"two_ordinary_streams", "second_of_two", "first_of_two",
     "kernel add_one reads memory that kernel add_one writes in another stream, and does not "
     "wait for that work ["},
    {"copy_on_device", "launch_after_copy", "copy_across",
     "kernel add_one writes to memory that cudaMemcpy writes in another stream"},
    {"event_too_early", "launch_after_event", "set_after_event",
     "kernel add_one reads memory that cudaMemsetAsync writes in another stream"},
    {"waits_for_other_stream", "launch_after_wait", "set_apart",
     "kernel add_one reads memory that cudaMemsetAsync writes in another stream"},
    {"stream_destroyed", "launch_after_destroy", "set_in_destroyed",
     "kernel add_one reads memory that cudaMemsetAsync writes in another stream"},
};

class WorkInStreams : public testing::TestWithParam<Mistake> {};
INSTANTIATE_TEST_SUITE_P(, WorkInStreams, testing::ValuesIn(kMistakes),
                         [](const auto& info) { return info.param.name; });

TEST_P(WorkInStreams, IsReportedWithBothLinesIfTheLaterWorkDoesNotWaitForTheEarlier) {
  const Mistake& mistake = GetParam();
  const std::string text = run_program({STREAMS_PROGRAM, mistake.name}).errors;

  EXPECT_NE(text.find(marked_line(kSource, mistake.later) + ": error: "), std::string::npos)
      << text;
  EXPECT_NE(text.find(mistake.words), std::string::npos) << text;
  EXPECT_NE(text.find("[not_waited_for]"), std::string::npos) << text;
  EXPECT_NE(text.find(marked_line(kSource, mistake.earlier)), std::string::npos) << text;
}

TEST(PinnedMemory, IsReportedIfTheHostChangesItBeforeACopyOfItHasEnded) {
  for (const char* name : {"changed_too_early", "changed_in_default"}) {
    const std::string text = run_program({STREAMS_PROGRAM, name}).errors;
    EXPECT_NE(text.find(marked_line(kSource, "copy_of_pinned") +
                        ": error: cudaMemcpyAsync copies memory that the host changed without "
                        "waiting for the copy [changed_too_early]"),
              std::string::npos)
        << name << '\n'
        << text;
  }
}

TEST(PinnedMemory, IsReportedIfTheHostUsesItBeforeACopyHasFilledIt) {
  for (const char* name :
       {"read_too_early", "read_in_default", "read_registered", "read_after_launch"}) {
    const std::string text = run_program({STREAMS_PROGRAM, name}).errors;
    EXPECT_NE(text.find(marked_line(kSource, "reads_pinned") +
                        ": error: host code reads memory that cudaMemcpyAsync fills, and has not "
                        "waited for the copy [used_too_early]"),
              std::string::npos)
        << name << '\n'
        << text;
    EXPECT_NE(text.find(marked_line(kSource, "copy_to_pinned")), std::string::npos) << text;
  }
  const std::string text = run_program({STREAMS_PROGRAM, "written_too_early"}).errors;
  EXPECT_NE(
      text.find(marked_line(kSource, "writes_pinned") + ": error: host code writes to memory"),
      std::string::npos)
      << text;
}

class RightStreams : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    , RightStreams,
    testing::Values("synchronizes_stream", "synchronizes_device", "asks_stream", "waits_for_event",
                    "stream_waits_for_event", "ordinary_and_default", "stream_of_thread",
                    "one_stream", "halves", "both_read", "copies_down_first", "waits_before_change",
                    "overwritten_by_copy", "overwritten_by_launch", "waits_before_read",
                    "reads_after_event", "waits_for_all", "asks_until_copied",
                    "reads_after_copy_down", "reads_in_callback", "reads_unregistered",
                    "reads_after_reset", "copies_on", "copies_to_ordinary", "uses_other_half",
                    "reads_large_in_part", "frees_at_once"),
    [](const auto& info) { return info.param; });

TEST_P(RightStreams, AreNotReported) {
  EXPECT_EQ(run_program({STREAMS_PROGRAM, GetParam()}).errors, "");
}

}  // namespace
