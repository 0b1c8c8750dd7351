// Tests what the diagnostic build reports about a program with one mistake: the kind of mistake,
// its line, and often a second line, for example that of the allocation. The report must be the
// same with every compiler.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace {

const std::string kSource = FINDINGS_SOURCE;

struct Mistake {
  const char* name;  // the argument of the program
  const char* kind;
  const char* severity;
  const char* mark;        // the mark of the line that the message must name
  const char* other;       // the mark of the second line; empty if there is none
  const char* words = "";  // a part of the message
  bool in_pieces = false;  // copies a struct in pieces; their number depends on the compiler
};

constexpr const char* kShort =
    "40000 does not fit into 16 bits with a sign (at most 32767): it becomes -25536";

constexpr Mistake kMistakes[] = {
    {"one_too_many", "out_of_bounds", "error", "one_too_many", "allocation",
     "write to values[256], but values has 256 elements: index 0 to 255"},
    {"one_before", "out_of_bounds", "error", "one_before", "allocation",
     "write to values[-1], but values has 256 elements: index 0 to 255"},
    {"one_before_a_page", "out_of_bounds", "error", "one_before", "allocation",
     "write to values[-1], but values has 1024 elements: index 0 to 1023"},
    {"past_edges", "out_of_bounds", "error", "past_edges", "allocation",
     "write to byte 4 of edges[128], but edges has 128 elements: index 0 to 127"},
    {"inside_of_array", "out_of_bounds", "error", "inside_of_array", "allocation",
     "write to values[128], but values has 128 elements: index 0 to 127"},
    {"past_second", "out_of_bounds", "error", "past_second", "allocation",
     "write to second[128], but second has 128 elements: index 0 to 127"},
    {"two_names", "out_of_bounds", "error", "two_names", "allocation",
     "write of 4 bytes, 0 bytes past the end of an allocation of 1024 bytes"},
    {"past_pack", "out_of_bounds", "error", "past_pack", "allocation",
     "write of 4 bytes, 0 bytes past the end of an allocation of 1024 bytes"},
    {"large_result", "out_of_bounds", "error", "large_result", "boxes",
     "boxes[3], but boxes has 3 elements: index 0 to 2", true},
    {"small_result", "out_of_bounds", "error", "small_result", "allocation",
     "write to edges[128], but edges has 128 elements: index 0 to 127"},
    {"large_argument", "out_of_bounds", "error", "large_argument", "boxes",
     "read of boxes[3], but boxes has 3 elements: index 0 to 2", true},
    {"small_argument", "out_of_bounds", "error", "small_argument", "allocation",
     "read of edges[128], but edges has 128 elements: index 0 to 127"},
    {"unset_argument", "uninitialised_read", "error", "unset_argument", "allocation",
     "read of edges[0], which has not been written"},
    {"result_of_each_thread", "race_write_write", "error", "result_of_each_thread", ""},
    {"past_own_array", "host_pointer_in_kernel", "error", "past_own_array", ""},
    {"just_past_own_stack", "host_pointer_in_kernel", "error", "past_own_array", ""},
    {"past_constants", "host_pointer_in_kernel", "error", "past_constants", ""},
    {"result_of_library", "out_of_bounds", "error", "result_of_library", "allocation",
     "exponent[256], but exponent has 256 elements: index 0 to 255"},
    {"uninitialised_read", "uninitialised_read", "error", "uninitialised_read", "allocation",
     "read of values[0], which has not been written"},
    {"half_element", "uninitialised_read", "error", "uninitialised_read", "allocation",
     "read of values[0], of which only 2 of 4 bytes have been written"},
    {"uninitialised_copy", "uninitialised_copy", "warning", "uninitialised_copy", "allocation",
     "the first at byte 0 of an allocation of 1024 bytes"},
    {"uninitialised_shared", "uninitialised_read", "error", "uninitialised_shared", "",
     "read of __shared__ s[32], which has not been written"},
    {"shared_out_of_bounds", "shared_out_of_bounds", "error", "shared_out_of_bounds", "",
     "read of __shared__ s[64], but s has 64 elements: index 0 to 63"},
    {"far_beside_shared", "out_of_bounds", "error", "far_beside_shared", "",
     "index 4294967295 of an array of 64 elements, whose indices are 0 to 63"},
    {"dynamic_out_of_bounds", "shared_out_of_bounds", "error", "dynamic_out_of_bounds", "",
     "write of 4 bytes at byte 252 of dynamic shared memory, which has 252 bytes"},
    {"scan", "race_read_write", "error", "scan_read", "scan_write",
     "one thread reads and another writes values[0]"},
    {"both_ends", "race_write_write", "error", "other_end", "other_end",
     "two threads write different values to matches[0]"},
    {"int_overflow", "int_overflow", "note", "int_overflow", "",
     "65537 * 40000 does not fit into an int: it becomes -1673487296"},
    {"shift_too_far", "shift_too_far", "note", "shift_too_far", "",
     "a number of 32 bits is shifted by 32 places: the result is not defined"},
#ifdef __x86_64__
    {"through_own_array", "out_of_bounds_of_own_array", "error", "through_own_array", "",
     "write past the end of a local array of the thread"},
    {"float_rounding", "float_rounding", "note", "float_rounding", "",
     "16777217 is rounded to the float 16777216"},
    {"narrowing", "narrowing", "note", "narrowing", "",
     "65537 does not fit into 16 bits: only the lowest 16 bits are kept, which are 1"},
    {"short_in_tile", "narrowing", "note", "short_in_tile", "", kShort},
    {"short_in_own_array", "narrowing", "note", "short_in_own_array", "", kShort},
    {"short_in_struct", "narrowing", "note", "short_in_struct", "", kShort},
    {"small_in_struct", "narrowing", "note", "small_in_struct", "",
     "200 does not fit into 8 bits with a sign (at most 127): it becomes -56"},
    {"short_argument", "narrowing", "note", "short_argument", "", kShort},
    {"short_cast", "narrowing", "note", "short_cast", "", kShort},
#endif
    {"same_value", "race_same_value", "note", "same_value", "same_value",
     "and nothing orders the writes: flag[0]"},
    {"histogram", "race_write_write", "error", "histogram", "histogram",
     "two threads write different values to counts[0]"},
    {"peek", "race_with_atomic", "warning", "peek", "atomic_maximum",
     "by an atomic function: maximum[0]"},
    {"plain_write", "race_with_atomic_write", "error", "plain_write", "atomic_add",
     "an ordinary write and an atomic function, on counter[0]"},
    {"blocks", "race_read_write", "error", "second_block", "first_block"},
    {"barrier", "race_read_write", "error", "barrier_read", "barrier_write",
     "one thread reads and another writes __shared__ s[31]"},
    {"syncwarp", "race_read_write", "error", "warp_read", "warp_write"},
    {"second_write", "race_read_write", "error", "second_write", "read_before_writes",
     "one thread reads and another writes __shared__ s[1]"},
    {"bytes", "race_write_write", "error", "bytes", "bytes"},
    {"null", "null_pointer", "error", "null", "",
     "write to values[3], but values is a null pointer"},
    {"misaligned", "misaligned_address", "error", "misaligned", ""},
    {"host_variable", "host_variable_in_kernel", "error", "host_variable", ""},
    {"wrapped", "host_pointer_in_kernel", "error", "wrapped_host_pointer", ""},
    {"spin", "endless_loop", "error", "spin", ""},
    {"shuffle", "shuffle_from_inactive_lane", "warning", "shuffle", ""},
    {"no_first_fence", "race_read_write", "error", "by_last_block", "published"},
    {"no_barrier_before_ticket", "race_read_write", "error", "by_last_block", "published"},
    {"write_after_ticket", "race_read_write", "error", "by_last_block", "written_late"},
    {"another_counter", "race_read_write", "error", "by_last_block", "published"},
    {"copy_without_wait", "read_before_copy_ends", "error", "early_read", "copy_not_awaited",
     "read of __shared__ tile[0] before cg::wait"},
    {"copy_to_two_tiles", "read_before_copy_ends", "error", "second_tile_read", "second_copy",
     "before cg::wait"},
    {"copy_while_source_changes", "race_read_write", "error", "copy_of_changed", "source_changed"},
    {"copy_before_others_have_read", "race_read_write", "error", "copy_over_read",
     "read_before_copy"},
    {"copy_too_much", "out_of_bounds", "error", "copy_past_source", "allocation",
     "read of values[256], but values has 256 elements: index 0 to 255"},
    {"copy_to_small_tile", "shared_out_of_bounds", "error", "copy_past_target", "",
     "write to __shared__ tile[64], but tile has 64 elements: index 0 to 63"},
    {"copy_by_one_thread", "barrier_divergence", "error", "copy_by_one", "wait_of_others",
     "only some threads of the block call cg::memcpy_async"},
    {"wait_by_one_thread", "barrier_not_reached", "error", "wait_by_one", ""},
    {"freed", "use_after_free", "error", "uninitialised_read", "freed",
     "read of values[0], which was freed"},
    {"unchecked", "unchecked_launch_error", "warning", "unchecked", ""},
    {"leak", "leak", "warning", "allocation", ""},
};

