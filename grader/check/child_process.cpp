// Starts untrusted processes, sends data to them, and ends them.
#include "check/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "check/shown_text.hpp"
#include "cuda_on_cpu/text/utf8.hpp"
#include "suite/words/report.hpp"

namespace handshake::check {

namespace {

constexpr size_t kKeptOutput = 4000;        // bytes of what a process prints
constexpr size_t kMostOutput = 32u << 20;   // a process that prints more is ended
constexpr size_t kMostFindings = 4u << 20;  // bytes of findings that wait for take_findings()
constexpr int kGuardFailed = 125;           // kFault of handshake_grader/sandbox/guard
constexpr int kGrace = 2000;                // milliseconds that a process may take to end by itself
constexpr double kMostPause = 250;          // milliseconds between two checks of the time
constexpr rlim_t kMostFile = 256u << 20;    // bytes of a file that the process writes

struct Pipe {
  int read_end, write_end;
};

Pipe open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("a pipe cannot be made: ") + std::strerror(errno));
  return {ends[0], ends[1]};
}

void limit(int resource, rlim_t value) {
  const rlimit limits{value, value};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
}

// The arguments of exec: pointers to the words, and a null at the end.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_of(const Command& command) {
  std::vector<std::string> result;
  for (const auto& [name, value] : command.environment) result.push_back(name + "=" + value);
  for (char** variable = environ; *variable != nullptr; variable++) {
    const std::string_view old = *variable;
    const auto is_new = [&](const auto& one) { return one.first == old.substr(0, old.find('=')); };
    const auto& added = command.environment;
    if (std::none_of(added.begin(), added.end(), is_new)) result.emplace_back(old);
  }
  return result;
}

// Runs between vfork and exec. The child still uses the memory of this process, and must not change
// it. Each end of a pipe first gets an unused descriptor, because its final descriptor may still
// belong to another end.
[[noreturn]] void become(char* const* words, char* const* environment, int request, int reply,
                         int output, int findings, int waited, int record) {
  constexpr int kOutOfTheWay = 20;
  request = fcntl(request, F_DUPFD_CLOEXEC, kOutOfTheWay);
  reply = fcntl(reply, F_DUPFD_CLOEXEC, kOutOfTheWay);
  output = fcntl(output, F_DUPFD_CLOEXEC, kOutOfTheWay);
  findings = fcntl(findings, F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (waited >= 0) waited = fcntl(waited, F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (record >= 0) record = fcntl(record, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  dup2(request, protocol::kRequestDescriptor);
  dup2(reply, protocol::kReplyDescriptor);
  dup2(findings, protocol::kFindingsDescriptor);
  if (waited >= 0) dup2(waited, OwnTime::kDescriptor);
  if (record >= 0) dup2(record, protocol::kRecordDescriptor);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMostFile);
  execvpe(words[0], words, environment);
  dprintf(STDERR_FILENO, "%s: cannot be started: %s\n", words[0], std::strerror(errno));
  _exit(127);
}

uint64_t draw_nonce() {
  static std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

}  // namespace

ChildProcess::ChildProcess(const Command& command)
    : allowance_(command.allowance), is_guarded_(command.is_guarded) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);  // if it were ignored, waitpid would not report how a child ended
  const Pipe requests = open_pipe(), replies = open_pipe(), output = open_pipe(),
             findings = open_pipe(), waited = open_pipe();
  if (command.is_guarded)
    time_.hear_from(waited.read_end);
  else
    close(waited.read_end);
  const std::vector<std::string> variables = environment_of(command);
  const std::vector<char*> words = pointers(command.words), environment = pointers(variables);
  pid_ = vfork();  // fork would copy our page tables, which exec then discards
  if (pid_ == 0)
    become(words.data(), environment.data(), requests.read_end, replies.write_end, output.write_end,
           findings.write_end, command.is_guarded ? waited.write_end : -1, command.record);
  if (pid_ < 0)
    throw std::runtime_error(std::string("a process cannot be started: ") + std::strerror(errno));
  setpgid(pid_, pid_);
  if (!command.is_guarded) time_.watch(pid_);
  close(requests.read_end);
  close(replies.write_end);
  close(output.write_end);
  close(findings.write_end);
  close(waited.write_end);
  request_ = requests.write_end;
  reply_ = replies.read_end;
  output_ = output.read_end;
  findings_ = findings.read_end;
  for (const int descriptor : {request_, reply_, output_, findings_})
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) reap();
  close_all();
  const Seconds waited = time_.listen();  // the last run's waiting time may arrive late
  if (allowance_ != nullptr)
    allowance_->left = std::min(allowance_->whole, allowance_->left + waited);
}

