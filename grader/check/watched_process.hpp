// An untrusted program that answers requests, and the findings of its CUDA runtime.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "check/child_process.hpp"
#include "check/findings.hpp"
#include "check/untrusted_file.hpp"
#include "suite/history.hpp"

namespace handshake::check {

class WatchedProcess {
 public:
  // `history` is the path of the file into which the steps of all threads are written; if the path
  // is empty, no steps are written.
  WatchedProcess(Command command, std::chrono::milliseconds limit, const std::string& history);

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
  suite::History read_history();  // complete once the process has ended

 private:
  Command command_;
  std::chrono::milliseconds limit_;
  FindingsReader findings_;
  UntrustedFile history_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace handshake::check