struct Seen {
  Outcome outcome;
  std::string findings, counters, history;
};

Seen run(const std::string& program, const std::string& argument,
         std::map<std::string, std::string> variables = {}) {
  const TemporaryFolder folder;
  Seen seen;
  variables.insert({{"CUCC_FINDINGS", folder.path() + "/f"},
                    {"CUCC_COUNTERS", folder.path() + "/c"},
                    {"CUCC_HISTORY", folder.path() + "/h"},
                    {"CUCC_LOOP_LIMIT", "50000"}});
  seen.outcome = run_program({program, argument}, variables);
  seen.findings = read_file(folder.path() + "/f");
  seen.counters = read_file(folder.path() + "/c");
  seen.history = read_file(folder.path() + "/h");
  return seen;
}

// The first call runs FINDINGS_PROGRAM with this mistake. Later calls return the same result.
const Seen& first_run(const std::string& mistake) {
  static std::map<std::string, Seen> known;
  if (known.count(mistake) == 0) known[mistake] = run(FINDINGS_PROGRAM, mistake);
  return known[mistake];
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string json_place(const char* mark) {
  const std::string place = marked_line(kSource, mark);
  const size_t colon = place.rfind(':');
  return place.substr(0, colon) + "\",\"line\":" + place.substr(colon + 1);
}

std::string same(const std::string& text) {
  return text;
}

std::string without_count(const std::string& text) {
  static const std::regex count("\"count\":\\d+|happened \\d+ times");
  return std::regex_replace(text, count, "");
}

std::string version_of(const std::string& compiler) {
  const Outcome outcome = run_program({compiler, "--version"});
  return outcome.exit_code == 0 ? outcome.output : "";
}

class Diagnosis : public testing::TestWithParam<Mistake> {};
INSTANTIATE_TEST_SUITE_P(, Diagnosis, testing::ValuesIn(kMistakes),
                         [](const auto& info) { return info.param.name; });

TEST_P(Diagnosis, NamesTheKindAndTheLines) {
  const Mistake& mistake = GetParam();
  const Seen& seen = first_run(mistake.name);

  const std::string& text = seen.outcome.errors;
  EXPECT_TRUE(contains(text, marked_line(kSource, mistake.mark) + ": " + mistake.severity)) << text;
  EXPECT_TRUE(contains(text, std::string("[") + mistake.kind + "]")) << text;
  EXPECT_TRUE(contains(text, mistake.words)) << text;
  const std::string start = std::string("{\"kind\":\"") + mistake.kind + "\",\"severity\":\"" +
                            mistake.severity + "\",\"file\":\"";
  EXPECT_TRUE(contains(seen.findings, start)) << seen.findings;
  EXPECT_TRUE(contains(seen.findings, json_place(mistake.mark))) << seen.findings;
  if (*mistake.other == '\0') return;
  EXPECT_TRUE(contains(text, marked_line(kSource, mistake.other))) << text;
  EXPECT_TRUE(contains(seen.findings, json_place(mistake.other))) << seen.findings;
}

TEST_P(Diagnosis, IsTheSameInEveryRun) {
  const Seen& first = first_run(GetParam().name);
  const Seen second = run(FINDINGS_PROGRAM, GetParam().name);

  EXPECT_EQ(first.outcome.errors, second.outcome.errors);
  EXPECT_EQ(first.findings, second.findings);
  EXPECT_EQ(first.counters, second.counters);
  EXPECT_EQ(first.history, second.history);
}

TEST(DiagnosisWithAMargin, ReportsTheSameAccessesOutsideOfArrays) {
  for (const char* mistake : {"one_too_many", "one_before", "one_before_a_page"}) {
    const Seen seen = run(FINDINGS_PROGRAM, mistake, {{"CUCC_MARGIN", "8K"}});
    EXPECT_NE(seen.findings, "") << mistake;
    EXPECT_EQ(seen.findings, first_run(mistake).findings);
  }
}

TEST(DiagnosisOfARightProgram, ReportsNothing) {
  for (const char* argument :
       {"", "checked", "right_structs", "right_numbers", "right_own_array", "static"}) {
    const Seen seen = run(FINDINGS_PROGRAM, argument);
    EXPECT_EQ(seen.outcome.errors, "");
    EXPECT_EQ(seen.findings, "");
  }
}

TEST(DiagnosisOfAProgramThatExitsWithAnError, ReportsNoLeaks) {
  EXPECT_FALSE(contains(run(FINDINGS_PROGRAM, "wrong_exit").findings, "leak"));
}

// The tests read the findings after the program has ended, so the descriptor belongs to a file and
// not to a pipe.
std::string told_to_descriptor(const std::string& argument) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/pipe";
  run_program({"/bin/sh", "-c", "exec \"$0\" \"$1\" 7>\"$2\"", FINDINGS_PROGRAM, argument, file},
              {{"CUCC_FINDINGS", "descriptor:7"}});
  return read_file(file);
}