void ChildProcess::close_all() {
  for (int* descriptor : {&request_, &reply_, &output_, &findings_}) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
  }
}

// Ends the process group, waits for the process, and reports how the process ended.
Exchange ChildProcess::reap() {
  Exchange ended;
  int status = 0;
  // A process that closed its pipe will soon end by itself. Its status will then show why it ended.
  pid_t done = 0;
  for (int wait = 0; wait < kGrace && done == 0; wait++) {
    done = waitpid(pid_, &status, WNOHANG);
    if (done == 0) {
      if (request_ >= 0) close(request_), request_ = -1;
      usleep(1000);
    }
  }
  ended_by_itself_ = done == pid_;
  kill(-pid_, SIGKILL);
  if (done == 0) waitpid(pid_, &status, 0);
  pid_ = -1;
  constexpr int kSignal = 128;  // a guard adds this number to the signal that ended its program
  if (WIFSIGNALED(status)) {
    ended.how = ProcessEnd::killed;
    ended.code = WTERMSIG(status);
  } else if (is_guarded_ && WEXITSTATUS(status) > kSignal) {
    ended.how = ProcessEnd::killed;
    ended.code = WEXITSTATUS(status) - kSignal;
  } else {
    ended.code = WEXITSTATUS(status);
    ended.how = ended.code == 0 ? ProcessEnd::finished : ProcessEnd::exited;
  }
  return ended;
}

// Throws if there was no sandbox: the process ended before the guard reported that the program
// begins, or the guard failed and ended with kGuardFailed. The guard never reports this exit code
// for a program.
void ChildProcess::require_sandbox(const Exchange& ended) {
  if (!is_guarded_ || !ended_by_itself_) return;
  time_.listen();
  const bool has_failed = ended.how == ProcessEnd::exited && ended.code == kGuardFailed;
  if (time_.first_word() >= 0 || has_failed)
    throw std::runtime_error(suite::words::sandbox_failed(printed()));
}

Exchange ChildProcess::end(ProcessEnd how, const std::string& reason) {
  kill(-pid_, SIGKILL);
  reap();
  Exchange ended;
  ended.how = how;
  ended.reason = reason;
  return ended;
}

// Returns false if the process prints more than kMostOutput bytes.
bool ChildProcess::read_output() {
  char buffer[1 << 16];
  ssize_t got;
  while ((got = read(output_, buffer, sizeof buffer)) > 0) {
    bytes_printed_ += got;
    // Keeps one byte more than printed() returns. With this byte, printed() can decide whether its
    // text would end inside of a character.
    printed_.append(buffer, std::min<size_t>(got, kKeptOutput + 1 - printed_.size()));
    if (bytes_printed_ > kMostOutput) return false;
  }
  if (got == 0) close(output_), output_ = -1;
  return true;
}

bool ChildProcess::is_late(Seconds limit) {
  time_.listen();
  if (time_.is_late(limit)) return true;
  if (time_.is_starved()) throw std::runtime_error(suite::words::machine_is_busy());
  return false;
}

// Lines for which there is no room are dropped; FindingsReader notices the gap in their numbers. A
// process that writes without end cannot keep this loop running, because the loop reads at most as
// many bytes as a pipe can hold.
void ChildProcess::read_findings() {
  char buffer[1 << 16];
  constexpr size_t kMostInPipe = 1 << 20;
  for (size_t all = 0; findings_ >= 0 && all < kMostInPipe;) {
    const ssize_t got = read(findings_, buffer, sizeof buffer);
    if (got < 0) return;
    if (got == 0) close(findings_), findings_ = -1;
    found_.append(buffer, std::min<size_t>(got, kMostFindings - found_.size()));
    all += got;
  }
}

std::string ChildProcess::take_findings() {
  read_findings();
  return std::exchange(found_, {});
}

