// An untrusted program that answers requests, and the files in which the CUDA runtime notes what it
// sees there.
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
  // findings, history: paths of their own for what the CUDA runtime notices, and for the steps of
  // all threads, which are not kept without such a path.
  WatchedProcess(Command command, std::chrono::milliseconds limit, const std::string& findings,
                 const std::string& history);

  // One request and its answer of at most so many bytes. Starts the program where none runs.
  Exchange exchange(protocol::Kind kind, const std::vector<char>& payload, size_t most);
  std::string printed() const { return process_->printed(); }  // since the last exchange began
  void end() { process_.reset(); }

  std::vector<suite::Finding> read_findings() { return findings_.read_new(); }
  suite::History read_history();  // whole once the process has ended

 private:
  Command command_;
  std::chrono::milliseconds limit_;
  FindingsFile findings_;
  UntrustedFile history_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace handshake::check
