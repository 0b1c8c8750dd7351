// Tests which sentences and which lines a student gets, depending on the steps of the threads.
#include "suite/history.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "labs/matching/kernels.hpp"
#include "suite/diagnose.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite {
namespace {

// A kernel with two arrays. Line 10 computes the thread's number, 11 is the loop, 12 reads an
// array, 13 is an `if`, 14 writes an array, 15 is a `return`, 16 is a `break`, 17 is a `goto`,
// 18 writes shared memory, 19 reads shared memory, and 20 is a `switch`.
class Kernel4 {
 public:
  explicit Kernel4(Shape shape) {
    for (int line = 10; line <= 20; line++) history_.places.push_back({"k.cu", line});
    history_.places.push_back({"k.cu", 11});
    launch_.kernel = "check_handshaking_gpu";
    launch_.blocks = shape.blocks;
    launch_.threads = shape.threads;
    launch_.arguments = {{1, 1, 0}, {2, 2, 0}};
  }

  // Each letter is a value of StepKind. The thread reads strongNeighbor[x] and writes matches[x].
  Kernel4& thread(int number, const std::string& letters, int x = 0) {
    for (const char letter : letters) {
      const auto kind = static_cast<StepKind>(letter);
      const bool is_of_output = letter == 'w' || letter == 'c';
      const int element = letter == 'p' || letter == 'q' ? 0 : x;
      launch_.steps.push_back(
          {kind, number, line_of(letter), is_of_output ? 2 : 1, element, element});
    }
    return *this;
  }

  Failure explain(int wrong_node) {
    Failure failure;
    explain(wrong_node, failure);
    return failure;
  }

  void explain(int wrong_node, Failure& failure, std::vector<int> matches = {-1, -1, -1, -1}) {
    failure.array = "matches";
    failure.index = wrong_node;
    history_.launches = {launch_};
    explain_with_history(handshaking_case({}, {1, 0, 3, 2}, std::move(matches)), history_, failure);
  }

  Kernel4& decides(int number, int line, bool held) {
    launch_.steps.push_back({StepKind::decision, number, line - 10, 0});
    launch_.steps.push_back({held ? StepKind::holds : StepKind::fails, number, line - 10, 0});
    return *this;
  }

  Kernel4& reads_in_loop(int number, int x) {
    const int condition_of_loop = 11;  // places[1] and places[11] are both line 11
    launch_.steps.push_back({StepKind::read, number, condition_of_loop, 1, x, x});
    return *this;
  }

  Kernel4& reads_output(int number, int x) {
    launch_.steps.push_back({StepKind::read, number, line_of('r'), 2, x, x});
    return *this;
  }

  Kernel4& adds(int number, int x) {
    launch_.steps.push_back({StepKind::atomic, number, line_of('w'), 2, x, x});
    return *this;
  }

  Kernel4& reads_at_once(int number, int first, int last) {
    launch_.steps.push_back({StepKind::read, number, line_of('r'), 1, first, last});
    return *this;
  }

  Kernel4& reads_of(int number, int allocation) {
    launch_.steps.push_back({StepKind::read, number, line_of('r'), allocation, 0, 0});
    return *this;
  }

  Failure explain_loop_of(ThreadId thread) {
    Failure failure;
    explain_loop_of(thread, failure);
    return failure;
  }

  void explain_loop_of(ThreadId thread, Failure& failure) {
    failure.finding = Finding();
    failure.finding->line = 11;
    history_.launches = {launch_};
    explain_endless(handshaking_case({}, {1, 0, 3, 2}, {-1, -1, -1, -1}), history_, thread,
                    failure);
  }

  History history_;

