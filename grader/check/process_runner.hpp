// Runs the suite's launches in child processes, and starts a new one when one ends.
#pragma once

#include <memory>
#include <string>

#include "check/child_process.hpp"
#include "check/findings.hpp"
#include "check/untrusted_file.hpp"
#include "suite/kernel_runner.hpp"

namespace handshake::check {

// What one exchange came to, in words for the student.
suite::LaunchReply describe(const Exchange& exchange, const std::string& what,
                            std::chrono::milliseconds limit);

class ProcessRunner : public suite::KernelRunner {
 public:
  // findings, history: paths of their own for what the CUDA runtime notices, and for the steps of
  // all threads, which are not kept without such a path.
  ProcessRunner(Command command, std::chrono::milliseconds limit, const std::string& findings,
                const std::string& history = "")
      : command_(std::move(command)), limit_(limit), findings_(findings), history_(history) {
    command_.environment.emplace_back("HANDSHAKE_FINDINGS", findings);
    if (!history.empty()) command_.environment.emplace_back("HANDSHAKE_HISTORY", history);
  }
  suite::LaunchReply launch(const suite::Launch& launch) override;
  std::vector<suite::Finding> finish() override;
  suite::History history() override;

 private:
  Command command_;
  std::chrono::milliseconds limit_;
  FindingsFile findings_;
  UntrustedFile history_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace handshake::check
