// Tests the verdicts and notes that the suite gives to right and wrong kernels.
#include "suite/check_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "labs/matching/oracle.hpp"
#include "labs/matching/passes.hpp"
#include "suite/schedule.hpp"
#include "suite/tests/host_kernels.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite {
namespace {

PartResult check(const Kernel& kernel, const HostKernel& code) {
  HostSource source(code);
  return check_kernel(source, kernel, {});
}

class EveryKernel : public testing::TestWithParam<const Kernel*> {};
INSTANTIATE_TEST_SUITE_P(, EveryKernel, testing::ValuesIn(kKernels),
                         [](const auto& info) { return info.param->id; });

TEST_P(EveryKernel, IsOkWhenItIsRight) {
  const PartResult part = check(*GetParam(), right_kernel(*GetParam()));

  EXPECT_EQ(part.verdict, Verdict::ok);
  EXPECT_GT(part.cases, 20);
  EXPECT_TRUE(part.notes.empty());
}

TEST_P(EveryKernel, IsWrongWhenItDoesNothing) {
  const PartResult part = check(*GetParam(), [](const HostLaunch&) {});

  EXPECT_EQ(part.verdict, Verdict::wrong);
}

TEST_P(EveryKernel, IsWrongWhenItWritesTheSameValueEverywhere) {
  for (const int value : {-2, -1, 0, 1, 7}) {
    const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
      for (int x = 0; x < launch.scalars.back(); x++) launch.arrays.back()[x] = value;
    });

    EXPECT_EQ(part.verdict, Verdict::wrong) << "the value is " << value;
  }
}

TEST_P(EveryKernel, IsNotSaidToWriteSingleBytesWhenItAddsToTheOldValue) {
  const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
    const int first = launch.scalars.back() > 0 ? launch.arrays.back()[0] : 0;
    right_kernel (*GetParam())(launch);
    if (launch.scalars.back() > 0) launch.arrays.back()[0] = first + 6;
  });

  ASSERT_FALSE(part.failures.empty());
  for (const Failure& failure : part.failures)
    for (const Fact& fact : failure.what) EXPECT_FALSE(fact.is("partly_written"));
}

TEST_P(EveryKernel, IsWrongWhenEachThreadComputesOnlyOneElement) {
  const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
    const int elements = launch.scalars.back();
    std::vector<int> before(launch.arrays.back(), launch.arrays.back() + elements);
    right_kernel (*GetParam())(launch);
    for (int x = launch.total_threads; x < elements; x++) launch.arrays.back()[x] = before[x];
  });

  EXPECT_EQ(part.verdict, Verdict::wrong);
  ASSERT_FALSE(part.failures.empty());
  EXPECT_NE(words::hint(part.failures.front().hint).find("Read \"Threads\""), std::string::npos);
}

TEST_P(EveryKernel, GetsTheVerdictMemoryWhenItWritesPastTheEnd) {
  const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
    right_kernel (*GetParam())(launch);
    launch.arrays.back()[launch.scalars.back()] = 0;
  });

  EXPECT_EQ(part.verdict, Verdict::memory);
}

TEST_P(EveryKernel, HasRightValuesIfItsOnlyFaultIsAWritePastTheEnd) {
  const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
    right_kernel (*GetParam())(launch);
    launch.arrays.back()[launch.scalars.back()] = 0;
  });

  ASSERT_FALSE(part.failures.empty());
  for (const Failure& failure : part.failures) EXPECT_TRUE(failure.diagnostic);
}

TEST_P(EveryKernel, IsReportedForWrongValuesThatOnlyALaterCaseShows) {
  const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
    right_kernel (*GetParam())(launch);
    const int elements = launch.scalars.back();
    launch.arrays.back()[elements] = 0;
    if (elements > 250) launch.arrays.back()[0] = 7777777;
  });

  EXPECT_TRUE(std::any_of(part.failures.begin(), part.failures.end(),
                          [](const Failure& failure) { return !failure.diagnostic; }));
}

TEST_P(EveryKernel, IsSaidToFailInTheLargestCaseSoFarIfItHasManyElements) {
  const auto fails_from = [&](int elements) {
    const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
      right_kernel (*GetParam())(launch);
      if (launch.scalars.back() > elements) launch.arrays.back()[0] = 7777777;
    });
    return part.failures.front();
  };
  EXPECT_TRUE(has_fact<FirstOfItsSize>(fails_from(20000)));
  EXPECT_FALSE(has_fact<FirstOfItsSize>(fails_from(250)));
}

TEST_P(EveryKernel, GetsTheVerdictMemoryWhenItWritesBeforeTheStartOfAnArray) {
  const PartResult part = check(*GetParam(), [&](const HostLaunch& launch) {
    right_kernel (*GetParam())(launch);
    launch.arrays.back()[-1] = -1;
  });

  EXPECT_EQ(part.verdict, Verdict::memory);
}

