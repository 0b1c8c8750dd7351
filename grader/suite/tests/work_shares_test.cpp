// A right kernel that wastes the work of its threads gets a note, and a kernel that divides its
// work well gets none.
#include "suite/work_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "host_kernels.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite {
namespace {

// Returns the threads that access element `element`: each of them does so in all five arrays.
using Workers = std::function<std::vector<int>(int element, int threads)>;

class SharingSource : public HostSource {
 public:
  explicit SharingSource(Workers workers, int times)
      : HostSource(right_kernel(kScan)), workers_(std::move(workers)), times_(times) {}
  std::unique_ptr<KernelRunner> open_recorded(const Kernel&, const std::string&) override {
    return std::make_unique<Runner>(workers_, times_);
  }

 private:
  class Runner : public HostRunner {
   public:
    Runner(Workers workers, int times)
        : HostRunner(right_kernel(kScan)), workers_(std::move(workers)), times_(times) {}
    LaunchReply launch(const Launch& launch) override {
      LaunchHistory seen;
      seen.kernel = launch.kernel->name;
      const int elements = launch.scalars.back();
      for (int x = 0; x < elements; x++)
        for (const int thread : workers_(x, launch.shape.total()))
          for (int access = 0; access < 5 * times_; access++)
            seen.steps.push_back({StepKind::read, thread, 0, 1 + access % 5, x, x});
      history_.places = {{"scan.cu", 7}};
      history_.launches.push_back(seen);
      return HostRunner::launch(launch);
    }
    History history() override { return history_; }

   private:
    Workers workers_;
    int times_;
    History history_;
  };

  Workers workers_;
  int times_;
};

// `times`: how often a thread accesses each of its elements.
std::string note_on(const Workers& workers, int times = 1) {
  SharingSource source(workers, times);
  const std::optional<Note> note = note_on_shares(source, scan_cases());
  return note ? words::note(*note) : "";
}

TEST(NoteOnShares, SaysNothingIfEachElementHasOneThread) {
  EXPECT_EQ(note_on([](int x, int threads) { return std::vector<int>{x % threads}; }), "");
}

TEST(NoteOnShares, SaysNothingIfAThreadReadsItsElementsAgain) {
  EXPECT_EQ(note_on([](int x, int threads) { return std::vector<int>{x % threads}; }, 3), "");
}

TEST(NoteOnShares, CountsTheAccessesOfAKernelInWhichOneThreadDoesAllTheWork) {
  const std::string note = note_on([](int, int) { return std::vector<int>{0}; });

  EXPECT_NE(note.find("in a launch of 4 blocks of 32 threads"), std::string::npos) << note;
  EXPECT_NE(note.find("no line makes more accesses than scan.cu:7"), std::string::npos) << note;
  EXPECT_NE(note.find("for 257 elements, one thread made 1285 of 1285 accesses"), std::string::npos)
      << note;
}

TEST(NoteOnShares, CountsTheAccessesOfAKernelInWhichEveryBlockRepeatsTheWork) {
  const std::string note = note_on(
      [](int x, int) { return std::vector<int>{x % 32, 32 + x % 32, 64 + x % 32, 96 + x % 32}; });

  EXPECT_NE(
      note.find("made 5140 accesses to arrays, at least 20 times the number of elements of newSum"),
      std::string::npos)
      << note;
}

// A kernel that does not end in time if it gets many elements.
class SlowSource : public SharingSource {
 public:
  using SharingSource::SharingSource;
  std::unique_ptr<KernelRunner> open(const Kernel&, const std::string&) override {
    return std::make_unique<SlowRunner>(right_kernel(kScan));
  }

 private:
  class SlowRunner : public HostRunner {
   public:
    using HostRunner::HostRunner;
    LaunchReply launch(const Launch& launch) override {
      LaunchReply reply = HostRunner::launch(launch);
      if (launch.scalars.back() > 60000) reply.end.how = Ended::timed_out;
      return reply;
    }
  };
};

Failure failure_of_slow_kernel(const Workers& workers) {
  SlowSource source(workers, 1);
  return check_kernel(source, kScan, {}).failures.at(0);
}

bool tells_shares(const Failure& failure) {
  return has_fact(failure, "one_thread") || has_fact(failure, "work_again");
}

TEST(SlowKernel, InWhichEveryThreadDoesAllTheWorkIsNotSaidToHaveAnEndlessLoop) {
  const Failure failure = failure_of_slow_kernel([](int, int threads) {
    std::vector<int> all(threads);
    std::iota(all.begin(), all.end(), 0);
    return all;
  });

  EXPECT_EQ(failure.verdict, Verdict::slow);
  EXPECT_TRUE(tells_shares(failure));
  EXPECT_EQ(failure.hint->thought, "shared_work");
}

TEST(SlowKernel, MayHaveAnEndlessLoopIfEachElementHasOneThread) {
  const Failure failure =
      failure_of_slow_kernel([](int x, int threads) { return std::vector<int>{x % threads}; });

  EXPECT_EQ(failure.verdict, Verdict::slow);
  EXPECT_FALSE(tells_shares(failure));
  EXPECT_EQ(failure.hint->thought, "endless_kernel");
}

}  // namespace
}  // namespace handshake::suite
