// Runs the plain build of a program that makes one mistake. Tests the report, the CUDA errors, and
// how the program ends.
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "run_program.hpp"

namespace {

const std::string kSource = MISTAKES_SOURCE;

Outcome run_mistake(const std::string& name, std::map<std::string, std::string> variables = {}) {
  variables.emplace("CUCC_CPU_THREADS", "2");
  return run_program({MISTAKES_PROGRAM, name}, variables);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Checks that the report names the kind and the marked line. The error must be sticky: the launch
// does not return it, but the next synchronization and every later call return it.
void expect_stop(const std::string& name, const std::string& kind, const std::string& mark,
                 const std::string& error) {
  const Outcome outcome = run_mistake(name);
  EXPECT_TRUE(contains(outcome.errors, "[" + kind + "]")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, mark) + ": error:")) << outcome.errors;
  EXPECT_EQ(outcome.output, "cudaGetLastError(): cudaSuccess\ncudaDeviceSynchronize(): " + error +
                                "\ncudaGetLastError(): " + error + "\ncudaMalloc(&d, 4): " + error +
                                "\n");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.signal, 0);
}

}  // namespace

TEST(KernelStop, ReportsAnAccessOutOfBounds) {
  expect_stop("far_out_of_bounds", "out_of_bounds", "write_at", "cudaErrorIllegalAddress");
  const std::string text = run_mistake("far_out_of_bounds").errors;
  EXPECT_TRUE(contains(text, "76000 bytes past the end of an allocation of 4000 bytes")) << text;
  EXPECT_TRUE(contains(text, marked_line(kSource, "allocation"))) << text;
  EXPECT_TRUE(contains(text, "in kernel write_at, launch 1 at ")) << text;
  EXPECT_TRUE(contains(text, marked_line(kSource, "launch"))) << text;
  EXPECT_TRUE(contains(text, "block (0,0,0), thread (0,0,0)")) << text;
}

TEST(KernelStop, ReportsAnAccessBeforeTheAllocation) {
  expect_stop("before", "out_of_bounds", "write_at", "cudaErrorIllegalAddress");
  EXPECT_TRUE(contains(run_mistake("before").errors,
                       "write to values[-2000], but values has 1000 elements: index 0 to 999"));
}

// A GPU does not stop a kernel that reads a few elements before an array. The size of the array
// must not matter: 1024 ints, for example, fill a page exactly.
TEST(KernelStop, DoesNotHappenIfAKernelReadsAFewElementsBeforeAnArrayOfAnySize) {
  const Outcome outcome = run_mistake("just_before");
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaSuccess")) << outcome.output;
}

TEST(KernelStop, ReportsAnAccessPastTheLastPage) {
  expect_stop("page_end", "out_of_bounds", "read_at", "cudaErrorIllegalAddress");
}

TEST(Margin, MayBeReadAndWrittenOnBothSidesOfAnArrayOfAnySize) {
  const Outcome outcome = run_mistake("within_margin", {{"CUCC_MARGIN", "8K"}});
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(contains(outcome.output, "0 were wrong\n")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaSuccess")) << outcome.output;
  EXPECT_EQ(run_mistake("page_end", {{"CUCC_MARGIN", "4"}}).errors, "");
}

TEST(Margin, ChangesMemoryThatWasNeverWrittenFromAWrongIndexToASmallOne) {
  EXPECT_TRUE(contains(run_mistake("never_written", {}).output, "a5a5a5a5\n"));
  EXPECT_TRUE(contains(run_mistake("never_written", {{"CUCC_MARGIN", "8K"}}).output, "fffffffe\n"));
}

TEST(Margin, MayTakeTheEndOfACopyThatIsALittleTooLong) {
  const std::string little = run_mistake("copy_too_long", {{"CUCC_MARGIN", "8K"}}).errors;
  const std::string much = run_mistake("copy_far_too_long", {{"CUCC_MARGIN", "8K"}}).errors;
  EXPECT_EQ(little, "");
  EXPECT_TRUE(contains(much, "[copy_out_of_bounds]")) << much;
}

TEST(Margin, DoesNotHideAnAccessFartherAway) {
  const Outcome outcome = run_mistake("past_margin", {{"CUCC_MARGIN", "8K"}});
  EXPECT_TRUE(contains(outcome.errors, "[out_of_bounds]")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "overwrite"))) << outcome.errors;
}