TEST(ChangedInput, GivesOnlyOneNoteIfNoLaterStepReadsTheInput) {
  const PartResult part = check(kScan, [](const HostLaunch& launch) {
    right_kernel(kScan)(launch);
    launch.arrays[0][launch.scalars[1] / 2] = -5;  // this element differs between cases
  });

  EXPECT_EQ(part.verdict, Verdict::ok);
  ASSERT_EQ(part.notes.size(), 1u);
  EXPECT_NE(words::note(part.notes[0]).find("elements of oldSum"), std::string::npos);
}

TEST(ChangedInput, IsWrongIfALaterStepReadsTheInput) {
  const PartResult part = check(kFilter, [](const HostLaunch& launch) {
    right_kernel(kFilter)(launch);
    for (int e = 0; e < launch.scalars[0]; e++) launch.arrays[1][e] = 0;
  });

  EXPECT_EQ(part.verdict, Verdict::wrong);
}

TEST(Failures, NameTheWrongEdgeAndSayWhatIsWrongWithIt) {
  const PartResult part = check(kFilter, [](const HostLaunch& launch) {
    for (int e = 0; e < launch.scalars[0]; e++)
      launch.arrays[3][e] = launch.arrays[2][launch.arrays[0][e]] == kUnmatched;
  });

  ASSERT_FALSE(part.failures.empty());
  const Failure& failure = part.failures.front();
  EXPECT_EQ(failure.array, "keepEdges");
  EXPECT_EQ(failure.index, 3);
  EXPECT_EQ(failure.got, 1);
  EXPECT_EQ(failure.expected, 0);
  EXPECT_EQ(words::sentences(failure).at(1),
            "Edge 3 goes from node 2 to node 1; node 2 is unmatched, node 1 is matched with node "
            "0.");
}

struct Mistake {
  const char* name;
  const Kernel& kernel;
  HostKernel code;
};

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> kMistakes = {
      {"MatchesEveryNodeWithItsStrongestNeighbor", kHandshaking,
       [](const HostLaunch& launch) {
         for (int x = 0; x < launch.scalars[0]; x++)
           if (launch.arrays[1][x] == kUnmatched) launch.arrays[1][x] = launch.arrays[0][x];
       }},
      {"LooksAtOnlyOneEnd", kFilter,
       [](const HostLaunch& launch) {
         for (int e = 0; e < launch.scalars[0]; e++)
           launch.arrays[3][e] = launch.arrays[2][launch.arrays[1][e]] == kUnmatched;
       }},
      {"AddsFromTheWrongPlace", kScan,
       [](const HostLaunch& launch) {
         right_kernel(kScan)(launch);
         const int distance = launch.scalars[0], elements = launch.scalars[1];
         if (distance > 1)
           for (int x = distance; x < elements; x++)
             launch.arrays[1][x] = launch.arrays[0][x] + launch.arrays[0][x - distance + 1];
       }},
  };
  return kMistakes;
}

class WrongKernel : public testing::TestWithParam<Mistake> {};
INSTANTIATE_TEST_SUITE_P(, WrongKernel, testing::ValuesIn(mistakes()),
                         [](const auto& info) { return info.param.name; });

TEST_P(WrongKernel, FailsOnAGraphOfAtMostSixNodes) {
  HostSource source(GetParam().code);
  Failure failure;
  failure.schedule = "forward";
  failure.shape = {1, 1};

  const auto found = smallest_failing_graph(source, GetParam().kernel, failure);

  ASSERT_TRUE(found);
  EXPECT_LE(found->graph.numNodes, 6);
  HostRunner runner(GetParam().code);
  EXPECT_TRUE(run_passes(runner, GetParam().kernel, found->graph, {{1, 256}, 0}));
}

// A right kernel with a race between a read and a write. If the threads do not run in their natural
// order, only the first `tries` runs end in time.
class RacingSource : public HostSource {
 public:
  explicit RacingSource(int tries) : HostSource(right_kernel(kFilter)), tries_(tries) {}
  std::unique_ptr<KernelRunner> open_diagnostic(const Kernel&, const std::string&) override {
    return std::make_unique<Runner>(1 << 20, true);
  }
  std::unique_ptr<KernelRunner> open_interleaved(const Kernel&) override {
    return std::make_unique<Runner>(tries_, false);
  }

 private:
  class Runner : public HostRunner {
   public:
    Runner(int tries, bool sees) : HostRunner(right_kernel(kFilter)), left_(tries), sees_(sees) {}
    LaunchReply launch(const Launch& launch) override {
      LaunchReply reply = HostRunner::launch(launch);
      if (left_-- <= 0) reply.end.how = Ended::spent;
      if (!sees_) return reply;
      Finding race;
      race.kind = Kind::race_read_write;
      race.severity = Severity::error;
      reply.findings.push_back(race);
      return reply;
    }

   private:
    int left_;
    bool sees_;
  };

  int tries_;
};

