// The recorded launches of a pass show why code for the extra credit chooses a wrong neighbor.
#include "labs/matching/wrapper_history.hpp"

#include <gtest/gtest.h>

#include "labs/matching/wrapper_failure.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite {
namespace {

// For each array of the pass, the number of its allocation.
constexpr int kStrongest = 1, kSrc = 2, kDst = 3, kHeaviest = 4, kWeight = 5;

class OnePass {
 public:
  explicit OnePass(const EdgeList& graph) : passes_(all_passes(graph)) {
    for (int line = 10; line < 20; line++) history_.places.push_back({"extra.cu", line});
  }

  OnePass& launch(const std::string& kernel, Shape shape) {
    LaunchHistory launch;
    launch.kernel = kernel;
    launch.blocks = shape.blocks;
    launch.threads = shape.threads;
    launch.place = static_cast<int>(history_.launches.size());
    history_.launches.push_back(std::move(launch));
    return *this;
  }
  // Repeats the last launch, in the same line.
  OnePass& launch_again() {
    history_.launches.push_back(history_.launches.back());
    return *this;
  }
  OnePass& step(StepKind kind, int thread, int line, int allocation, int index) {
    history_.launches.back().steps.push_back({kind, thread, line - 10, allocation, index, index});
    return *this;
  }

  // Makes the array of weights an argument of the last launch.
  OnePass& with_weights() {
    history_.launches.back().arguments = {{1, kWeight, 0}};
    return *this;
  }

  // From this launch on, not all steps were kept.
  OnePass& lose_from(int launch) {
    lost_from_ = launch;
    return *this;
  }
  OnePass& give(int thread, int line, int node, GivenValue value) {
    step(StepKind::atomic, thread, line, kHeaviest, 2 * node);
    history_.launches.back().steps.back().last = 2 * node + 1;
    history_.launches.back().steps.back().given = value;
    return *this;
  }

  OnePass& hint(Thought thought) {
    thought_ = thought;
    return *this;
  }

  // The sentences about `node` if strongNeighbor[node] is the wrong value `neighbor`.
  std::vector<std::string> told(int node, int neighbor) {
    launch("check_handshaking_gpu", {1, 1});
    history_.launches.back().arguments = {{1, kStrongest, 0}};
    launch("markFilterEdges_gpu", {1, 1});
    history_.launches.back().arguments = {{1, kSrc, 0}, {2, kDst, 0}};
    std::vector<int> got = passes_.front().strongNeighbor;
    got[node] = neighbor;
    Failure failure = wrong_strongest(passes_.front(), got, node, 77);
    failure.pass = 1;
    if (thought_ != "") failure.hint.propose({thought_});
    if (lost_from_ >= 0) {
      history_.is_whole = false;
      history_.whole_launches = static_cast<size_t>(lost_from_);
    }
    explain_wrapper({{}, passes_.front().edges, 256, true}, passes_, history_, failure);
    return words::sentences(failure);
  }