TEST(KernelStop, ReportsAnAccessOneElementPastTheEndOfASharedOrDeviceArray) {
  expect_stop("shared_overrun", "shared_out_of_bounds", "fill_shared", "cudaErrorIllegalAddress");
  expect_stop("dynamic_overrun", "shared_out_of_bounds", "fill_dynamic", "cudaErrorIllegalAddress");
  expect_stop("scratch_overrun", "out_of_bounds", "fill_scratch", "cudaErrorIllegalAddress");
  for (const char* name : {"shared_fits", "scratch_fits"}) {
    EXPECT_EQ(run_mistake(name).errors, "") << name;
  }
}

TEST(KernelStop, ReportsTheLineOfAnIndexOutsideOfAnArrayOfKnownSize) {
  for (const char* name : {"shared", "scratch", "local"}) {
    expect_stop(name + std::string("_index"), "out_of_bounds", name + std::string("_index"),
                "cudaErrorIllegalAddress");
  }
  EXPECT_TRUE(contains(run_mistake("local_index").errors,
                       "index -1 of an array of 3 elements, whose indices are 0 to 2"));
  EXPECT_EQ(run_mistake("local_fits").errors, "");
}

TEST(KernelStop, ReportsThatAPointerHasLeftALocalArrayOfItsThread) {
  const Outcome outcome = run_mistake("local_overrun");

  EXPECT_TRUE(contains(outcome.errors, "[out_of_bounds_of_own_array]")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.errors, "in kernel overrun_local")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaErrorIllegalAddress"));
  EXPECT_EQ(run_mistake("local_overrun_fits").errors, "");
}

TEST(KernelStop, ReportsANullPointer) {
  expect_stop("null", "null_pointer", "write_at", "cudaErrorIllegalAddress");
  EXPECT_TRUE(
      contains(run_mistake("null").errors, "write to values[3], but values is a null pointer"));
}

TEST(KernelStop, ReportsAWildPointer) {
  expect_stop("wild", "wild_pointer", "write_at", "cudaErrorIllegalAddress");
}

TEST(KernelStop, ReportsFreedMemoryAndWhereItWasFreed) {
  expect_stop("freed", "use_after_free", "write_at", "cudaErrorIllegalAddress");
  EXPECT_TRUE(contains(run_mistake("freed").errors, marked_line(kSource, "free")));
}

TEST(KernelStop, ReportsAHostPointer) {
  expect_stop("host_pointer", "host_pointer_in_kernel", "read_at", "cudaErrorIllegalAddress");
  EXPECT_TRUE(
      contains(run_mistake("host_pointer").errors, "through argument 1 of the kernel (values)"));
  expect_stop("memcpy", "host_pointer_in_kernel", "memcpy", "cudaErrorIllegalAddress");
}

TEST(KernelStop, DoesNotHappenForAHostPointerThatTheKernelDoesNotUse) {
  const Outcome outcome = run_mistake("unused_host_pointer");
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaSuccess"));
}

TEST(KernelStop, ReportsAHostPointerInAStruct) {
  for (const char* name : {"write_member", "read_inner_member"}) {
    const Outcome outcome = run_mistake(name);
    EXPECT_TRUE(contains(outcome.errors, "[host_pointer_in_kernel]")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, name))) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, "through a member of argument 2 of the kernel (arrays)"))
        << outcome.errors;
    EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaErrorIllegalAddress"));
  }
  EXPECT_EQ(run_mistake("write_member").output.find("host[1] is 5\n"), 0u);
}

TEST(KernelStop, DoesNotHappenForAHostPointerInAStructThatTheKernelDoesNotUse) {
  const Outcome outcome = run_mistake("unused_members");
  EXPECT_EQ(outcome.errors, "");
  EXPECT_EQ(outcome.output.find("1 0\n"), 0u) << outcome.output;
}

TEST(KernelStop, ReportsABarrierIfSomeThreadsEndedBeforeIt) {
  expect_stop("left_barrier", "barrier_not_reached", "left_barrier", "cudaErrorLaunchFailure");
  EXPECT_TRUE(contains(run_mistake("left_barrier").errors, "40 of 64 threads of the block wait"));
}