TEST(FindingsForADescriptor, AreAnnouncedImmediatelyAndNumbered) {
  const std::string told = told_to_descriptor("one_too_many");

  EXPECT_EQ(told.find("{\"number\":1,\"seen\":\"out_of_bounds\",\"severity\":\"error\"}\n"
                      "{\"number\":2,\"kind\":\"out_of_bounds\""),
            0u)
      << told;
  EXPECT_TRUE(contains(told, "}\n{\"number\":3,\"told\":1}\n{\"number\":4,\"end\":true}\n"))
      << told;
}

TEST(FindingsForADescriptor, EndWithAnEndMarkEvenIfThereAreNoFindings) {
  EXPECT_EQ(told_to_descriptor(""), "{\"number\":1,\"end\":true}\n");
}

TEST(FindingsForADescriptor, AreRefusedIfTheDescriptorIsNotANumber) {
  const Outcome outcome = run_program({FINDINGS_PROGRAM}, {{"CUCC_FINDINGS", "descriptor:x"}});

  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.errors, "descriptor:x")) << outcome.errors;
}

std::string steps_of_thread_1(const std::string& history) {
  std::string steps;
  for (size_t at = 0; (at = history.find(" 1 ", at)) != std::string::npos; at++) {
    if (at > 1 && history[at - 2] == '\n') steps += history[at - 1];
  }
  return steps;
}

