// See children.hpp.
#include "broker/children.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "cuda_on_cpu/remote/messages.hpp"
#include "cuda_on_cpu/remote/system_calls.hpp"

namespace handshake::broker {

namespace {

namespace remote = cuda_on_cpu::remote;

constexpr int kAside = 20;  // above every descriptor that a child keeps

void open_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("opening a pipe: ") + strerror(errno));
}

[[noreturn]] void fail_to_become(const char* what) {
  dprintf(STDERR_FILENO, "broker: %s: %s\n", what, strerror(errno));
  _exit(127);
}

// The arguments of execve: pointers to the words, and a null pointer at the end.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> found;
  for (const std::string& word : words) found.push_back(const_cast<char*>(word.c_str()));
  found.push_back(nullptr);
  return found;
}

std::vector<std::string> environment_of(Role role) {
  std::vector<std::string> words;
  // The device's process runs no host code, so its memory needs no protection from host code.
  if (role == Role::device) words.emplace_back("CUCC_PROTECTION=none");
  for (char** word = environ; *word != nullptr; word++) words.emplace_back(*word);
  return words;
}

// Runs in the child, between vfork and execve. Until execve, the parent waits, and the child uses
// the memory of the parent. So the child must not change anything in this memory.
[[noreturn]] void become(char* const* words, char* const* environment, Role role, int incoming,
                         int outgoing) {
  const int aside[] = {fcntl(incoming, F_DUPFD_CLOEXEC, kAside),
                       fcntl(outgoing, F_DUPFD_CLOEXEC, kAside)};
  dup2(aside[0], remote::kIncoming);
  dup2(aside[1], remote::kOutgoing);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  if (role == Role::host && !remote::leave_other_processes_alone()) fail_to_become("seccomp");
  execve(words[0], words, environment);
  fail_to_become(words[0]);
}

}  // namespace

Child start(const std::vector<std::string>& command, Role role) {
  int there[2], back[2];
  open_pipe(there);
  open_pipe(back);
  const std::vector<std::string> words_of_environment = environment_of(role);
  const std::vector<char*> words = pointers(command), environment = pointers(words_of_environment);
  // vfork and not fork: copying this process would take longer than starting the program.
  const int pid = vfork();
  if (pid < 0) throw std::runtime_error(std::string("starting a process: ") + strerror(errno));
  if (pid == 0) become(words.data(), environment.data(), role, there[0], back[1]);
  close(there[0]);
  close(back[1]);
  return {pid, back[0], there[1]};
}

void hang_up(Child& child) {
  for (int* end : {&child.incoming, &child.outgoing}) {
    if (*end >= 0) close(*end);
    *end = -1;
  }
}

std::string wait_for(const Child& child) {
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return "exit " + std::to_string(WEXITSTATUS(status));
}

}  // namespace handshake::broker
