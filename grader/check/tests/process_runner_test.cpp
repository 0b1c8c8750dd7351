// If a runner misbehaves, only its own launch fails.
#include "check/process_runner.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

#include "labs/matching/kernels.hpp"
#include "suite/diagnose.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {
namespace {

using suite::Ended;

// A launch with one array, which has one element and a guard element on each side. So a right reply
// has three ints.
suite::Launch small_launch() {
  return {&suite::kHandshaking, {1, 1}, 1, {{true, {7, 8, 9}}}, {1}};
}

suite::LaunchReply launch_with(const std::string& manner) {
  ProcessRunner runner({{ABUSIVE_RUNNER, manner}, {}}, std::chrono::milliseconds(1500));
  return runner.launch(small_launch());
}

// What a student reads about the end of the process.
std::string told(const suite::LaunchReply& reply) {
  suite::Failure failure;
  failure.what = {suite::KernelEnded{"a_kernel", reply.end}};
  return suite::words::summary(failure);
}

struct Manner {
  const char* name;
  Ended how;
};

class MisbehavingRunner : public testing::TestWithParam<Manner> {};
INSTANTIATE_TEST_SUITE_P(
    , MisbehavingRunner,
    testing::Values(
        Manner{"exits_at_once", Ended::exited}, Manner{"says_ok_and_exits", Ended::exited},
        Manner{"sends_garbage", Ended::bad_reply}, Manner{"ends_in_the_head", Ended::exited},
        Manner{"ends_in_the_payload", Ended::exited}, Manner{"claims_too_much", Ended::bad_reply},
        Manner{"claims_more_than_it_may", Ended::bad_reply},
        Manner{"sends_too_little", Ended::bad_reply}, Manner{"sends_too_much", Ended::bad_reply},
        Manner{"answers_another_request", Ended::bad_reply}, Manner{"crashes", Ended::killed},
        Manner{"hangs", Ended::timed_out}, Manner{"floods", Ended::flooded}),
    [](const auto& info) { return info.param.name; });

TEST_P(MisbehavingRunner, GainsNothing) {
  const suite::LaunchReply reply = launch_with(GetParam().name);

  EXPECT_EQ(reply.end.how, GetParam().how) << told(reply);
  EXPECT_TRUE(reply.arrays.empty());
  EXPECT_FALSE(told(reply).empty());
}

// The ways in which a process may try to hide a finding after a right answer.
class RunnerThatHidesAFinding : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, RunnerThatHidesAFinding,
                         testing::Values("answers", "finds_and_exits", "finds_and_says_nothing",
                                         "finds_and_denies", "finds_and_leaves_a_gap",
                                         "finds_after_its_end", "finds_without_end"),
                         [](const auto& info) { return info.param; });

TEST_P(RunnerThatHidesAFinding, IsNeverRight) {
  ProcessRunner runner({{ABUSIVE_RUNNER, GetParam()}, {}}, std::chrono::seconds(5));

  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::replied);
  EXPECT_TRUE(suite::first_error(runner.finish()));
}

TEST(Runner, IsRightIfItReportsThatItFoundNothing) {
  ProcessRunner runner({{ABUSIVE_RUNNER, "finds_nothing"}, {}}, std::chrono::seconds(5));

  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::replied);
  EXPECT_TRUE(runner.finish().empty());
}

TEST(Runner, ThatAnsweredButDoesNotEndIsCalledSlowAndNotCrashed) {
  ProcessRunner runner({{ABUSIVE_RUNNER, "finds_nothing_and_stays"}, {}},
                       std::chrono::milliseconds(500));
  runner.launch(small_launch());

  const auto failure = suite::first_error(runner.finish());

  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->verdict, suite::Verdict::slow) << failure->finding->text;
}

TEST(Runner, CannotTakeBackAFindingThatWasReported) {
  ProcessRunner runner({{ABUSIVE_RUNNER, "finds_and_exits"}, {}}, std::chrono::seconds(5));
  runner.launch(small_launch());

  EXPECT_EQ(runner.finish().front().kind, Kind::out_of_bounds);
}

TEST(Runner, ReturnsTheArraysOfARightReply) {
  const suite::LaunchReply reply = launch_with("answers");

  EXPECT_EQ(reply.end.how, Ended::replied);
  EXPECT_EQ(reply.arrays, (std::vector<std::vector<int>>{{0, 0, 0}}));
}

