#include "cuda_on_cpu/driver/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

extern char** environ;

namespace cuda_on_cpu::driver {
namespace {

volatile sig_atomic_t asked_to_end = 0;
volatile pid_t running = 0;

void on_signal(int signal) {
  asked_to_end = signal;
  if (running > 0) kill(running, signal);
}

std::string quoted(const std::string& word) {
  const bool is_plain =
      !word.empty() && word.find_first_of(" \t\n\"'\\$&|;<>()*?#`") == std::string::npos;
  if (is_plain) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// Starts the command, or throws a UsageError.
pid_t start(const Words& command, const std::string& output, const std::string& messages) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  const auto send = [&](int descriptor, const std::string& name) {
    if (name.empty()) return;
    posix_spawn_file_actions_addopen(&files, descriptor, name.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
  };
  send(STDOUT_FILENO, output);
  send(STDERR_FILENO, messages);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) return child;
  throw UsageError("cannot start " + command[0] + ": " + std::strerror(error) +
                   "; install it, or name another compiler with --cxx");
}

}  // namespace

WorkFolder::WorkFolder() {
  const char* parent = std::getenv("TMPDIR");
  path_ = std::string(parent == nullptr || *parent == '\0' ? "/tmp" : parent) + "/cucc.XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) {
    throw UsageError("cannot make the temporary folder " + path_ + ": " + std::strerror(errno) +
                     "; set TMPDIR to a folder that can be written");
  }
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Processes::Processes(bool shows, bool only_shows) : shows_(shows), only_shows_(only_shows) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, on_signal);
}

int Processes::run(const Words& command, const std::string& output, const std::string& messages) {
  if (shows_ || only_shows_) {
    std::cerr << "#$";
    for (const std::string& word : command) std::cerr << ' ' << quoted(word);
    std::cerr << std::endl;
  }
  if (only_shows_) return 0;
  const auto before = std::chrono::steady_clock::now();
  running = start(command, output, messages);
  int status = 0;
  while (waitpid(running, &status, 0) < 0 && errno == EINTR) {
  }
  running = 0;
  if (asked_to_end != 0) throw Interrupted{asked_to_end};
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - before;
  steps_.push_back({command[0], time.count()});
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& name, const std::string& text) {
  FILE* file = std::fopen(name.c_str(), "w");
  const bool is_written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (file != nullptr && std::fclose(file) == 0 && is_written) return;
  throw UsageError("cannot write " + name + ": " + std::strerror(error));
}

}  // namespace cuda_on_cpu::driver
