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

// With SIGPIPE, the destructors remove the temporary folders even if the output has no reader.
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

void on_signal(int signal) {
  asked_to_end = signal;
  if (running > 0) kill(running, signal);
}

// Signals that arrive during its life are delivered at its end.
class DelayedSignals {
 public:
  DelayedSignals() {
    sigset_t ours;
    sigemptyset(&ours);
    for (const int number : kSignals) sigaddset(&ours, number);
    sigprocmask(SIG_BLOCK, &ours, &before_);
  }
  ~DelayedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  DelayedSignals(const DelayedSignals&) = delete;
  DelayedSignals& operator=(const DelayedSignals&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

std::string quoted(const std::string& word) {
  const bool is_plain =
      !word.empty() && word.find_first_of(" \t\n\"'\\$&|;<>()*?#`") == std::string::npos;
  if (is_plain) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// Starts the command with these signals blocked, or throws a UsageError.
pid_t start(const Words& command, const std::string& output, const std::string& messages,
            const sigset_t& blocked) {
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
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) return child;
  throw UsageError("cannot start " + command[0] + ": " + std::strerror(error) +
                   "; install it, or name another compiler with --cxx");
}

// Runs the command and returns its status as waitpid does.
int finish(const Words& command, const std::string& output, const std::string& messages) {
  {
    const DelayedSignals delayed;  // until on_signal knows the child
    stop_if_asked();
    running = start(command, output, messages, delayed.before());
  }
  const pid_t child = running;
  siginfo_t ended;
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  running = 0;  // before waitpid: after it, another process may get this number
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  stop_if_asked();
  return status;
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
  for (const int number : kSignals) {
    struct sigaction action;
    sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // as nohup wants it
    action = {};
    action.sa_handler = on_signal;
    sigaction(number, &action, nullptr);  // without SA_RESTART: a blocked write ends
  }
}

int Processes::run(const Words& command, const std::string& output, const std::string& messages) {
  if (shows_ || only_shows_) {
    std::cerr << "#$";
    for (const std::string& word : command) std::cerr << ' ' << quoted(word);
    std::cerr << std::endl;
  }
  if (only_shows_) return 0;
  const auto before = std::chrono::steady_clock::now();
  const int status = finish(command, output, messages);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - before;
  steps_.push_back({command[0], time.count()});
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int Processes::ask(const Words& command, const std::string& output) {
  const int status = finish(command, output, "");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& name, const std::string& text) {
  FILE* file = std::fopen(name.c_str(), "w");
  bool is_written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int error = errno;
  if (file != nullptr && std::fclose(file) != 0 && is_written) {
    is_written = false;
    error = errno;
  }
  if (!is_written) throw UsageError("cannot write " + name + ": " + std::strerror(error));
}

void write_output(const std::string& text) {
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  const int error = errno;
  stop_if_asked();
  if (!is_written)
    throw UsageError(std::string("cannot write to standard output: ") + std::strerror(error));
}

void stop_if_asked() {
  if (asked_to_end != 0) throw Interrupted{asked_to_end};
}

}  // namespace cuda_on_cpu::driver