TEST(Runner, GetsNoMoreLaunchesWhenTheTimeOfItsPartIsSpent) {
  Allowance allowance{Seconds(7), Seconds(0.15)};
  ProcessRunner runner({{ABUSIVE_RUNNER, "answers_late"}, {}, &allowance},
                       std::chrono::seconds(60));
  suite::LaunchReply reply;
  for (int launch = 0; launch < 10; launch++) {
    reply = runner.launch(small_launch());
    if (reply.end.how == Ended::spent) break;
    runner.finish();  // the process answers only once; the next launch starts a new process
  }

  EXPECT_EQ(reply.end.how, Ended::spent);
  EXPECT_EQ(told(reply).substr(0, 62),
            "All launches of a_kernel together took longer than 7 seconds. ");
}

TEST(Runner, HasLessTimeForEachLaunchIfItsAllowanceSaysSo) {
  Allowance allowance{Seconds(7), Seconds(7), Seconds(0.01)};
  ProcessRunner runner({{ABUSIVE_RUNNER, "answers_late"}, {}, &allowance},
                       std::chrono::seconds(60));

  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::timed_out);
}

TEST(Runner, AddsTheTimeOfWaitsToItsAllowanceEvenIfTheGuardReportsItOnlyAtTheEnd) {
  Allowance allowance{Seconds(7), Seconds(7)};
  auto runner = std::make_unique<ProcessRunner>(
      Command{{ABUSIVE_RUNNER, "reports_at_its_end"}, {}, &allowance, true},
      std::chrono::seconds(60));
  EXPECT_EQ(runner->launch(small_launch()).end.how, Ended::replied);
  const Seconds left = allowance.left;
  runner.reset();
  EXPECT_NEAR((allowance.left - left).count(), 0.39, 0.001);
}

suite::LaunchReply guarded_launch(const std::string& manner, int limit) {
  ProcessRunner runner({{ABUSIVE_RUNNER, manner}, {}, nullptr, true},
                       std::chrono::milliseconds(limit));
  return runner.launch(small_launch());
}

TEST(Runner, IsNotTimedBeforeItsGuardHasStartedIt) {
  EXPECT_EQ(guarded_launch("starts_late", 300).end.how, Ended::replied);
}
TEST(Runner, GetsExtraTimeIfItWaitsForAProcessor) {
  EXPECT_EQ(guarded_launch("waits_a_moment", 1000).end.how, Ended::replied);
}

TEST(Runner, ThatDidNotWaitGetsNoMoreTime) {
  EXPECT_EQ(guarded_launch("hangs", 1000).end.how, Ended::timed_out);
}

TEST(Runner, ThatWaitsForAProcessorForeverIsNotAFaultOfTheSubmission) {
  const Seconds usual = std::exchange(OwnTime::patience, Seconds(0.5));
  EXPECT_THROW(guarded_launch("waits_for_ever", 200), std::runtime_error);
  OwnTime::patience = usual;
}

// The guard reports that the process runs a ninth of the time, and waits the rest of the time.
TEST(Runner, ThatWorksForeverTimesOutEvenIfItGetsLittleProcessorTime) {
  EXPECT_EQ(guarded_launch("works_for_ever", 300).end.how, Ended::timed_out);
}

void stay_on_first_processor() {
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
    if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
  sched_setaffinity(0, sizeof one, &one);
}

// Starts a process that works without end. All processes that this function starts share one
// processor.
pid_t start_worker() {
  const pid_t process = fork();
  if (process != 0) return process;
  stay_on_first_processor();
  while (true) sched_getcpu();
}

Seconds time_on_processor(pid_t process) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    ADD_FAILURE() << "no clock of process " << process;
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

TEST(OwnTime, ExcludesTheTimeInWhichAProcessWithoutAGuardWaits) {
  std::vector<pid_t> workers(6);
  for (pid_t& worker : workers) worker = start_worker();
  OwnTime time;
  time.watch(workers.front());
  time.begin();
  usleep(900'000);
  const Seconds used = time.used();
  for (const pid_t worker : workers) kill(worker, SIGKILL), waitpid(worker, nullptr, 0);

  EXPECT_LT(used, Seconds(0.6));
}

TEST(OwnTime, IncludesTheProcessorTimeOfAProcessEvenIfItsWatcherWaits) {
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  std::vector<pid_t> workers(6);
  for (pid_t& worker : workers) worker = start_worker();
  stay_on_first_processor();
  OwnTime time;
  time.watch(workers.front());
  time.begin();
  const Seconds before = time_on_processor(workers.front());
  while (time_on_processor(workers.front()) - before < Seconds(0.1)) sched_getcpu();
  const Seconds used = time.used();
  for (const pid_t worker : workers) kill(worker, SIGKILL), waitpid(worker, nullptr, 0);
  sched_setaffinity(0, sizeof all, &all);

  EXPECT_GT(used, Seconds(0.05));
}

TEST(Runner, IsStartedAgainAfterItEnded) {
  ProcessRunner runner({{ABUSIVE_RUNNER, "answers"}, {}}, std::chrono::seconds(5));

  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::replied);
  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::exited);
  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::replied);
}

