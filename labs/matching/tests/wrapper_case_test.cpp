// Tests what is said about a reply of the runner of onewaywrapper.cu.
#include "labs/matching/wrapper_case.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "labs/matching/edge_list.hpp"

namespace handshake::suite {
namespace {

class Replies : public WrapperRunner {
 public:
  explicit Replies(WrapperReply reply) : reply_(std::move(reply)) {}
  WrapperReply run(const WrapperCase&, const std::vector<Pass>&, int) override { return reply_; }
  std::vector<Finding> finish() override { return {}; }

 private:
  WrapperReply reply_;
};

// One pass over one edge, in which every array has enough room and the right values.
WrapperReply right_reply() {
  SeenPass pass;
  const auto array = [](int number) { return protocol::SeenArray{3, number}; };
  pass.log = {1,        2, array(1), array(2), 1,        2, array(3), array(4), array(2),
              array(6), 3, 3,        array(6), array(7), 0, 0,        {}};
  pass.strongNeighbor = {1, 0};
  pass.matches = {kUnmatched, kUnmatched};
  pass.src = {0, 1};
  pass.dst = {1, 0};
  pass.weight = {3, 3};
  WrapperReply reply;
  reply.end.how = Ended::replied;
  reply.matches = {1, 0};
  reply.passes = {pass};
  reply.allocations.assign(7, {"w.cu", 5, 6, 9, 0, 0, 12, 12});
  reply.first_free = 9;
  return reply;
}

WrapperResult result_of(WrapperReply reply) {
  Replies runner(std::move(reply));
  return run_wrapper_case(runner, {{Scene::pair}, path_graph({3}), 256, false}, 0, {});
}

TEST(WrapperCase, IsRightWithTheRightValues) {
  EXPECT_FALSE(result_of(right_reply()).failure);
}

TEST(WrapperCase, TellsALeakBesideAWrongValue) {
  WrapperReply reply = right_reply();
  reply.events = {{protocol::MemoryFault::leak, 12, 0, "w.cu", 5, 0, 0}};
  reply.passes.front().matches = {0, 0};
  const WrapperResult result = result_of(reply);

  ASSERT_TRUE(result.failure && result.beside.size() == 1);
  EXPECT_EQ(result.failure->array, "matches");
  EXPECT_TRUE(is_leak(result.beside.front()));
}

TEST(WrapperCase, TellsAWrongValueBeforeAFreeThatChangesNone) {
  WrapperReply reply = right_reply();
  reply.events = {{protocol::MemoryFault::unknown_free, 0, 0, "w.cu", 9, 5, 8}};
  ASSERT_TRUE(result_of(reply).failure);
  EXPECT_EQ(result_of(reply).failure->verdict, Verdict::memory);

  reply.passes.front().matches = {0, 0};
  const WrapperResult result = result_of(reply);

  ASSERT_TRUE(result.failure && result.beside.size() == 1);
  EXPECT_EQ(result.failure->array, "matches");
  EXPECT_EQ(result.beside.front().verdict, Verdict::memory);
}

TEST(WrapperCase, TellsNoLeakBesideAMistakeThatEndedThePasses) {
  WrapperReply reply = right_reply();
  reply.events = {{protocol::MemoryFault::leak, 12, 0, "w.cu", 5, 0, 0}};
  reply.passes.front().matches = {0, 0};
  reply.thrown = "w.cu:7: invalid argument";

  EXPECT_TRUE(result_of(reply).beside.empty());
}

TEST(WrapperCase, DoesNotTellWithExtraWhatIsWrongWithoutIt) {
  const WrapperCase without{{Scene::pair}, path_graph({3}), 256, false};
  const WrapperCase with{{Scene::pair}, path_graph({3}), 256, true};
  WrapperReply reply = right_reply();
  reply.events = {{protocol::MemoryFault::unknown_free, 0, 0, "w.cu", 9, 5, 8}};
  reply.passes.front().log.keepEdges.room = 1;
  reply.passes.front().matches = {0, 0};
  const Forgiven known = known_faults(without, reply);
  Replies same(reply);
  EXPECT_FALSE(run_wrapper_case(same, with, 0, known).failure);

  reply.passes.front().strongNeighbor = {0, 0};
  Replies wrong(reply);
  const auto failure = run_wrapper_case(wrong, with, 0, known).failure;
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->array, "strongNeighbor");
}

TEST(WrapperCase, NamesWrongEdgesBeforeTheNeighborsThatFollowFromThem) {
  WrapperReply reply = right_reply();
  reply.passes.front().dst = {0, 0};
  reply.passes.front().strongNeighbor = {0, 0};
  Replies runner(reply);
  const auto failure =
      run_wrapper_case(runner, {{Scene::pair}, path_graph({3}), 256, true}, 0, {}).failure;

  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->array, "dst");
}

TEST(WrapperCase, IsWrongWithExtraWhenTheNeighborsOfAGraphWithoutEdgesAreNotSet) {
  WrapperReply reply = right_reply();
  SeenPass& pass = reply.passes.front();
  pass.src = pass.dst = pass.weight = {};
  pass.strongNeighbor = {7, 7};
  reply.matches = {kUnmatched, kUnmatched};
  Replies runner(reply);
  const WrapperResult result =
      run_wrapper_case(runner, {{Scene::pair}, {2, {}, {}, {}}, 256, true}, 0, {});

  EXPECT_TRUE(result.failure);
  EXPECT_EQ(result.share, 0);
}

TEST(WrapperCase, IsACrashWhenAnErrorEndedThePassesBeforeALaunch) {
  WrapperReply reply = right_reply();
  reply.passes.front().log = {};
  reply.thrown = "w.cu:7: invalid configuration argument";
  const WrapperResult result = result_of(reply);

  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->verdict, Verdict::crash);
  EXPECT_TRUE(result.failure->what.front().is("passes_threw"));
}

}  // namespace
}  // namespace handshake::suite