 private:
  std::vector<Pass> passes_;
  History history_;
  int lost_from_ = -1;
  Thought thought_ = "";
};

bool has(const std::vector<std::string>& sentences, const std::string& words) {
  for (const std::string& sentence : sentences)
    if (sentence.find(words) != std::string::npos) return true;
  return false;
}

TEST(ExtraCredit, ReportsOnlyTheLaunchWithTooFewThreads) {
  OnePass pass(path_graph({5, 6}));  // edges 0-1, 1-0, 1-2, 2-1
  pass.launch("compare", {1, 3});
  for (int edge = 0; edge < 3; edge++) pass.step(StepKind::read, edge, 13, kSrc, edge);
  pass.launch("take", {1, 3}).step(StepKind::write, 2, 14, kStrongest, 2);
  const std::vector<std::string> told = pass.told(2, kUnmatched);

  EXPECT_TRUE(has(told, "No thread looked at edge 3, which is an edge of this node."));
  EXPECT_TRUE(has(told, "compare, launched at extra.cu:10 for 4 edges, had 1 block of 3 threads."));
  EXPECT_FALSE(has(told, "take"));
}

TEST(ExtraCredit, AsksAboutTheThreadsOnlyIfThereAreTooFew) {
  OnePass pass(path_graph({5, 6}));
  pass.launch("compare", {1, 256});
  for (int edge = 0; edge < 3; edge++) pass.step(StepKind::read, edge, 13, kSrc, edge);
  const std::vector<std::string> told = pass.told(2, kUnmatched);

  EXPECT_TRUE(has(told, "No thread looked at edge 3, which is an edge of this node."));
  EXPECT_TRUE(has(told, "compare, launched at extra.cu:10, looked at other edges."));
}

TEST(ExtraCredit, UsesTheStepsOfAPassEvenIfStepsOfLaterPassesWereNotKept) {
  for (const int lost_from : {1, 2}) {  // `take` is launch 0; the pass ends with launch 2
    OnePass pass(path_graph({5, 6}));
    pass.launch("take", {1, 4}).step(StepKind::write, 2, 14, kStrongest, 0);
    pass.lose_from(lost_from);
    const std::vector<std::string> told = pass.told(0, kUnmatched);

    EXPECT_EQ(has(told, "The value comes from take, which is launched at"), lost_from == 2);
    EXPECT_EQ(has(told, "take is launched at"), lost_from == 1);
  }
}

TEST(ExtraCredit, NamesTheLineOfSeveralLaunchesOnlyOnce) {
  OnePass pass(path_graph({5, 6}));
  pass.launch("take", {1, 4}).launch_again().launch_again().lose_from(1);
  const std::vector<std::string> told = pass.told(0, kUnmatched);

  EXPECT_EQ(std::count_if(
                told.begin(), told.end(),
                [](const std::string& one) { return one.rfind("take is launched at", 0) == 0; }),
            1);
}

TEST(ExtraCredit, DoesNotCallAnEdgeUnseenIfItsWeightMayHaveBeenRead) {
  OnePass pass(path_graph({5, 6}));
  pass.launch("compare", {1, 4});
  for (int edge = 0; edge < 3; edge++) pass.step(StepKind::read, edge, 13, kSrc, edge);
  pass.step(StepKind::read, 3, 13, kHeaviest, 3);

  EXPECT_FALSE(has(pass.told(2, kUnmatched), "No thread looked at"));
}

TEST(ExtraCredit, NamesTheOriginOfAValueThatNoAtomicFunctionChanged) {
  OnePass pass(path_graph({-5}));
  pass.launch("start", {1, 1}).step(StepKind::write, 0, 13, kHeaviest, 0);
  pass.launch("compare", {1, 2});
  for (int edge = 0; edge < 2; edge++)
    pass.step(StepKind::read, edge, 14, kSrc, edge)
        .step(StepKind::atomic_in_vain, edge, 15, kHeaviest, edge);
  const std::vector<std::string> told = pass.told(0, kUnmatched);

  EXPECT_TRUE(
      has(told,
          "The atomic function that block 0, thread 0 called at extra.cu:15 did not change "
          "element 0 of its array. In this pass, no other atomic function changed this element. "
          "Its value was written by start at extra.cu:13."));
}

GivenValue number(long long value) {
  return {true, false, static_cast<unsigned long long>(value)};
}

TEST(ExtraCredit, NamesAnAtomicFunctionOnlyIfAnotherThreadHadChangedTheValueBefore) {
  OnePass pass(path_graph({5, 6}));
  pass.launch("compare", {1, 2});
  pass.step(StepKind::atomic_in_vain, 0, 13, kHeaviest, 1);  // only reads: atomicAdd(p, 0)
  pass.step(StepKind::atomic_in_vain, 1, 13, kHeaviest, 1);
  pass.step(StepKind::atomic, 1, 14, kHeaviest, 1);
  pass.step(StepKind::atomic_in_vain, 0, 14, kHeaviest, 1);
  pass.step(StepKind::atomic_in_vain, 1, 13, kHeaviest, 1);
  pass.hint("changed_in_between");

  EXPECT_TRUE(has(pass.told(1, 0),
                  "The atomic function that block 0, thread 0 called at extra.cu:14 changed "
                  "nothing: another thread had stored a new value"));
}

TEST(ExtraCredit, ShowsTheNumbersGivenToAnAtomicFunctionIfTheRightEdgeDoesNotWin) {
  const EdgeList star = make_edge_list(4, {{0, 1, 5}, {0, 2, 7}});  // edges 0-1, 0-2, 1-0, 2-0
  OnePass pass(star);
  pass.launch("vote", {1, 2});
  for (int edge = 0; edge < 2; edge++)
    pass.step(StepKind::read, edge, 13, kSrc, edge).give(edge, 14, 0, number(~(edge + 1)));
  const std::vector<std::string> told = pass.told(0, 1);

  EXPECT_TRUE(has(told,
                  "At extra.cu:14, atomicMax was given these numbers for the edges of node 0: "
                  "0xfffffffffffffffe for the edge to node 1 (weight 5), 0xfffffffffffffffd for "
                  "the edge to node 2 (weight 7)."));
  EXPECT_TRUE(has(told, "The number for the edge to node 2 must be the largest, but is not."));
  EXPECT_TRUE(has(told, "In all these numbers, the upper 32 bits are ones"));
}

TEST(ExtraCredit, ShowsNoNumbersIfTheRightEdgeWinsOrOneOfTheNumbersIsNotKnown) {
  const EdgeList star = make_edge_list(4, {{0, 1, 5}, {0, 2, 7}});
  for (const int edges : {1, 2}) {
    OnePass pass(star);
    pass.launch("vote", {1, 2});
    for (int edge = 0; edge < edges; edge++)
      pass.step(StepKind::read, edge, 13, kSrc, edge)
          .give(edge, 14, 0, number(edges == 1 ? 0 : edge));
    EXPECT_FALSE(has(pass.told(0, 1), "was given these numbers")) << edges;
  }
}

TEST(ExtraCredit, SaysWhichThreadWroteTheValueThatTheWriterReadInSharedMemory) {
  OnePass pass(path_graph({5, 6}));
  pass.launch("rows", {1, 4}).step(StepKind::write, 0, 11, kHeaviest, 0);
  pass.launch("reduce", {2, 2}).step(StepKind::read, 0, 12, kHeaviest, 0);
  pass.step(StepKind::shared_write, 1, 13, 0, 0).step(StepKind::shared_write, 2, 14, 0, 0);
  pass.step(StepKind::shared_read, 0, 15, 0, 0).step(StepKind::write, 0, 15, kStrongest, 0);
  const std::vector<std::string> told = pass.told(0, 2);

  EXPECT_TRUE(has(told,
                  "Before it wrote this value, the thread read one in shared memory, at "
                  "extra.cu:15. The last access that may have changed that one was by block 0, "
                  "thread 1, at extra.cu:13."))
      << testing::PrintToString(told);
  EXPECT_FALSE(has(told, "a value that rows wrote"));
}

TEST(ExtraCredit, AsksAboutTheTypeOfANegativeWeightThatWasTakenForTheHeaviest) {
  const Pass pass = all_passes(make_edge_list(3, {{0, 1, -3}, {0, 2, 4}})).front();

  EXPECT_EQ(wrong_strongest(pass, {1, 0, 0}, 0, 77).hint->thought, "negative_weight");
}

TEST(ExtraCredit, SaysWhichOfSeveralEquallyHeavyEdgesWasTaken) {
  const EdgeList star = make_edge_list(4, {{0, 1, 5}, {0, 2, 5}, {0, 3, 5}});

  EXPECT_TRUE(
      has(OnePass(star).told(0, 3),
          "The largest weight at node 0 is 5, and several of its edges have this weight. "
          "Among the nodes at their other ends, node 1 has the smallest index; your code has "
          "chosen node 3."));
  EXPECT_TRUE(has(OnePass(star).told(0, 2), "your code has chosen node 2."));
}

}  // namespace
}  // namespace handshake::suite