TEST(Runner, CannotControlTheTerminal) {
  EXPECT_EQ(launch_with("prints_controls").printed, " [2Jcleared");
}

TEST(OutputOfARunner, IsQuotedAsTextWhateverBytesItHas) {
  EXPECT_EQ(launch_with("prints_bytes").printed, "\ufffd\ufffd\u00e9 \ufffd");
}

TEST(OutputOfARunner, IsCutOnlyAfterAWholeCharacter) {
  std::string wanted = "x";
  while (wanted.size() + 2 <= 4000) wanted += "\u00e9";
  EXPECT_EQ(launch_with("prints_many_letters").printed, wanted);
}

TEST(Runner, ThatDoesNotExistIsReportedAsEnded) {
  ProcessRunner runner({{"/does/not/exist"}, {}}, std::chrono::seconds(5));

  EXPECT_EQ(runner.launch(small_launch()).end.how, Ended::exited);
}

suite::Finding finding_in(const std::string& file, Severity severity) {
  suite::Finding finding;
  finding.kind = Kind::out_of_bounds;
  finding.severity = severity;
  finding.file = file;
  return finding;
}

TEST(FindingsReader, ReadsWhatTheRuntimeFound) {
  FindingsReader reader;
  const std::vector<suite::Finding> found = reader.read(
      R"({"number":1,"kind":"race_write_write","severity":"error","file":"a.cu","line":7,)"
      R"("block":[2,0,0],"thread":[5,1,0],"message":"words","other":{"file":"b.cu","line":9,)"
      R"("block":[3,0,0]},"element":{"space":"shared","variable":"tile","index":-4,"elements":8,)"
      R"("bytes":4},"type":"int","value":-9,"allocation":{"bytes":64,"freed":{"line":3}}})"
      "\n"
      R"({"number":2,"end":true})"
      "\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(reader.is_whole());
  const suite::Finding& race = found.front();
  EXPECT_EQ(race.kind, Kind::race_write_write);
  EXPECT_EQ(race.severity, Severity::error);
  EXPECT_EQ(race.text + race.file + race.other_file + race.type, "wordsa.cub.cuint");
  EXPECT_EQ(race.line, 7);
  EXPECT_EQ(race.block, 2);
  EXPECT_EQ(race.thread.x, 5);
  EXPECT_EQ(race.other_line, 9);
  EXPECT_EQ(race.other_block, 3);
  EXPECT_EQ(race.other_thread, -1) << "it is not known";
  EXPECT_EQ(race.element.space, Space::shared);
  EXPECT_EQ(race.element.variable, "tile");
  EXPECT_EQ(race.element.index, -4);
  EXPECT_EQ(race.element.elements, 8);
  EXPECT_EQ(race.element.bytes, 4);
  EXPECT_EQ(race.value, -9);
  EXPECT_EQ(race.allocation_bytes, 64);
  EXPECT_EQ(race.freed_line, 3);
}

TEST(FindingsReader, RefusesAKindThatDoesNotExist) {
  for (const char* kind : {"", R"(,"kind":"a race of words")"}) {
    FindingsReader reader;
    const std::string line = std::string(R"({"number":1)") + kind + "}\n";
    EXPECT_TRUE(reader.read(line + "{\"number\":2,\"end\":true}\n").empty());
    EXPECT_FALSE(reader.is_whole());
  }
}

TEST(FindingsAboutASubmission, IncludeAllErrorsWhateverTheNamesOfTheirFilesAre) {
  EXPECT_EQ(
      suite::about_submission({finding_in("grader/runner/device.cuh", Severity::error)}).size(),
      1u);
}

TEST(FindingsAboutASubmission, IncludeRemarksOnFilesWithNamesLikeThoseOfTheGrader) {
  EXPECT_EQ(suite::about_submission({finding_in("my/grader/runner/own.cu", Severity::warning),
                                     finding_in("src/grader/runner/own.cu", Severity::note)})
                .size(),
            2u);
  EXPECT_TRUE(
      suite::about_submission({finding_in("grader/runner/device.cuh", Severity::warning)}).empty());
}

}  // namespace
}  // namespace handshake::check