 private:
  static int line_of(char letter) {
    const std::string order = "nlrdwxbgqps";  // lines 10 to 20
    const bool is_of_loop = letter == 't' || letter == 'e',
               is_of_if = letter == 'y' || letter == 'f';
    const size_t at = order.find(is_of_loop      ? 'l'
                                 : is_of_if      ? 'd'
                                 : letter == 'c' ? 'w'
                                 : letter == 'o' ? 'r'
                                                 : letter);
    return static_cast<int>(at);
  }
  LaunchHistory launch_;
};

std::vector<int> lines(const Failure& failure) {
  std::vector<int> lines;
  for (const Place& place : told_lines(failure)) lines.push_back(place.line);
  return lines;
}

bool says(const Failure& failure, const std::string& words) {
  for (const std::string& sentence : words::sentences(failure))
    if (sentence.find(words) != std::string::npos) return true;
  return false;
}

TEST(History, AnAtomicFunctionThatChangedNothingIsNotTheWriter) {
  Kernel4 kernel({1, 2});
  kernel.thread(0, "nltrdy");
  const Failure failure = kernel.thread(0, "c").explain(0);

  EXPECT_FALSE(failure.writer);
  EXPECT_TRUE(says(failure, "called at k.cu:14 left matches[0] as it was"));
  EXPECT_EQ(failure.hint->thought, "atomic_in_vain");
}

TEST(History, NamesANumberThatDidNotFitIntoItsTypeInAdditionToTheFailure) {
  Failure failure;
  Finding finding;
  finding.kind = Kind::int_overflow;
  finding.severity = Severity::note;
  finding.text = "65537 * 40000 does not fit into an int: it becomes -1673487296";
  finding.file = "k.cu";
  finding.line = 12;
  tell_misfit({finding}, failure);

  EXPECT_TRUE(says(failure, "65537 * 40000 does not fit into an int"));
  EXPECT_EQ(lines(failure), std::vector<int>{12});
  EXPECT_EQ(failure.hint->thought, "int_overflow");
}

TEST(History, ShowsTheLineOfANumberThatDidNotFitIntoItsTypeEvenIfManyLinesAreShown) {
  Failure failure;
  for (int line = 1; line <= 3; line++) add_place(failure, {"w.cu", line});
  Finding cut;
  cut.kind = Kind::narrowing;
  cut.file = "k.cu";
  cut.line = 8;
  tell_misfit({cut}, failure);

  EXPECT_EQ(told_lines(failure).back().file, "k.cu");
  EXPECT_EQ(told_lines(failure).back().line, 8);
}

TEST(History, AsksAboutTheTypeThatIsTooSmallForANumber) {
  for (const char* type : {"int", "long long"}) {
    Failure failure;
    Finding sum;
    sum.kind = Kind::int_overflow;
    sum.text = "other words than: does not fit into a long long";
    sum.type = type;
    sum.line = 8;
    tell_misfit({sum}, failure);
    const std::string hint = words::hint(failure.hint);
    EXPECT_NE(hint.find(std::string(type) + " can hold the numbers"), std::string::npos) << hint;
  }
}

TEST(History, NamesANumberThatDidNotFitIntoItsTypeAsTheCauseOfAnEndlessLoop) {
  Failure failure;
  failure.finding = Finding();
  failure.finding->kind = Kind::endless_loop;
  failure.hint.propose(Hint{"loop"}.from(Sure::steps));
  Finding cut;
  cut.kind = Kind::narrowing;
  cut.file = "k.cu";
  cut.line = 11;
  tell_misfit({cut}, failure);

  EXPECT_EQ(failure.hint->thought, "narrowing");
}

TEST(History, BlamesAnOverflowForAnAddressOutsideOfDeviceMemory) {
  Failure failure;
  failure.finding = Finding();
  failure.finding->kind = Kind::host_pointer_in_kernel;
  failure.hint.propose(Hint{"wrong_side"}.from(Sure::steps));
  Finding product;
  product.kind = Kind::int_overflow;
  product.file = "k.cu";
  product.line = 11;
  Failure through_argument = failure;
  tell_misfit({product}, failure);
  EXPECT_EQ(failure.hint->thought, "int_overflow");

  through_argument.finding->element.argument = 2;
  through_argument.finding->text = "read of 4 bytes outside of device memory";
  tell_misfit({product}, through_argument);
  EXPECT_EQ(through_argument.hint->thought, "wrong_side");
}

TEST(History, NamesTheLastOneOfSeveralWriters) {
  const Failure failure =
      Kernel4({2, 2}).thread(0, "nlt").thread(0, "w", 1).thread(3, "nlt").thread(3, "w", 1).explain(
          1);

  ASSERT_TRUE(failure.writer);
  EXPECT_EQ(failure.writer->block, 1);
  EXPECT_EQ(failure.writer->thread, 1);
  EXPECT_EQ(failure.writer->line, 14);
  EXPECT_TRUE(failure.places.empty());
}

TEST(History, NamesTheIfAfterWhichAThreadDidNotWriteItsElement) {
  const Failure failure = Kernel4({1, 2})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .thread(0, "e")
                              .thread(1, "nlt")
                              .thread(1, "rd", 1)
                              .thread(1, "e")
                              .explain(1);

  EXPECT_FALSE(failure.writer);
  EXPECT_TRUE(says(
      failure, "block 0, thread 1: it read strongNeighbor[1] (0), and reached the if at k.cu:13"));
  EXPECT_EQ(lines(failure), (std::vector<int>{12, 13, 14}));
}

TEST(History, NamesTheElementThatMattersIfOneReadCoversSeveralElements) {
  const auto with = [](int first, int last) {
    return Kernel4({1, 1})
        .thread(0, "nlt")
        .reads_at_once(0, first, last)
        .thread(0, "w", 2)
        .explain(2);
  };

  EXPECT_TRUE(says(with(0, 3), "the thread of this write read strongNeighbor[2] (3)"));
  EXPECT_TRUE(says(with(0, 1), "the thread of this write read strongNeighbor[0] (1)"));
}

TEST(History, SaysWhetherTheConditionOfAnIfWasTrueAndAsksAboutIt) {
  const auto with = [](const std::string& second) {
    return Kernel4({1, 2}).thread(0, "nltrdywe", 0).thread(1, "nltrd" + second + "e", 1).explain(1);
  };

  EXPECT_TRUE(says(with("f"), "the condition at k.cu:13 was false"));
  EXPECT_TRUE(says(with("y"), "the condition at k.cu:13 was true"));
  EXPECT_EQ(with("f").hint->thought, "condition");
  EXPECT_NE(with("y").hint->thought, "condition") << "both conditions were true";
}

TEST(History, SaysThatTheKernelNeverWritesItsOutput) {
  const Failure failure = Kernel4({1, 1}).thread(0, "nltrdye", 1).explain(1);

  EXPECT_TRUE(says(failure, "check_handshaking_gpu wrote no element of matches in this launch"));
  EXPECT_EQ(failure.hint->thought, "never_writes");
}

TEST(History, NamesTheLineThatHadWrittenAnElementBeforeItWasRead) {
  const Failure failure = Kernel4({1, 2})
                              .thread(0, "nltrdyw", 0)
                              .thread(0, "e")
                              .thread(1, "nltr", 1)
                              .reads_output(1, 0)
                              .thread(1, "dfe", 1)
                              .explain(1);

  EXPECT_TRUE(says(failure, "and matches[0] (written in this launch, at k.cu:14)"));
  EXPECT_EQ(failure.hint->thought, "who_writes_whom");
}

TEST(History, SaysWhatAnInnerLoopReadBeforeTheElementWasWritten) {
  const Failure failure = Kernel4({1, 1})
                              .thread(0, "nlt")
                              .thread(0, "ltrtr", 2)
                              .thread(0, "e")
                              .thread(0, "w", 1)
                              .thread(0, "e")
                              .explain(1);

  EXPECT_TRUE(says(
      failure,
      "Before the last write to matches[1], the thread of this write read strongNeighbor[2] (3)"));
}

TEST(History, SaysThatAShuffleGaveTheThreadItsOwnValue) {
  Kernel4 kernel({1, 1});
  const Failure failure = kernel.thread(0, "nltodfw", 1).explain(1);

  EXPECT_TRUE(says(failure, "gave this thread its own value"));
  EXPECT_TRUE(says(failure, "The condition of the next if, at k.cu:13, was false."));
  EXPECT_FALSE(says(Kernel4({1, 1}).thread(0, "nltdfwo", 1).explain(1), "its own value"));
}

TEST(History, SaysWhatTheRoundsOfAnEndlessLoopHaveInCommon) {
  const Failure failure =
      Kernel4({1, 2}).thread(1, "nltrdytrdytrdy", 1).explain_loop_of(ThreadId{0, 1});

  EXPECT_TRUE(says(failure,
                   "In two successive rounds of this loop, block 0, thread 1 did the same: it read "
                   "strongNeighbor[1] (0), and the condition at k.cu:13 was true."));
  EXPECT_EQ(lines(failure), std::vector<int>{13});
}

TEST(History, SaysThatAThreadWaitsForAVariableWhileOtherBlocksHaveNotBegun) {
  const auto explained = [](Shape shape, int allocation) {
    Kernel4 kernel(shape);
    kernel.thread(0, "nl");
    for (int round = 0; round < 3; round++) kernel.thread(0, "t").reads_of(0, allocation);
    Failure failure;
    failure.shape = shape;
    kernel.explain_loop_of(ThreadId{0, 0}, failure);
    return failure;
  };
  const Failure failure = explained({3, 7}, 0);
  EXPECT_TRUE(says(failure,
                   "In every round, block 0, thread 0 read a global variable at k.cu:12. 2 of the "
                   "3 blocks had not begun"));
  EXPECT_EQ(failure.hint->thought, "waits_for_block");
  EXPECT_FALSE(says(explained({1, 7}, 0), "had not begun"));
  EXPECT_FALSE(says(explained({3, 7}, 1), "had not begun"));
}

TEST(History, SaysThatTwoThreadsWaitForEachOthersElements) {
  const auto explained = [](bool waits_too) {
    Kernel4 kernel({1, 2});
    kernel.thread(0, "w", 0).thread(1, "w", 1);
    if (waits_too) kernel.thread(0, "nltctctc", 1);
    return kernel.thread(1, "nltctctc", 0).explain_loop_of(ThreadId{0, 1});
  };
  const std::string held =
      "the atomic function at k.cu:14 left matches[0] as it was. Block 0, thread "
      "0 changed it at k.cu:14";
  EXPECT_TRUE(says(explained(false), held + "."));
  EXPECT_TRUE(says(explained(true), held +
                                        ", and now waits in the same way for an element that block "
                                        "0, thread 1 changed: each of the two threads waits"));
  EXPECT_EQ(explained(true).hint->thought, "lock_order");
}

TEST(History, AWriteInAnEarlierRoundIsNotARead) {
  Failure failure;
  failure.got = 0;
  Kernel4({1, 1}).thread(0, "nltrwtrw", 1).explain(1, failure, {-1, 3, -1, 1});
  EXPECT_TRUE(says(failure,
                   "The right value depends on matches[1]. The thread of the last write to "
                   "matches[1] had not read it before."));
}

TEST(History, SaysThatTheWriterHadNotReadAnElementOnWhichTheResultDepends) {
  const auto explained = [](const std::string& letters, int also) {
    Failure failure;
    failure.got = 3;
    Kernel4({1, 1}).thread(0, "nlt").thread(0, "r", also).thread(0, letters, 1).explain(1, failure);
    return failure;
  };
  EXPECT_TRUE(says(explained("rw", 1),
                   "The right value depends on strongNeighbor[3]. The thread of the last write to "
                   "matches[1] had not read it before."));
  EXPECT_EQ(explained("rw", 1).hint->thought, "other_end");
  EXPECT_EQ(explained("rww", 1).hint->thought, "other_end");
  EXPECT_FALSE(says(explained("rw", 3), "had not read"));
  EXPECT_NE(explained("w", 3).hint->thought, "other_end");
  EXPECT_TRUE(says(explained("w", 3), "The right value depends on strongNeighbor[1]."));
  EXPECT_TRUE(says(explained("trw", 3),
                   "The right value depends on strongNeighbor[3]. The thread of the last write to "
                   "matches[1] had read it only in an earlier round of its loop."));
  EXPECT_EQ(explained("trw", 3).hint->thought, "other_end");
  EXPECT_FALSE(says(explained("rpw", 1), "had not read"))
      << "another thread may have put the element into shared memory";
}

TEST(History, SaysNothingAboutRoundsThatDiffer) {
  const Failure failure = Kernel4({1, 1})
                              .thread(0, "nltr", 0)
                              .thread(0, "tr", 1)
                              .thread(0, "tr", 2)
                              .explain_loop_of(ThreadId{0, 0});

  EXPECT_TRUE(failure.what.empty());
}

TEST(History, DoesNotSayThatTheLastWriteCountsIfTheElementWasWrittenByteByByte) {
  Failure failure;
  failure.what.push_back(
      Told{"partly_written", {{"array", "matches"}, {"index", 1}, {"bytes", 2}}});
  Kernel4({1, 1}).thread(0, "nltrwwe", 1).explain(1, failure);

  EXPECT_TRUE(says(failure, "Only 2 bytes of the 4 bytes of matches[1] changed"));
  EXPECT_FALSE(says(failure, "the last write counts"));
}

TEST(History, SaysHowOftenAnElementWasWritten) {
  const Failure failure = Kernel4({1, 2}).thread(0, "nltrwwe", 1).thread(1, "nltrwe", 1).explain(1);

  EXPECT_TRUE(says(failure, "matches[1] was written 3 times in this launch, by 2 threads"));
  EXPECT_EQ(failure.hint->thought, "one_value");
}

TEST(History, DoesNotSayThatTheLastWriteCountsIfAllWritesAreAtomic) {
  Kernel4 kernel({1, 2});
  kernel.adds(0, 1).adds(1, 1).adds(1, 1);
  const Failure failure = kernel.explain(1);

  EXPECT_TRUE(says(failure,
                   "matches[1] was written 3 times in this launch, by 2 threads, by atomic "
                   "functions."));
  EXPECT_NE(failure.hint->thought, "one_value");
}

TEST(History, NamesTheThreadThatPutTheWrittenValueIntoSharedMemory) {
  const Failure failure = Kernel4({1, 2}).thread(1, "rq", 3).thread(0, "pw", 1).explain(1);

  EXPECT_TRUE(says(failure,
                   "Block 0, thread 1 had put it there at k.cu:18, and had read "
                   "strongNeighbor[3] (2) before."));
  EXPECT_FALSE(says(Kernel4({1, 2}).thread(1, "rq", 3).thread(0, "ppw", 1).explain(1), "had put"))
      << "a value that is computed from several ones is not that of one thread";
  EXPECT_FALSE(says(Kernel4({1, 2}).thread(0, "rqpw", 1).explain(1), "had put"));
}

TEST(History, NamesAnElementThatTwoThreadsWorkedOn) {
  const Failure failure =
      Kernel4({2, 1}).thread(0, "nltrdwe", 0).thread(1, "nltrdwe", 0).explain(1);

  EXPECT_TRUE(
      says(failure,
           "Instead, several threads work on node 0, such as block 0, thread 0, and block 1, "
           "thread 0"));
  EXPECT_EQ(failure.hint->thought, "whose_task_of_few");
}

TEST(History, NamesAReturnFromTheLoop) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nlt").thread(0, "rdw", 0).thread(0, "xe").explain(1);

