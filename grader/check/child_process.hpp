// A child process that is not trusted. It gets requests through a pipe. Its time, the length of its
// replies, and the amount of text that it prints are limited.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "check/own_time.hpp"
#include "protocol/message.hpp"

namespace handshake::check {

struct Command {
  std::vector<std::string> words;                                // words[0] is the program
  std::vector<std::pair<std::string, std::string>> environment;  // added to the grader's variables
  // The time that the process and others may use together; null: there is no such limit.
  Allowance* allowance = nullptr;
  bool is_guarded = false;  // whether a guard reports how long the process waited for a processor
  int record = -1;          // the descriptor of a Record, for protocol::kRecordDescriptor; -1: none
};

// `spent`: the time that several runs share is used up.
enum class ProcessEnd { replied, finished, exited, killed, timed_out, spent, flooded, bad_reply };

struct Exchange {
  ProcessEnd how = ProcessEnd::exited;
  int code = 0;               // the exit code, or the signal
  protocol::Kind kind{};      // of the reply
  std::vector<char> payload;  // of the reply
  std::string reason;         // of a bad reply
  Seconds limit{};            // of this run; if `how` is `spent`: of all runs together
};

class ChildProcess {
 public:
  // Throws std::runtime_error when the process cannot be started.
  explicit ChildProcess(const Command& command);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();  // ends the process and all processes that it started

  // Sends one request and waits for its reply. If the result is not `replied`, the process has
  // ended. Throws std::runtime_error if the process got so little processor time that nothing can
  // be said about it.
  Exchange exchange(protocol::Kind kind, const std::vector<char>& payload, size_t most_reply,
                    std::chrono::milliseconds limit);

  // Waits for the end of a process that gets no more requests. `finished` means exit code 0.
  Exchange wait(std::chrono::milliseconds limit);

  // Returns the findings that the CUDA runtime in the process has written since the last call. The
  // process can no longer change them.
  std::string take_findings();

  // What the process printed since the last exchange began: the first lines, without control
  // characters.
  std::string printed() const;

 private:
  template <typename Talk>
  Exchange timed(Seconds limit, const Talk& talk);
  Exchange talk(protocol::Kind kind, const std::vector<char>& payload, size_t most_reply,
                Seconds limit);
  Exchange wait_for_end(Seconds limit);
  bool pump(std::vector<char>& to_send, size_t& sent, std::vector<char>& received, size_t most,
            Seconds limit, Exchange& exchange);
  bool is_late(Seconds limit);
  bool read_output();
  void read_findings();
  Exchange end(ProcessEnd how, const std::string& reason = "");
  Exchange reap();
  void require_sandbox(const Exchange& ended);
  void close_all();

  Allowance* allowance_;
  OwnTime time_;
  bool is_guarded_, ended_by_itself_ = false;
  pid_t pid_ = -1;
  int request_ = -1, reply_ = -1, output_ = -1, findings_ = -1;
  std::string found_;
  std::string printed_;
  size_t bytes_printed_ = 0;
};

}  // namespace handshake::check