TEST(ForgivingBarriers, OpenEvenIfSomeThreadsEndedBeforeThem) {
  const Outcome outcome = run_mistake("left_barrier", {{"CUCC_FORGIVE_BARRIERS", "1"}});
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaSuccess")) << outcome.output;
}

TEST(KernelStop, ReportsBothBarriersIfThreadsWaitAtTwoDifferentOnes) {
  expect_stop("two_barriers", "barrier_divergence", "first_barrier", "cudaErrorLaunchFailure");
  EXPECT_TRUE(contains(run_mistake("two_barriers").errors, marked_line(kSource, "second_barrier")));
}

TEST(KernelStop, ReportsLanesThatNeverReachAWarpOperation) {
  expect_stop("half_a_shuffle", "warp_operation_not_reached", "half_a_shuffle",
              "cudaErrorLaunchFailure");
  EXPECT_TRUE(contains(run_mistake("half_a_shuffle").errors, "0xffff0000"));
}

TEST(KernelStop, ReportsAMaskThatDoesNotContainTheCallingLane) {
  expect_stop("foreign_mask", "bad_warp_mask", "foreign_mask", "cudaErrorLaunchFailure");
}

TEST(KernelStop, ReportsAStackOverflow) {
  const std::string text = run_mistake("recursion").errors;
  EXPECT_TRUE(contains(text, "[stack_overflow]")) << text;
  EXPECT_TRUE(contains(run_mistake("recursion").output, "cudaErrorHardwareStackError"));
}

TEST(KernelStop, ReportsAFailedAssertion) {
  expect_stop("assertion", "assertion", "assertion", "cudaErrorAssert");
}

TEST(KernelStop, ReportsATrapAndADivisionByZero) {
  expect_stop("trap", "trap", "trap", "cudaErrorLaunchFailure");
  expect_stop("divide", "division_by_zero", "divide", "cudaErrorLaunchFailure");
}

TEST(KernelStop, ReportsABarrierOfTheGridInALaunchThatIsNotCooperative) {
  expect_stop("grid_sync", "not_cooperative", "grid_sync", "cudaErrorLaunchFailure");
  EXPECT_TRUE(
      contains(run_mistake("grid_sync").errors, "grid.sync() works only in a cooperative launch"));
}

TEST(KernelStop, ReportsThatABarrierOfSeveralBlocksIsNotOffered) {
  expect_stop("cooperative_grid_sync", "cooperative_not_offered", "grid_sync",
              "cudaErrorLaunchFailure");
}

TEST(KernelStop, ReportsATrapThatTheCompilerInserted) {
  const Outcome outcome = run_mistake("trapped");
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_TRUE(contains(outcome.errors, "[undefined_behaviour]")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.errors, "in kernel trapped")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaErrorLaunchFailure"));
}

TEST(HostCode, IsStoppedAtATrap) {
  const Outcome outcome = run_mistake("trapped_on_host");
  EXPECT_EQ(outcome.signal, SIGTRAP);
  EXPECT_TRUE(contains(outcome.errors, "[host_fault]")) << outcome.errors;
  EXPECT_EQ(outcome.output, "");
}

TEST(KernelStop, ReportsAnExceptionThatLeavesTheKernel) {
  expect_stop("throw_error", "uncaught_exception", "throwing", "cudaErrorLaunchFailure");
  const std::string text = run_mistake("throw_error").errors;
  EXPECT_TRUE(contains(text, "a C++ exception left the kernel: no handler catches this")) << text;
  EXPECT_TRUE(contains(text, "in kernel throwing")) << text;
  expect_stop("throw_number", "uncaught_exception", "throwing", "cudaErrorLaunchFailure");
}

TEST(HostCode, CanThrowExceptionsAfterAKernelHasThrownOne) {
  EXPECT_EQ(run_mistake("throw_and_catch").output.find("caught 3\n"), 0u);
}

TEST(KernelLaunch, IsRefusedWithTheNamesOfVariablesThatDoNotFitIntoSharedMemory) {
  const Outcome outcome = run_mistake("too_much_shared");
  const std::string& text = outcome.errors;
  EXPECT_TRUE(contains(text, "[too_much_shared_memory]")) << text;
  EXPECT_TRUE(contains(text, marked_line(kSource, "too_much_shared") + ": error:")) << text;
  EXPECT_TRUE(contains(text, marked_line(kSource, "too_much_shared_launch"))) << text;
  EXPECT_TRUE(contains(text, "kernel too_much_shared has 65536 bytes of variables")) << text;
  EXPECT_TRUE(contains(text, "(a: 32768, b: 32768), but a block has 49152")) << text;
  EXPECT_TRUE(contains(outcome.output, "cudaGetLastError(): cudaErrorLaunchOutOfResources"));
  EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaSuccess")) << outcome.output;
}