TEST(RaceThatChangesNoValue, IsNoMistakeIfAtLeastOneOrderOfThreadsWasTriedInTime) {
  for (const int tries : {0, 1, 31, 32}) {
    RacingSource source(tries);
    const PartResult part = check_kernel(source, kFilter, {});

    EXPECT_EQ(part.verdict, tries == 0 ? Verdict::race : Verdict::ok) << tries << " orders";
  }
}

// A kernel that is right in the natural order of the threads, but wrong in other orders. It makes
// one access of the given kind.
class SourceWithAnOrder : public HostSource {
 public:
  explicit SourceWithAnOrder(StepKind kind) : HostSource(right_kernel(kHandshaking)), kind_(kind) {}
  std::unique_ptr<KernelRunner> open_interleaved(const Kernel&) override {
    return std::make_unique<HostRunner>([](const HostLaunch&) {});
  }
  std::unique_ptr<KernelRunner> open_recorded(const Kernel&, const std::string&) override {
    return std::make_unique<Runner>(kind_);
  }

 private:
  class Runner : public HostRunner {
   public:
    explicit Runner(StepKind kind) : HostRunner(right_kernel(kHandshaking)), kind_(kind) {}
    History history() override {
      History history;
      history.launches.resize(1);
      history.launches.front().steps.push_back({kind_, 0, 0, 1});
      return history;
    }

   private:
    StepKind kind_;
  };
  StepKind kind_;
};

TEST(KernelWithAtomics, IsAlsoRunWithThreadsThatTakeTurnsOneAccessAtATime) {
  SourceWithAnOrder atomic(StepKind::atomic), ordinary(StepKind::write);
  const PartResult part = check_kernel(atomic, kHandshaking, {});

  EXPECT_EQ(part.verdict, Verdict::wrong);
  EXPECT_TRUE(is_taking_turns(part.failures.front().schedule));
  EXPECT_EQ(check_kernel(ordinary, kHandshaking, {}).verdict, Verdict::ok);
}

// A scan with one mistake: an array declared in the kernel is too short if there are many elements
// and the distance is above 0. Diagnostic mode notices this mistake; plain mode and a GPU do not.
class SourceWithAShortArray : public HostSource {
 public:
  SourceWithAShortArray() : HostSource(right_kernel(kScan)) {}
  std::unique_ptr<KernelRunner> open_diagnostic(const Kernel&, const std::string&) override {
    return std::make_unique<Runner>();
  }

 private:
  class Runner : public HostRunner {
   public:
    Runner() : HostRunner(right_kernel(kScan)) {}
    LaunchReply launch(const Launch& launch) override {
      LaunchReply reply = HostRunner::launch(launch);
      const int distance = launch.scalars[0], elements = launch.scalars[1];
      if (distance == 0 || elements <= 2048) return reply;
      Finding outside;
      outside.kind = Kind::out_of_bounds;
      outside.severity = Severity::error;
      reply.findings.push_back(outside);
      return reply;
    }
  };
};

TEST(ArrayDeclaredInAKernel, IsReportedIfItIsTooShortForAScanStepOfManyElements) {
  SourceWithAShortArray source;

  EXPECT_EQ(check_kernel(source, kScan, {}).verdict, Verdict::memory);
}

TEST(SmallestFailingGraph, DoesNotExistForARightKernel) {
  HostSource source(right_kernel(kFilter));
  Failure failure;
  failure.schedule = "forward";
  failure.shape = {1, 1};

  EXPECT_FALSE(smallest_failing_graph(source, kFilter, failure));
}

// Reports an access outside of an array. The CUDA runtime counts the guard elements as a part of
// the array.
class OutsideRunner : public KernelRunner {
 public:
  OutsideRunner(std::string text, std::string brief)
      : text_(std::move(text)), brief_(std::move(brief)) {}
  LaunchReply launch(const Launch&) override {
    Finding finding;
    finding.kind = Kind::out_of_bounds;
    finding.severity = Severity::error;
    finding.element.array = "oldSum";
    finding.text = text_;
    finding.brief = brief_;
    LaunchReply reply;
    reply.end.how = Ended::cuda_error;
    reply.findings = {finding};
    return reply;
  }
  std::vector<Finding> finish() override { return {}; }

 private:
  std::string text_, brief_;
};

std::string told_of(const std::string& text, const std::string& brief, RunSettings settings) {
  OutsideRunner runner(text, brief);
  return run_case(runner, scan_case({}, {1, 1, 1}, 1), settings).failure->finding->text;
}

TEST(Failures, DoNotNameTheSizeOfAnArrayIfThisSizeIncludesTheGuards) {
  const std::string index = "read of oldSum[9], but oldSum has 259 elements: index 0 to 258";

  EXPECT_EQ(told_of(index, "read of oldSum[9]", {}), "read of oldSum[9]");
  EXPECT_EQ(told_of(index, "", {}), index) << "the runtime says whether a text has sizes";
  EXPECT_EQ(told_of(index, "read of oldSum[9]", diagnostic_run({1, 1})), index);
}

}  // namespace
}  // namespace handshake::suite