// Sends and receives until `most` bytes have been received. Returns false if the exchange ends
// earlier.
bool ChildProcess::pump(std::vector<char>& to_send, size_t& sent, std::vector<char>& received,
                        size_t most, Seconds limit, Exchange& ended) {
  while (received.size() < most) {
    pollfd watched[] = {{reply_, POLLIN, 0},
                        {output_, POLLIN, 0},
                        {sent < to_send.size() ? request_ : -1, POLLOUT, 0},
                        {findings_, POLLIN, 0},
                        {time_.first_word(), POLLIN, 0}};
    if (is_late(limit)) return ended = end(ProcessEnd::timed_out), false;
    const double left = 1000 * time_.left(limit).count();
    const int ready = poll(watched, 5, static_cast<int>(std::clamp<double>(left, 1, kMostPause)));
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    if (watched[1].revents != 0 && !read_output()) return ended = end(ProcessEnd::flooded), false;
    if (watched[3].revents != 0) read_findings();
    if (watched[4].revents != 0) time_.listen();
    if (watched[2].revents != 0) {
      const ssize_t put = write(request_, to_send.data() + sent, to_send.size() - sent);
      if (put > 0) sent += put;
      // The process no longer reads. Its reply, or the way in which it ends, will show why.
      if (put < 0 && errno != EAGAIN) sent = to_send.size();
    }
    if (watched[0].revents == 0) continue;
    char buffer[1 << 16];
    const ssize_t got = read(reply_, buffer, std::min(sizeof buffer, most - received.size()));
    if (got > 0) received.insert(received.end(), buffer, buffer + got);
    if (got == 0) {
      ended = reap();
      if (output_ >= 0) read_output();
      read_findings();
      require_sandbox(ended);
      return false;
    }
  }
  return true;
}

// Runs `talk`, unless the shared time is used up.
template <typename Talk>
Exchange ChildProcess::timed(Seconds limit, const Talk& talk) {
  printed_.clear();
  const bool is_spent = allowance_ != nullptr && allowance_->left <= Seconds(0);
  if (allowance_ != nullptr) limit = std::min(limit, allowance_->each);
  time_.begin();
  Exchange result = is_spent ? end(ProcessEnd::spent) : talk(limit);
  time_.listen();
  if (allowance_ != nullptr) allowance_->left -= time_.used();
  result.limit = is_spent ? allowance_->whole : limit;
  return result;
}

Exchange ChildProcess::exchange(protocol::Kind kind, const std::vector<char>& payload,
                                size_t most_reply, std::chrono::milliseconds limit) {
  return timed(limit, [&](Seconds most) { return talk(kind, payload, most_reply, most); });
}

Exchange ChildProcess::talk(protocol::Kind kind, const std::vector<char>& payload,
                            size_t most_reply, Seconds limit) {
  protocol::Head head;
  head.nonce = draw_nonce();
  head.kind = kind;
  head.payload = static_cast<uint32_t>(payload.size());
  std::vector<char> request(reinterpret_cast<char*>(&head), reinterpret_cast<char*>(&head + 1));
  request.insert(request.end(), payload.begin(), payload.end());

  size_t sent = 0;
  std::vector<char> received;
  Exchange result;
  if (!pump(request, sent, received, sizeof head, limit, result)) return result;
  const uint64_t nonce = head.nonce;
  std::memcpy(&head, received.data(), sizeof head);
  try {
    protocol::require_head(head);
  } catch (const protocol::ProtocolError& error) {
    return end(ProcessEnd::bad_reply, error.what());
  }
  if (head.nonce != nonce) return end(ProcessEnd::bad_reply, suite::words::other_request());
  if (head.payload > most_reply) return end(ProcessEnd::bad_reply, suite::words::too_long());
  received.clear();
  if (!pump(request, sent, received, head.payload, limit, result)) return result;
  if (output_ >= 0) read_output();
  result.how = ProcessEnd::replied;
  result.kind = head.kind;
  result.payload = std::move(received);
  return result;
}

Exchange ChildProcess::wait(std::chrono::milliseconds limit) {
  return timed(limit, [&](Seconds most) { return wait_for_end(most); });
}

Exchange ChildProcess::wait_for_end(Seconds limit) {
  close(request_);
  request_ = -1;
  std::vector<char> nothing, received;
  size_t sent = 0;
  Exchange result;
  // Only the child can write replies, so the pipe for replies closes when the child ends.
  if (pump(nothing, sent, received, 1, limit, result))
    return end(ProcessEnd::bad_reply, suite::words::foreign_descriptor());
  return result;
}

std::string ChildProcess::printed() const {
  std::string text = harmless(cut_at_letter(printed_, kKeptOutput));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace handshake::check
