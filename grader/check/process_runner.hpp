// Runs the suite's launches in child processes. When a child process ends, a new one is started.
#pragma once

#include "check/watched_process.hpp"
#include "suite/kernel_runner.hpp"

namespace handshake::check {

// Returns how an exchange with a child process ended, in the type that the suite uses.
suite::End end_of(const Exchange& exchange);

class ProcessRunner : public suite::KernelRunner {
 public:
  // The arguments are those of WatchedProcess.
  ProcessRunner(Command command, std::chrono::milliseconds limit,
                Recorded recorded = Recorded::nothing)
      : process_(std::move(command), limit, recorded) {}
  suite::LaunchReply launch(const suite::Launch& launch) override;
  std::vector<suite::Finding> finish() override;
  suite::History history() override;

 private:
  WatchedProcess process_;
};

}  // namespace handshake::check