  EXPECT_TRUE(says(failure, "No thread reached node 1. Block 0, thread 0 returned"));
  EXPECT_EQ(lines(failure), (std::vector<int>{15}));
}

TEST(History, NamesTheReturnOfAThreadThatWorkedOnOnlyOneElement) {
  const Failure failure = Kernel4({1, 1}).thread(0, "n").thread(0, "rdwx", 0).explain(1);

  EXPECT_TRUE(says(failure, "Block 0, thread 0 returned at"));
  EXPECT_TRUE(says(failure, "and worked on no other element after that."));
}

TEST(History, NamesALoopWithoutRoundsIfTheThreadReturnsAfterIt) {
  const Failure failure = Kernel4({1, 1}).thread(0, "nlex").explain(0);

  EXPECT_TRUE(says(failure, "without touching an array. Before that, it reached the loop at"));
  EXPECT_EQ(failure.hint->thought, "loop_condition");
}

TEST(History, NamesTheReturnOfAThreadThatShouldWorkOnANode) {
  const Failure failure = Kernel4({1, 2})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .thread(0, "e")
                              .thread(1, "nx")
                              .explain(1);

  EXPECT_TRUE(says(failure, "without touching an array"));
  EXPECT_EQ(lines(failure), (std::vector<int>{15}));
}