// The argument "scan" makes findings.cu launch scan_in_place: thread 1 reads its element, reaches
// the `if`, reads its neighbor's element and writes.
TEST(History, ContainsEveryStepOfAThread) {
  const std::string history = run(FINDINGS_PROGRAM, "scan").history;

  EXPECT_TRUE(contains(history, "launch 1 scan_in_place 2 128 ")) << history;
  EXPECT_TRUE(contains(history, "argument 1 1 0\n")) << history;
  EXPECT_EQ(steps_of_thread_1(history), "nnrdyrw") << history;
}

// The `break` of a `switch` does not leave the loop.
TEST(History, ContainsTheBreaksOfLoops) {
  const std::string history = run(FINDINGS_PROGRAM, "choices").history;

  EXPECT_EQ(steps_of_thread_1(history), "lntrdfwstdybe") << history;
}

TEST(History, IsRefusedIfItsFileCannotBeWritten) {
  const Outcome outcome = run_program({FINDINGS_PROGRAM}, {{"CUCC_HISTORY", "/no/such/file"}});

  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.errors, "/no/such/file")) << outcome.errors;
}

// An increment without a lock is lost if another thread runs between the read and the write.
TEST(Interleaving, SwitchesThreadsBetweenSingleAccesses) {
  const std::vector<std::string> command = {FINDINGS_PROGRAM, "lost_update"};

  EXPECT_EQ(run_program(command).output, "64\n");
  const std::map<std::string, std::string> mixed = {{"CUCC_SCHEDULE", "shuffle:7"},
                                                    {"CUCC_INTERLEAVE", "1"}};
  const std::string first = run_program(command, mixed).output;
  EXPECT_LT(std::stoi(first), 64);
  EXPECT_EQ(run_program(command, mixed).output, first);
}

