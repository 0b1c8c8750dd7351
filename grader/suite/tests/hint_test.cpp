// A hint follows from a fact: the wrong element, an index outside of its array, or the change that
// makes the kernel right.
#include "suite/hint.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "labs/matching/kernels.hpp"
#include "labs/matching/wrapper_failure.hpp"
#include "suite/diagnose.hpp"
#include "suite/kernel_failure.hpp"
#include "suite/repair_hint.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite {
namespace {

constexpr Shape kShape{2, 4};

Finding outside(const std::string& array, long index, int block, int thread) {
  Finding finding;
  finding.kind = Kind::out_of_bounds;
  finding.element.array = array;
  finding.element.index = index;
  finding.block = block;
  finding.thread = thread;
  return finding;
}

Thought of_index(const KernelCase& kernel_case, const Finding& finding) {
  return hint_outside(kernel_case, finding, kShape).thought;
}

Thought of_changes(const std::vector<std::string>& kinds, const Hint& known) {
  std::vector<Repair> repairs;
  for (const std::string& kind : kinds) repairs.push_back({kind, {"k.cu", 7}, 0, ""});
  Failure failure;
  failure.hint.propose(known);
  return hint_of(repairs, failure).thought;
}

TEST(Hint, AboutAWholePrefixSumInOneLaunchSaysThatOneLaunchDoesOneStep) {
  const auto hint = [](std::vector<std::optional<int>> got, int distance) {
    return wrong_element(scan_case({}, {1, 0, 1, 1, 7}, distance), kShape, got, 2).hint->thought;
  };
  EXPECT_EQ(hint({0, 1, 1, 2, 3}, 0), "one_step");
  EXPECT_EQ(hint({0, 1, 1, 2, 3}, 2), "one_step");
  EXPECT_NE(hint({0, 1, 1, 2, 2}, 0), "one_step");
  EXPECT_NE(hint({0, 1, 1, 2, std::nullopt}, 0), "one_step");
}

TEST(Hint, AboutACopyToHostMemoryAsksWhichMemoryItIs) {
  const auto failure = [](long which) {
    return memory_fault({protocol::MemoryFault::wrong_direction, 40, which, "w.cu", 7, 0, 0}, {});
  };
  EXPECT_EQ(words::sentences(failure(1)).front(),
            "w.cu:7: In this direction, the target of cudaMemcpy must be in GPU memory, but "
            "cudaMalloc did not give this address.");
  EXPECT_EQ(words::sentences(failure(4)).front(),
            "w.cu:7: In this direction, the source of cudaMemcpy must be in host memory, but it is "
            "in GPU memory.");
  EXPECT_EQ(failure(2).hint->thought, "which_memory");
  for (const long which : {0, 3, 4}) EXPECT_EQ(failure(which).hint->thought, "direction");
}

TEST(Hint, AboutTwoWritesOfOneThreadAsksWhichOneIsMeantAndNotAboutTheirOrder) {
  const std::vector<Repair> order = {{"order", {"k.cu", 7}, 9, ""}, {"guard", {"k.cu", 9}, 0, ""}};
  Failure failure;
  EXPECT_EQ(hint_of(order, failure).thought, "which_first");
  failure.what.push_back(WrittenOften{"newSum", 3, 2, 1, Place{"k.cu", 7}});
  EXPECT_EQ(hint_of(order, failure).thought, "one_of_two_writes");
  EXPECT_EQ(hint_of({{"comparison", {"k.cu", 7}, 0, ""}}, failure).thought, "comparison");
}

TEST(Hint, AboutASecondDimensionDependsOnTheShapeOfTheLaunch) {
  const std::vector<Repair> dimension = {{"dimension", {"k.cu", 7}, 0, ""}};
  Failure failure;
  EXPECT_EQ(hint_of(dimension, failure).thought, "one_dimension");
  failure.shape = Shape{Size{2, 3}, Size{16, 16}};
  EXPECT_EQ(hint_of(dimension, failure).thought, "coordinates");
}

TEST(Hint, AboutAnIndexPastTheEndDependsOnTheThread) {
  const KernelCase scan = scan_case({}, {1, 1, 1, 1, 1}, 1);

  EXPECT_EQ(of_index(scan, outside("newSum", 5, 1, 1)), "idle_threads");
  EXPECT_EQ(of_index(scan, outside("newSum", 8, 0, 0)), "loop_condition");
  EXPECT_EQ(of_index(scan, outside("oldSum", 5, 1, 0)), "index_of_access")
      << "thread 4 has an element of its own";
}

TEST(Hint, AboutAnIndexThatIsNegativeInSixteenBitsAsksAboutTheType) {
  const KernelCase long_scan = scan_case({}, std::vector<int>(40000), 1);

  EXPECT_EQ(of_index(long_scan, outside("oldSum", -32768, 0, 0)), "narrowing");
  EXPECT_EQ(of_index(scan_case({}, {1, 1}, 1), outside("oldSum", -32768, 0, 0)), "first_index");
  Failure failure;
  failure.what = {Told{"wrapped_short", {{"index", -32768L}, {"meant", 32768L}}}};
  EXPECT_EQ(words::sentences(failure).front(),
            "In a variable of 16 bits, such as a short, 32768 becomes -32768.");
}

TEST(Hint, AboutIndexMinusOneAsksAboutNodesWithoutANeighborOnlyIfTheGraphHasSuchNodes) {
  const Finding below = outside("strongNeighbor", -1, 0, 0);

  EXPECT_EQ(of_index(handshaking_case({}, {-1, 2, 1}, {-1, -1, -1}), below),
            "no_strongest_neighbor");
  EXPECT_EQ(of_index(handshaking_case({}, {1, 0}, {-1, -1}), below), "unmatched_index");
  EXPECT_EQ(of_index(filter_case({}, path_graph({7}), {-1, -1}), outside("dst", -1, 0, 0)),
            "unmatched_index");
  EXPECT_EQ(of_index(scan_case({}, {1, 1}, 0), outside("oldSum", -1, 0, 0)), "first_index");
}

TEST(Hint, AboutAReadBeforeTheFirstElementAsksWhatMayBeRead) {
  EXPECT_EQ(of_index(scan_case({}, {1, 1}, 1), outside("oldSum", -1, 0, 0)), "nothing_before");
}

TEST(Hint, AboutAnAddressInsideOfAnIntAsksAboutBytesAndElements) {
  Finding finding = outside("oldSum", 7, 0, 0);
  finding.element.byte = 1;

  EXPECT_EQ(of_index(scan_case({}, {1, 1}, 1), finding), "bytes_of_pointer");
}

TEST(Hint, AboutAMisalignedAddressAsksWhereTheAccessBegins) {
  Finding finding;
  finding.kind = Kind::misaligned_address;
  finding.severity = Severity::error;

  EXPECT_EQ(first_error({finding})->hint->thought, "alignment");
}

TEST(Hint, AboutSharedMemoryThatWasNotWrittenAsksAboutABarrier) {
  Finding finding;
  finding.kind = Kind::uninitialised_read;
  finding.severity = Severity::error;
  finding.element.space = Space::shared;

  EXPECT_EQ(first_error({finding})->hint->thought, "shared_uninitialized");
  finding.element.space = Space::global;
  finding.text = "words about __shared__ and shared memory decide nothing";
  EXPECT_EQ(first_error({finding})->hint->thought, "uninitialized");
}

TEST(EarlyReadOfSharedMemory, IsCalledARaceIfAnotherThreadWritesTheVariableWithoutABarrier) {
  Finding read, race;
  read.kind = Kind::uninitialised_read;
  race.kind = Kind::race_read_write;
  read.severity = race.severity = Severity::error;
  read.file = race.file = race.other_file = "scan.cu";
  read.element.space = race.element.space = Space::shared;
  read.element.variable = race.element.variable = "tile";
  read.line = race.other_line = 8;
  race.line = 23;
  EXPECT_EQ(first_error({read, race})->verdict, Verdict::race);
  EXPECT_EQ(first_error({read})->verdict, Verdict::memory);
  race.other_line = 9;
  EXPECT_EQ(first_error({read, race})->verdict, Verdict::memory);
  race.other_line = 8;
  race.element.variable = "sums";
  EXPECT_EQ(first_error({read, race})->verdict, Verdict::memory);
}

TEST(Hint, IfAReadComesBeforeTheEndOfACopyAsksForTheFunctionThatWaits) {
  Finding finding;
  finding.kind = Kind::read_before_copy_ends;
  finding.severity = Severity::error;
  finding.text =
      "read of __shared__ tile[0] before cg::wait: cg::memcpy_async may still be copying to it";
  finding.thread = finding.block = 0;
  finding.file = finding.other_file = "a.cu";
  finding.line = 22;
  finding.other_line = 16;

  const std::optional<Failure> failure = first_error({finding});
  EXPECT_EQ(failure->hint->thought, "async_copy");
  Failure told;
  told.what = {Found{finding}};
  EXPECT_EQ(words::sentences(told),
            (std::vector<std::string>{"Read of __shared__ tile[0] before cg::wait: "
                                      "cg::memcpy_async may still be copying to it.",
                                      "This was thread 0 of block 0, at a.cu:22.",
                                      "The copy was at a.cu:16."}));
}

TEST(Hint, NamesTheBarrierOfAWarpIfBothThreadsOfARaceInSharedMemoryAreInOneWarp) {
  Finding race;
  race.kind = Kind::race_read_write;
  race.severity = Severity::error;
  race.element.space = Space::shared;
  race.thread = 4;
  for (const int other : {0, 40}) {
    race.other_thread = other;
    EXPECT_EQ(first_error({race})->hint->thought, other == 0 ? "warp_race" : "shared_race");
  }
}

TEST(Hint, AboutARaceInSharedMemoryDependsOnWhetherBothWritesAreInOneLine) {
  Finding race;
  race.kind = Kind::race_write_write;
  race.severity = Severity::error;
  race.file = race.other_file = "a.cu";
  race.line = race.other_line = 3;
  race.text = "words about best";
  race.element.space = Space::shared;
  race.element.elements = 8;
  race.other_thread = 128;
  EXPECT_EQ(first_error({race})->hint->thought, "shared_element_of_two");
  race.text = "words about tile[0]";
  race.element.elements = 1;
  EXPECT_EQ(first_error({race})->hint->thought, "shared_by_all");
  race.other_line = 4;
  EXPECT_EQ(first_error({race})->hint->thought, "shared_race");
}

TEST(Hint, NamesDynamicSharedMemoryThatTheLaunchDoesNotAskFor) {
  Finding finding;
  finding.kind = Kind::shared_out_of_bounds;
  finding.severity = Severity::error;
  finding.element.space = Space::shared;

  EXPECT_EQ(first_error({finding})->hint->thought, "dynamic_shared");
  finding.allocation_bytes = 8;
  finding.text = "dynamic shared memory, which has 0 bytes";
  EXPECT_EQ(first_error({finding})->hint->thought, "index_of_access");
}

TEST(Hint, NamesTheFirstElementOfAnAccessThatEndsAfterTheArray) {
  Finding finding = outside("oldSum", 1, 0, 0);
  finding.offset = 4;
  finding.accessed = finding.allocation_bytes = 8;
  EXPECT_EQ(of_index(scan_case({}, {1, 1}, 1), finding), "several_elements");
  Failure told;
  told.what = {Found{finding, true}};
  EXPECT_EQ(words::sentences(told).front(), "The access begins at oldSum[1].");

  finding.accessed = 4;
  finding.text = "read of 8 bytes, the last 4 of which are past the end of an allocation";
  EXPECT_NE(of_index(scan_case({}, {1, 1}, 1), finding), "several_elements");
  EXPECT_EQ(words::sentences(told).size(), 2u);
}

TEST(Hint, AboutACudaFreeThatFreesNothingAsksAboutItsPointers) {
  WrapperReply reply;
  reply.allocations.push_back({"w.cu", 5, 0, 0, 0, 0, 8, 0});
  const protocol::MemoryEvent leak{protocol::MemoryFault::leak, 8, 0, "w.cu", 5, 0, 0};
  reply.first_free = 9;

  EXPECT_EQ(leaked({leak}, reply).hint->thought, "freed_nothing");
  reply.allocations.push_back({"w.cu", 6, 0, 9, 0, 0, 8, 0});
  EXPECT_EQ(leaked({leak}, reply).hint->thought, "never_freed");
}

TEST(Hint, DoesNotMentionSwappedPointersIfAPointerGetsASecondArray) {
  WrapperReply reply;
  protocol::AllocationLines lost{"w.cu", 5, 0, 0, 0, 0, 8, 0}, freed = lost;
  lost.lost = 5;
  freed.freed = 9;
  reply.allocations = {lost, freed};
  const protocol::MemoryEvent leak{protocol::MemoryFault::leak, 8, 0, "w.cu", 5, 0, 0};

  EXPECT_EQ(leaked({leak}, reply).hint->thought, "freed_as_often");
}

TEST(Hint, SaysThatOnlyOneSideOfAHandshakeWasWritten) {
  const KernelCase pair = handshaking_case({}, {1, 0}, {-1, -1});
  const Failure one = wrong_element(pair, kShape, {1, -1}, 1);
  const Failure none = wrong_element(pair, {1, 1}, {-1, -1}, 0);

  EXPECT_EQ(one.hint->thought, "who_writes_whom");
  EXPECT_EQ(words::sentences(one)[2],
            "matches[0] is 1, as it must be. So the kernel wrote only one of the two elements of "
            "this handshake.");
  EXPECT_EQ(none.hint->thought, "condition");
}

TEST(Hint, AsksAboutTheValueIfAWrongValueWasWritten) {
  const KernelCase pair = handshaking_case({}, {1, 0}, {-1, -1});

  EXPECT_EQ(wrong_element(pair, {1, 1}, {0, 0}, 0).hint->thought, "partner_value");
}

TEST(Hint, AboutASuggestedChangeDependsOnTheKindOfTheChange) {
  EXPECT_EQ(of_changes({"comparison"}, {"condition"}), "comparison");
  EXPECT_EQ(of_changes({"repeated", "added"}, {"condition"}), "begins_again");
  EXPECT_EQ(of_changes({"comparison", "order"}, {"condition"}), "");
}

TEST(GuessedHint, IsDroppedWhenTheMistakeIsKnown) {
  EXPECT_EQ(of_changes({"guard"}, {"loop_condition"}), "");
  EXPECT_EQ(of_changes({"guard"}, Hint{"two_arrays"}.from(Sure::steps)), "two_arrays");
}

TEST(Hint, IsNotTakenFromAChangeThatGivesTheRightResultByChance) {
  EXPECT_EQ(of_changes({"trick"}, {"two_ends"}), "two_ends");
  EXPECT_EQ(of_changes({"trick"}, {"never_freed"}), "frees_not_reached");
  EXPECT_EQ(of_changes({"trick"}, {"leak"}), "frees_not_reached");
  Failure failure;
  failure.what = {Repairs{{{"trick", {"k.cu", 7}, 0, ""}}, false}};
  EXPECT_EQ(words::sentences(failure).back(),
            "The check tried small changes of your code, one at a time. Have a look at k.cu:7.");
}

TEST(Hint, FromRecordedStepsIsPreferredToASuggestionOfAnotherVariable) {
  const Hint seen = Hint{"two_arrays"}.from(Sure::steps);

  EXPECT_EQ(of_changes({"variable"}, seen), "two_arrays");
  EXPECT_EQ(of_changes({"comparison"}, seen), "comparison");
}

TEST(Hint, AboutARaceStaysWhateverChangeIsFound) {
  EXPECT_EQ(of_changes({"comparison"}, Hint{"race"}.from(Sure::cause)), "race");
}

TEST(Hint, FromAWrongNeighborIsKeptOnlyIfItIsCertain) {
  EXPECT_EQ(of_changes({"number"}, {"start_value"}), "start_value");
  EXPECT_EQ(of_changes({"number"}, {"lighter_edge"}), "result_by_hand");
}

TEST(KeptHint, IsTheSurestThatWasProposedInAnyOrder) {
  const Hint guess{"truth"}, step = Hint{"loop"}.from(Sure::steps),
                             cause = Hint{"narrowing"}.from(Sure::cause);
  std::vector<Hint> all{guess, step, cause};
  const auto by_thought = [](const Hint& a, const Hint& b) { return a.thought < b.thought; };
  std::sort(all.begin(), all.end(), by_thought);
  do {
    KeptHint kept;
    for (const Hint& one : all) kept.propose(one);
    EXPECT_EQ(kept->thought, "narrowing");
  } while (std::next_permutation(all.begin(), all.end(), by_thought));

  KeptHint kept;
  kept.propose(step);
  kept.propose(guess);
  EXPECT_EQ(kept->thought, "loop");
}

TEST(KeptHint, OfTwoThatAreEquallySureIsTheLaterOneUnlessItIsACause) {
  for (const Sure sure : {Sure::guess, Sure::steps, Sure::cause}) {
    KeptHint kept;
    kept.propose(Hint{"loop"}.from(sure));
    kept.propose(Hint{"truth"}.from(sure));
    EXPECT_EQ(kept->thought, sure == Sure::cause ? "loop" : "truth");
  }
}

TEST(KeptHint, ThatIsRefinedStaysAsSure) {
  KeptHint kept;
  kept.propose(Hint{"race"}.from(Sure::cause));
  kept.refine({"lost_change"});
  EXPECT_EQ(kept->thought, "lost_change");
  EXPECT_EQ(kept->sure, Sure::cause);
}

}  // namespace
}  // namespace handshake::suite
