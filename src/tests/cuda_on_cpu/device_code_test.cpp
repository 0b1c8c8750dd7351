// cucc refuses what nvcc refuses, on the same line, and accepts what nvcc accepts. The programs are
// in device_code/; against_nvcc.py compiles them with nvcc. In refused/, the line that the message
// must name ends in "// REFUSED". The programs in not_in_kernel_files/ have more than device code,
// and are refused with --device-only.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace {

using Command = std::vector<std::string>;

std::vector<std::string> programs(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PROGRAMS) + folder)) {
    names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string path_of(const std::string& folder, const std::string& name) {
  return std::string(PROGRAMS) + folder + "/" + name + ".cu";
}

int refused_line(const std::string& path) {
  std::ifstream file(path);
  int found = 0, number = 0;
  const std::string mark = "// REFUSED";
  for (std::string line; std::getline(file, line);) {
    number++;
    if (line.size() >= mark.size() && line.substr(line.size() - mark.size()) == mark)
      found = number;
  }
  EXPECT_NE(found, 0) << path << " has no line that ends in " << mark;
  return found;
}

Outcome compile(Command command, const std::string& path) {
  const TemporaryFolder folder;
  command.insert(command.end(), {"-c", path, "-o", folder.path() + "/x.o"});
  const Outcome outcome = run_program(command);
  EXPECT_EQ(std::filesystem::exists(folder.path() + "/x.o"), outcome.exit_code == 0) << path;
  return outcome;
}

Command cucc(const Command& options = {}) {
  static const std::string anywhere =
      "-ffile-prefix-map=" + std::filesystem::current_path().string() + "=.";
  Command command = {CUCC, "--runtime", CUDA_ON_CPU_DIR, "--cxx", COMPILER, anywhere};
  command.insert(command.end(), options.begin(), options.end());
  return command;
}

// Whether the text has an error message about this line of the program.
bool names_line(const std::string& text, const std::string& path, int line) {
  const std::string place = path + ":" + std::to_string(line) + ":";
  for (size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1)) {
    const std::string rest = text.substr(at, text.find('\n', at) - at);
    if (rest.find(" error: ") != std::string::npos) return true;
  }
  return false;
}

void expect_refused(const std::string& path, const Command& compiler) {
  const Outcome outcome = compile(compiler, path);
  EXPECT_NE(outcome.exit_code, 0) << path;
  EXPECT_TRUE(names_line(outcome.output + outcome.errors, path, refused_line(path)))
      << outcome.output << outcome.errors;
}

void expect_accepted(const std::string& name, const Command& compiler) {
  const Outcome outcome = compile(compiler, path_of("accepted", name));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
}

class RefusedProgram : public testing::TestWithParam<std::string> {};
class AcceptedProgram : public testing::TestWithParam<std::string> {};
class CodeNotAllowedInKernelFiles : public testing::TestWithParam<std::string> {};

std::string name_of(const testing::TestParamInfo<std::string>& parameter) {
  return parameter.param;
}
INSTANTIATE_TEST_SUITE_P(DeviceCode, RefusedProgram, testing::ValuesIn(programs("refused")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(DeviceCode, AcceptedProgram, testing::ValuesIn(programs("accepted")),
                         name_of);

INSTANTIATE_TEST_SUITE_P(DeviceCode, CodeNotAllowedInKernelFiles,
                         testing::ValuesIn(programs("not_in_kernel_files")), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CodeNotAllowedInKernelFiles);

}  // namespace

TEST_P(RefusedProgram, IsReportedOnItsLine) {
  expect_refused(path_of("refused", GetParam()), cucc());
}
TEST_P(RefusedProgram, IsReportedOnItsLineInAKernelFile) {
  expect_refused(path_of("refused", GetParam()), cucc({"--device-only"}));
}
TEST_P(AcceptedProgram, Compiles) {
  expect_accepted(GetParam(), cucc());
}
TEST_P(AcceptedProgram, CompilesAsAKernelFile) {
  expect_accepted(GetParam(), cucc({"--device-only"}));
}
TEST_P(AcceptedProgram, CompilesAsAKernelFileForDiagnosis) {
  expect_accepted(GetParam(), cucc({"--device-only", "--diagnose"}));
}
TEST_P(CodeNotAllowedInKernelFiles, IsReportedOnItsLine) {
  expect_refused(path_of("not_in_kernel_files", GetParam()), cucc({"--device-only"}));
}
// The grader inspects the object a second time, in a separate sandbox.
TEST(DeviceCode, WithPrintfAndMemcpyPassesTheInspectionAfterADiagnosticBuild) {
  const TemporaryFolder folder;
  const std::string source = folder.path() + "/x.cu", object = folder.path() + "/x.o";
  std::ofstream(source) << R"(
      struct Many { int of[3000]; };
      __global__ void k(Many* to, const Many* from, float* numbers) {
        *to = *from;
        memcpy(to, from, sizeof *to);
        sincosf(numbers[0], &numbers[1], &numbers[2]);
        printf("%d\n", to->of[0]);
      })";
  Command command = cucc({"--device-only", "--diagnose", "-c", source, "-o", object});
  const Outcome compiled = run_program(command);
  ASSERT_EQ(compiled.exit_code, 0) << compiled.errors;
  const Outcome seen =
      run_program({std::string(CUDA_ON_CPU_DIR) + "/cuda_on_cpu_inspect", "--diagnose", object});
  EXPECT_EQ(seen.exit_code, 0) << seen.errors;
}
TEST(DeviceCode, IsTestedWithManyPrograms) {
  EXPECT_GE(programs("refused").size(), 60u);
  EXPECT_GE(programs("accepted").size(), 25u);
  EXPECT_GE(programs("not_in_kernel_files").size(), 30u);
}