TEST(KernelStop, NamesTheVariableThatDoesNotFitIntoSharedMemory) {
  for (const char* name : {"shared_in_functions", "dynamic_and_variables"}) {
    const Outcome outcome = run_mistake(name);
    EXPECT_EQ(outcome.signal, 0) << name;
    EXPECT_TRUE(contains(outcome.errors, "[too_much_shared_memory]")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, "__shared__ c of 32768 bytes")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.output, "cudaDeviceSynchronize(): cudaErrorLaunchOutOfResources"));
  }
}

TEST(KernelStop, NamesTheSamePlaceUnderEverySchedule) {
  for (const char* schedule : {"forward", "reverse", "shuffle:3"}) {
    for (const char* protection : {"keys", "pages", "none"}) {
      const Outcome outcome = run_mistake(
          "far_out_of_bounds", {{"CUCC_SCHEDULE", schedule}, {"CUCC_PROTECTION", protection}});
      EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "write_at"))) << outcome.errors;
    }
  }
}

TEST(KernelStop, HappensAtAnAccessToFreedMemoryEvenWithoutMemoryProtection) {
  const Outcome outcome = run_mistake("freed", {{"CUCC_PROTECTION", "none"}});
  EXPECT_TRUE(contains(outcome.errors, "[use_after_free]")) << outcome.errors;
}

TEST(KernelCall, WithoutConfigurationIsReported) {
  const Outcome outcome = run_mistake("without_configuration");
  EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "without_configuration")));
  EXPECT_TRUE(contains(outcome.output, "cudaGetLastError(): cudaErrorMissingConfiguration"));
}

TEST(ApiMistake, IsExplainedImmediately) {
  struct Case {
    const char *name, *kind;
  };
  for (const Case& c :
       {Case{"double_free", "double_free"}, Case{"bad_free", "bad_free"},
        Case{"copy_too_long", "copy_out_of_bounds"}, Case{"copy_direction", "copy_direction"},
        Case{"copy_to_null", "null_pointer"}, Case{"copy_from_null", "null_pointer"},
        Case{"set_null", "null_pointer"}}) {
    const Outcome outcome = run_mistake(c.name);
    EXPECT_TRUE(contains(outcome.errors, std::string("[") + c.kind + "]")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, c.name))) << outcome.errors;
    EXPECT_TRUE(contains(outcome.output, "cudaErrorInvalidValue")) << outcome.output;
  }
}

// On a GPU, the use of a destroyed stream has undefined behavior.
TEST(DestroyedStream, IsRefusedByEveryCallThatTakesAStream) {
  const std::string text = run_mistake("destroyed_stream").output;
  const std::string error = ": cudaErrorInvalidResourceHandle\n";
  int refused = 0;
  for (size_t at = 0; (at = text.find(error, at)) != std::string::npos; at++) refused++;
  EXPECT_EQ(refused, 7) << text;
  EXPECT_TRUE(contains(text, "\nstill 0\n")) << text;
}

// An H100 ignores the highest bits of some of the sizes in this test.
TEST(Rectangle, MayNotHaveMoreBytesThanSizeTCanHold) {
  const Outcome outcome = run_mistake("endless_rectangle");
  EXPECT_EQ(outcome.signal, 0);
  int refused = 0;
  const std::string error = ": cudaErrorInvalidValue\n";
  for (size_t at = 0; (at = outcome.output.find(error, at)) != std::string::npos; at++) refused++;
  EXPECT_EQ(refused, 3) << outcome.output;
}

TEST(HostCode, MayCopyZeroBytesToANullPointer) {
  const Outcome outcome = run_mistake("nothing_to_null");
  EXPECT_EQ(outcome.errors, "");
  EXPECT_FALSE(contains(outcome.output, "cudaErrorInvalidValue")) << outcome.output;
}