TEST(EveryCompiler, GivesTheSameFindingsAndCounters) {
  const TemporaryFolder folder;
  std::set<std::string> known = {"", version_of(COMPILER)};  // "": a compiler that is not installed
  for (const char* compiler : {"g++", "clang++", "clang++-14", "clang++-19"}) {
    if (!known.insert(version_of(compiler)).second) continue;  // not installed, or already tested
    const std::string program = folder.path() + "/" + compiler;
    const std::string anywhere =
        "-ffile-prefix-map=" + std::filesystem::current_path().string() + "=.";
    const Outcome built = run_program({CUCC, "--runtime", CUDA_ON_CPU_DIR, "--cxx", compiler,
                                       anywhere, "--diagnose", kSource, "-o", program});
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    for (const Mistake& mistake : kMistakes) {
      const Seen &ours = first_run(mistake.name), theirs = run(program, mistake.name);
      std::string (*told)(const std::string&) = mistake.in_pieces ? without_count : same;
      EXPECT_EQ(told(ours.outcome.errors), told(theirs.outcome.errors)) << compiler;
      EXPECT_EQ(told(ours.findings), told(theirs.findings)) << compiler;
      EXPECT_EQ(ours.counters, theirs.counters) << compiler;
    }
  }
  if (known.size() == 2) GTEST_SKIP() << "the only compiler here is " << version_of(COMPILER);
}

TEST(EveryCompiler, NamesTheFileOfAnIncludedFunction) {
  const TemporaryFolder folder;
  folder.write("helper.cuh",
               "__device__ short number_at(int* p) { return *p; }\n"
               "__global__ void k(int* p) { p[1] = number_at(p); }\n");
  const std::string source = folder.write("main.cu",
                                          "#include \"helper.cuh\"\n"
                                          "int main() {\n"
                                          "  int *p, number = 40000;\n"
                                          "  cudaMalloc(&p, 8);\n"
                                          "  cudaMemcpy(p, &number, 4, cudaMemcpyHostToDevice);\n"
                                          "  k<<<1, 1>>>(p);\n"
                                          "  cudaDeviceSynchronize();\n"
                                          "}\n");
  std::set<std::string> known = {""};
  for (const char* compiler : {"g++", "clang++", "clang++-14", "clang++-19"}) {
    if (!known.insert(version_of(compiler)).second) continue;
    const std::string program = folder.path() + "/" + compiler;
    const Outcome built = run_program({CUCC, "--runtime", CUDA_ON_CPU_DIR, "--cxx", compiler,
                                       "--diagnose", source, "-o", program});
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    EXPECT_EQ(built.errors, "") << compiler;
    const std::string told = run_program({program}).errors;
    EXPECT_TRUE(std::regex_search(told, std::regex("helper.cuh:[12]: note: 40000 does not fit")))
        << compiler << ": " << told;
  }
}

}  // namespace