TEST(History, IgnoresTheReturnOfAThreadThatHasNoNode) {
  const Failure failure = Kernel4({1, 9})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .thread(0, "e")
                              .thread(8, "nx")
                              .explain(1);

  EXPECT_EQ(lines(failure), (std::vector<int>{10, 11}));
}

TEST(History, NamesAnIndexThatIsTheSameInEveryRound) {
  const Failure failure = Kernel4({1, 1})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .thread(0, "t")
                              .thread(0, "rdw", 0)
                              .explain(1);

  EXPECT_TRUE(says(failure, "works on node 0 in every round of its loop"));
  EXPECT_EQ(lines(failure), (std::vector<int>{14}));
}

TEST(History, NamesTheConditionInARoundThatTouchedNoArray) {
  const Failure failure = Kernel4({1, 1})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .thread(0, "tdt")
                              .thread(0, "rdw", 2)
                              .thread(0, "e")
                              .explain(1);

  EXPECT_EQ(lines(failure), (std::vector<int>{13}));
}

TEST(History, NamesTheLoopOfARoundWithoutAnIfAndWithoutAnAccess) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nlt").thread(0, "rw", 0).thread(0, "teyr").explain(1);

  EXPECT_TRUE(says(failure,
                   "In a round of its loop, block 0, thread 0 touched no array: see the loop at "
                   "k.cu:11."));
  EXPECT_EQ(failure.hint->thought, "");
}