TEST(HostCode, IsStoppedAtADevicePointer) {
  for (const char* protection : {"keys", "pages"}) {
    const Outcome outcome =
        run_mistake("device_pointer_on_host", {{"CUCC_PROTECTION", protection}});
    EXPECT_EQ(outcome.signal, SIGSEGV);
    EXPECT_TRUE(contains(outcome.errors, "[device_pointer_on_host]")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "host_read"))) << outcome.errors;
    EXPECT_EQ(outcome.output, "");
  }
}

TEST(HostCode, IsStoppedIfALibraryFunctionUsesFreedHostMemory) {
  const Outcome outcome = run_mistake("freed_host_memory_in_library");
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_TRUE(contains(outcome.errors, "[host_use_after_free]")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "host_copy"))) << outcome.errors;
  EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "host_freed"))) << outcome.errors;
}

TEST(PeerAccess, IsNeededToUseTheMemoryOfAnotherDevice) {
  for (const char* protection : {"keys", "pages"}) {
    const Outcome outcome =
        run_mistake("peer", {{"CUCC_DEVICES", "2"}, {"CUCC_PROTECTION", protection}});
    EXPECT_TRUE(contains(outcome.errors, "[peer_access_not_enabled]")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, marked_line(kSource, "write_at"))) << outcome.errors;
  }
}

TEST(StickyError, AffectsOnlyTheDeviceOnWhichItHappened) {
  const Outcome outcome = run_mistake("two_devices", {{"CUCC_DEVICES", "2"}});
  EXPECT_EQ(outcome.output,
            "cudaDeviceSynchronize(): cudaErrorIllegalAddress\ncudaMalloc(&e, 400): cudaSuccess\n"
            "cudaDeviceSynchronize(): cudaSuccess\n");
}

TEST(Findings, AreWrittenAsJsonLines) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/findings.json";
  run_mistake("freed", {{"CUCC_FINDINGS", file}});
  const std::string text = read_file(file);
  EXPECT_TRUE(contains(text, "{\"kind\":\"use_after_free\",\"severity\":\"error\",\"file\":\""))
      << text;
  EXPECT_TRUE(contains(text, "\"kernel\":\"write_at\"")) << text;
  EXPECT_TRUE(contains(text, "\"freed\":{\"file\":")) << text;
  EXPECT_EQ(text.back(), '\n');
}

TEST(Settings, RefuseUnknownValues) {
  const std::pair<const char*, const char*> wrong[] = {
      {"CUCC_SCHEDULE", "backwards"},  {"CUCC_SCHEDULE", "shuffle:"},
      {"CUCC_SCHEDULE", "shuffle:1x"}, {"CUCC_CPU_THREADS", "0"},
      {"CUCC_CPU_THREADS", "two"},     {"CUCC_DEVICES", "99"},
      {"CUCC_DEVICE_MEMORY", "5Q"},    {"CUCC_PROTECTION", "doors"}};
  for (const auto& [name, value] : wrong) {
    std::map<std::string, std::string> variables{{"CUCC_CPU_THREADS", "1"}};
    variables[name] = value;
    const Outcome outcome = run_program({MISTAKES_PROGRAM, ""}, variables);
    EXPECT_EQ(outcome.exit_code, 2) << name << "=" << value;
    EXPECT_TRUE(contains(outcome.errors, std::string(name) + "=" + value)) << outcome.errors;
  }
}

TEST(Settings, LimitTheMemoryOfADevice) {
  const Outcome small = run_mistake("", {{"CUCC_DEVICE_MEMORY", "3K"}});
  EXPECT_TRUE(contains(small.output, "cudaErrorMemoryAllocation")) << small.output;
  const Outcome enough = run_mistake("", {{"CUCC_DEVICE_MEMORY", "5K"}});
  EXPECT_FALSE(contains(enough.output, "cudaErrorMemoryAllocation")) << enough.output;
}

TEST(Settings, AdaptToALimitOfVirtualMemory) {
  for (const char* kilobytes : {"4000000", "1000000"}) {
    const Outcome outcome = run_program(
        {"bash", "-c", std::string("ulimit -v ") + kilobytes + "; exec " + MISTAKES_PROGRAM},
        {{"CUCC_CPU_THREADS", "2"}});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_TRUE(contains(outcome.output, "cudaMalloc(&d, 4): cudaSuccess")) << outcome.output;
  }
}
