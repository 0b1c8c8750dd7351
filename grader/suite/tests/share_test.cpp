// Tests which share of its cases a kernel gets right.
#include "suite/share.hpp"

#include <gtest/gtest.h>

#include <map>

#include "suite/count_shares.hpp"
#include "suite/tests/host_kernels.hpp"

namespace handshake::suite {
namespace {

using Group = std::pair<std::string, std::string>;  // kind and threads

Shares shares_of(const Kernel& kernel, const HostKernel& code) {
  HostSource source(code);
  return count_shares(source, kernel);
}

// The mean share of the cases of each group that are not free.
std::map<Group, double> means(const Shares& shares) {
  std::map<Group, std::pair<double, int>> sums;
  for (const CaseShare& one : shares.cases) {
    auto& [sum, count] = sums[{one.kind, one.threads}];
    if (one.is_free) continue;
    sum += one.share;
    count++;
  }
  std::map<Group, double> result;
  for (const auto& [group, sum] : sums) result[group] = sum.second ? sum.first / sum.second : -1;
  return result;
}

class EveryKernelsShare : public testing::TestWithParam<const Kernel*> {
 protected:
  void every_mean_is(double expected, const HostKernel& code) {
    for (const auto& [group, mean] : means(shares_of(*GetParam(), code)))
      EXPECT_DOUBLE_EQ(mean, expected) << group.first << " " << group.second;
  }
};
INSTANTIATE_TEST_SUITE_P(, EveryKernelsShare, testing::ValuesIn(kKernels),
                         [](const auto& info) { return info.param->id; });

TEST_P(EveryKernelsShare, IsOneWhenItIsRight) {
  every_mean_is(1, right_kernel(*GetParam()));
}

TEST_P(EveryKernelsShare, IsNothingWhenItDoesNothing) {
  every_mean_is(0, [](const HostLaunch&) {});
}

TEST_P(EveryKernelsShare, IsNothingWhenItWritesOneValueEverywhere) {
  for (const int value : {-1, 0, 1})
    every_mean_is(0, [&](const HostLaunch& launch) {
      std::fill_n(launch.arrays.back(), launch.scalars.back(), value);
    });
}

TEST_P(EveryKernelsShare, IsNothingWhenItCopiesAnInput) {
  every_mean_is(0, [](const HostLaunch& launch) {
    std::copy_n(launch.arrays.front(), launch.scalars.back(), launch.arrays.back());
  });
}

TEST_P(EveryKernelsShare, IsWholeWithEnoughThreadsWhenEachThreadComputesOneElement) {
  const auto one_each = [&](const HostLaunch& launch) {
    const int elements = launch.scalars.back();
    const std::vector<int> before(launch.arrays.back(), launch.arrays.back() + elements);
    right_kernel (*GetParam())(launch);
    for (int x = launch.total_threads; x < elements; x++) launch.arrays.back()[x] = before[x];
  };
  for (const auto& [group, mean] : means(shares_of(*GetParam(), one_each))) {
    if (group.second == "enough")
      EXPECT_DOUBLE_EQ(mean, 1) << group.first;
    else
      EXPECT_LT(mean, 0.25) << group.first;
  }
}

TEST_P(EveryKernelsShare, IsWholeWhenItOnlyWritesPastTheEnd) {
  const auto past_the_end = [&](const HostLaunch& launch) {
    right_kernel (*GetParam())(launch);
    launch.arrays.back()[launch.scalars.back()] = 0;
  };
  every_mean_is(1, past_the_end);
  EXPECT_FALSE(shares_of(*GetParam(), past_the_end).unclean.empty());
}

// The shares of a right kernel that does not end in some launches.
Shares shares_of_hanging(const Kernel& kernel, const std::function<bool(const Launch&)>& hangs,
                         std::vector<bool>* are_short = nullptr) {
  class Runner : public HostRunner {
   public:
    Runner(const Kernel& kernel, std::function<bool(const Launch&)> hangs)
        : HostRunner(right_kernel(kernel)), hangs_(std::move(hangs)) {}
    LaunchReply launch(const Launch& launch) override {
      if (!hangs_(launch)) return HostRunner::launch(launch);
      LaunchReply reply;
      reply.end.how = Ended::timed_out;
      return reply;
    }

   private:
    std::function<bool(const Launch&)> hangs_;
  };
  class Source : public HostSource {
   public:
    Source(std::function<bool(const Launch&)> hangs, std::vector<bool>* are_short)
        : HostSource({}), hangs_(std::move(hangs)), are_short_(are_short) {}
    void begin_kind(bool is_short) override {
      if (are_short_) are_short_->push_back(is_short);
    }
    std::unique_ptr<KernelRunner> open(const Kernel& kernel, const std::string&) override {
      return std::make_unique<Runner>(kernel, hangs_);
    }

   private:
    std::function<bool(const Launch&)> hangs_;
    std::vector<bool>* are_short_;
  };
  Source source(hangs, are_short);
  return count_shares(source, kernel);
}

TEST(Share, OfAKernelThatDoesNotEndInOneKindOfCasesIsWholeInTheOthers) {
  const auto found =
      means(shares_of_hanging(kScan, [](const Launch& one) { return one.scalars[0] == 0; }));
  for (const auto& [group, mean] : found)
    EXPECT_DOUBLE_EQ(mean, group.first == "shift" ? 0 : 1) << group.first << " " << group.second;
}

TEST(Share, AfterALaunchThatDoesNotEndTheOtherKindsHaveLessTime) {
  std::vector<bool> are_short;
  shares_of_hanging(kScan, [](const Launch& one) { return one.scalars[0] == 0; }, &are_short);
  ASSERT_GT(are_short.size(), 1u);
  EXPECT_FALSE(are_short.front());
  EXPECT_TRUE(are_short.back());
}

TEST(Share, OfAKernelThatIsTooSlowInTheLargestLaunchesIsLostOnlyThere) {
  const Shares shares = shares_of_hanging(kFilter, [](const Launch& one) {
    return 1.0 * one.shape.total() * one.scalars[0] > 1 << 30;
  });
  int lost = 0;
  for (const CaseShare& one : shares.cases) {
    lost += one.share < 1;
    EXPECT_EQ(one.share < 1, one.failure.has_value()) << "each case was run";
  }
  EXPECT_GT(lost, 0);
  EXPECT_LT(lost, static_cast<int>(shares.cases.size()) / 8);
}

TEST(Share, CountsTheElementsThatAreRight) {
  const EdgeList path = make_edge_list(4, {{0, 1, 7}, {1, 2, 9}, {2, 3, 7}});
  const KernelCase made = filter_case({}, path, {1, 0, -1, -1});  // keeps edges 2-3 and 3-2
  EXPECT_FALSE(is_free(made));
  EXPECT_DOUBLE_EQ(share_right(made, {0, 0, 0, 0, 1, 1}), 1);
  EXPECT_GT(share_right(made, {0, 0, 0, 0, 0, 1}), 0.25);  // one of the two edges to keep
  EXPECT_LT(share_right(made, {0, 0, 0, 0, 0, 1}), 0.5);
  EXPECT_DOUBLE_EQ(share_right(made, {0, 0, 0, 0, 0, 0}), 0);
  EXPECT_DOUBLE_EQ(share_right(made, {1, 1, 1, 1, 0, 0}), 0);
  EXPECT_LT(share_right(made, {0, 1, 1, 1, 1, 1}), share_right(made, {0, 0, 1, 1, 1, 1}));
}

TEST(Share, OfAnInvertedFilterIsNothingButTheKernelIsBegun) {
  const Shares shares = shares_of(kFilter, [](const HostLaunch& launch) {
    right_kernel(kFilter)(launch);
    for (int e = 0; e < launch.scalars[0]; e++) launch.arrays[3][e] ^= 1;
  });
  for (const auto& [group, mean] : means(shares)) EXPECT_EQ(mean, 0) << group.second;
  EXPECT_TRUE(shares.is_begun);
  EXPECT_FALSE(shares_of(kFilter, [](const HostLaunch&) {}).is_begun);
}

TEST(Share, OfAFilterThatChangesTheEdgeListIsNothing) {
  const Shares shares = shares_of(kFilter, [](const HostLaunch& launch) {
    right_kernel(kFilter)(launch);
    if (launch.scalars[0] > 0) launch.arrays[0][0] = 1 - launch.arrays[0][0];
  });
  for (const auto& [group, mean] : means(shares)) EXPECT_EQ(mean, 0) << group.second;
}

}  // namespace
}  // namespace handshake::suite