TEST(History, NamesTheSkippedLoopAfterTheIf) {
  const Failure failure = Kernel4({1, 1}).thread(0, "nltrdylne", 1).explain(1);

  EXPECT_TRUE(says(failure,
                   "After that, block 0, thread 0 reached the loop at k.cu:11. The condition of "
                   "this loop was false at once, so its body was not executed."));
  EXPECT_EQ(failure.hint->thought, "skipped_loop");
  for (const char* other : {"nltrdfle", "nltrdyltre"})  // the `if` was false; the loop ran once
    EXPECT_NE(Kernel4({1, 1}).thread(0, other, 1).explain(1).hint->thought, "skipped_loop");
  EXPECT_FALSE(says(Kernel4({1, 1}).thread(0, "nltrdylew", 1).explain(0), "false at once"));
}

TEST(History, DoesNotNameARoundThatBelongsToAnotherElement) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nlt").thread(0, "rdw", 1).thread(0, "tde").explain(0);

  EXPECT_FALSE(says(failure, "touched no array")) << "the round without an access is for node 2";
  EXPECT_TRUE(says(failure, "No thread reached node 0."));
  EXPECT_EQ(lines(failure), (std::vector<int>{10, 11}));
}

TEST(History, NamesTheLoopThatNeverReachesTheNode) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nlt").thread(0, "rdw", 1).thread(0, "e").explain(0);

  EXPECT_TRUE(
      says(failure,
           "No thread reached node 0. The number of a thread or of its block is used at k.cu:10."));
  EXPECT_EQ(lines(failure), (std::vector<int>{10, 11}));
}

