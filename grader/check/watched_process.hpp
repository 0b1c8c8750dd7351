// An untrusted program that answers requests, and the findings of its CUDA runtime.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/child_process.hpp"
#include "check/findings.hpp"
#include "check/record.hpp"
#include "suite/history.hpp"

namespace handshake::check {

class WatchedProcess {
 public:
  WatchedProcess(Command command, std::chrono::milliseconds limit, Recorded recorded);

  // Sends one request and gets the answer, of at most `most` bytes. Starts the program first if it
  // is not running.
  Exchange exchange(protocol::Kind kind, const std::vector<char>& payload, size_t most);
  std::string printed() const { return process_->printed(); }  // since the last exchange began
  void end() { process_.reset(); }

  // What the CUDA runtime has found since the last call.
  std::vector<suite::Finding> read_findings();
  // Waits for the end of the process, and returns the findings that it reports at its end. If the
  // process does not end, or does not report everything, this is a finding, too.
  std::vector<suite::Finding> finish();
  // What is recorded about the last process that was started; complete once it has ended.
  suite::History read_history() const;
  std::string read_counters() const;

 private:
  Command command_;
  std::chrono::milliseconds limit_;
  FindingsReader findings_;
  Recorded recorded_;
  std::optional<Record> record_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace handshake::check
