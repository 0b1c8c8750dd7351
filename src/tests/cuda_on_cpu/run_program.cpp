// Runs programs for tests. See run_program.hpp.
#include "run_program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

std::vector<std::string> environment(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; entry++) {
    if (std::strncmp(*entry, "HANDSHAKE_", 10) != 0) result.emplace_back(*entry);
  }
  for (const auto& [name, value] : variables) result.push_back(name + "=" + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Outcome run_program(const std::vector<std::string>& command,
                    const std::map<std::string, std::string>& variables) {
  const TemporaryFolder folder;
  const std::string output = folder.path() + "/output", errors = folder.path() + "/errors";
  std::vector<std::string> words = command, settings = environment(variables);
  const std::vector<char*> arguments = pointers(words), env = pointers(settings);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen(output.c_str(), "w", stdout) == nullptr ||
        std::freopen(errors.c_str(), "w", stderr) == nullptr) {
      _exit(126);
    }
    execvpe(arguments[0], arguments.data(), env.data());
    _exit(127);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  Outcome outcome;
  outcome.output = read_file(output);
  outcome.errors = read_file(errors);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

std::string marked_line(const std::string& source_file, const std::string& name) {
  std::istringstream text(read_file(source_file));
  std::string line;
  const std::string mark = "// MARK " + name;
  for (int number = 1; std::getline(text, line); number++) {
    const size_t at = line.find(mark);
    if (at != std::string::npos && at + mark.size() == line.size()) {
      return std::filesystem::path(source_file).filename().string() + ":" + std::to_string(number);
    }
  }
  ADD_FAILURE() << source_file << " has no line with " << mark;
  return "";
}

// The folder has the same name in every run of a test, so that a compiler cache recognizes the
// paths of the files in it. If this name is already taken, the folder gets another name.
TemporaryFolder::TemporaryFolder() {
  static std::map<std::string, int> made;
  std::string name = "cuda_on_cpu_test.";
  if (const auto* test = testing::UnitTest::GetInstance()->current_test_info())
    name += std::string(test->test_suite_name()) + "." + test->name() + ".";
  std::replace(name.begin(), name.end(), '/', '_');
  const std::filesystem::path base = std::filesystem::temp_directory_path();
  path_ = base / (name + std::to_string(++made[name]));
  if (mkdir(path_.c_str(), 0700) == 0) return;
  path_ = base / "cuda_on_cpu_test.XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "cannot make a temporary folder";
}
TemporaryFolder::~TemporaryFolder() {
  std::filesystem::remove_all(path_);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  const std::string path = path_ + "/" + name;
  std::ofstream(path) << text;
  return path;
}