TEST(History, NamesTheBreakByWhichAThreadLeftItsLoop) {
  const Failure failure = Kernel4({1, 1})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .thread(0, "t")
                              .thread(0, "rdyb", 1)
                              .thread(0, "e")
                              .explain(2);

  EXPECT_TRUE(says(failure, "Block 0, thread 0 left its loop by the break at k.cu:16."));
  EXPECT_EQ(failure.hint->thought, "leaves_loop");
}

TEST(History, DoesNotTreatATrueConditionAsTheEndOfALoop) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nlt").thread(0, "wrdy", 0).thread(0, "e").explain(2);

  EXPECT_NE(failure.hint->thought, "leaves_loop");
}

TEST(History, NamesTheElementWhoseValueEndedALoop) {
  const Failure failure = Kernel4({1, 1})
                              .thread(0, "nlt")
                              .thread(0, "rdw", 0)
                              .reads_in_loop(0, 1)  // the loop condition reads this element
                              .thread(0, "e")
                              .explain(2);

  EXPECT_TRUE(says(failure,
                   "The loop at k.cu:11 ended for block 0, thread 0 after this thread had read "
                   "strongNeighbor[1] (0) there."));
  EXPECT_EQ(failure.hint->thought, "ends_for_good");
}

TEST(History, NamesTheGotoOrConditionAfterWhichAThreadWithoutALoopDidNothing) {
  const auto after = [](const std::string& last) {
    return Kernel4({1, 1}).thread(0, "ndy").thread(0, "r", 0).thread(0, last).explain(1);
  };

  EXPECT_TRUE(
      says(after("dygx"), "After the goto at k.cu:17, block 0, thread 0 did not read or write an"));
  EXPECT_TRUE(says(after("df"), "After the condition at k.cu:13 was false, block 0, thread 0"));
  EXPECT_FALSE(says(after("w"), "After the"));
}

TEST(History, NamesAValueInSharedMemoryThatIsFromAnEarlierRound) {
  const auto with = [](const std::string& second) {
    return Kernel4({1, 1}).thread(0, "nltqrpw", 0).thread(0, second, 1).thread(0, "e").explain(1);
  };

  EXPECT_TRUE(
      says(with("trpdf"),
           "At k.cu:19, block 0, thread 0 used a value in shared memory that it had put there "
           "in an earlier round of its loop, at k.cu:18."));
  EXPECT_FALSE(says(with("tqrpdf"), "shared memory"));
}

TEST(History, NamesTheElementThatAThreadWroteInsteadOfItsOwn) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nltr", 1).thread(0, "w", 0).thread(0, "e").explain(1);

  EXPECT_TRUE(says(failure, "In this round it wrote matches[0], at k.cu:14."));
}

TEST(History, SaysThatAThreadWroteInARoundInWhichItReadNothing) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nr", 0).thread(0, "ltwt", 0).thread(0, "we", 1).explain(1);

  EXPECT_TRUE(says(failure,
                   "In this round of its loop, the thread had read no array before it wrote this. "
                   "Before this round, it last read strongNeighbor[0] (1), at k.cu:12."));
  EXPECT_EQ(failure.hint->thought, "begins_again");
}

TEST(History, NamesEarlierConditionsInAdditionToTheLastCondition) {
  const Failure failure =
      Kernel4({1, 1}).thread(0, "nltr", 1).decides(0, 16, false).thread(0, "dywe", 1).explain(1);

  EXPECT_TRUE(says(failure,
                   "the thread of this write read strongNeighbor[1] (0), the condition at k.cu:16 "
                   "was false, and the "
                   "condition at k.cu:13 was true."));
  EXPECT_EQ(lines(failure), (std::vector<int>{13, 16}));
}

TEST(History, UsesTheWordSwitchForASwitch) {
  const Failure failure = Kernel4({1, 1}).thread(0, "nltrs", 0).thread(0, "e").explain(0);

  EXPECT_TRUE(says(failure, "reached the switch at k.cu:20"));
}

TEST(History, SaysThatTheLoopOfTheKernelEndsBeforeTheWrite) {
  const Failure failure = Kernel4({1, 1}).thread(0, "nle").thread(0, "rw", 0).explain(1);

  EXPECT_TRUE(says(failure,
                   "In this launch, the threads reached the loop at k.cu:11. Another element is "
                   "written outside of this loop, at k.cu:14."));
}

TEST(History, SaysThatThereIsNoLoopAroundTheIf) {
  const Failure failure = Kernel4({1, 1}).thread(0, "nd").thread(0, "rw", 0).explain(1);

  EXPECT_TRUE(says(failure, "There is no for, while or do loop around k.cu:13."));
}

TEST(History, ThatIsNotCompleteExplainsNothing) {
  Kernel4 kernel({1, 1});
  kernel.thread(0, "nlt").thread(0, "w", 1);
  kernel.history_.is_whole = false;
  const Failure failure = kernel.explain(1);

  EXPECT_FALSE(failure.writer);
  EXPECT_TRUE(failure.what.empty());
}

TEST(Places, OfAFailureAreAtMostThree) {
  Failure failure;
  for (int line = 1; line < 9; line++) add_place(failure, {"k.cu", line / 2});

  EXPECT_EQ(lines(failure), (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace handshake::suite
