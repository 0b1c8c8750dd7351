// Runs the cases of onewaywrapper.cu in a child process.
#pragma once

#include <memory>

#include "check/child_process.hpp"
#include "check/findings.hpp"
#include "suite/history.hpp"
#include "suite/wrapper_case.hpp"

namespace handshake::check {

class WrapperProcess : public suite::WrapperRunner {
 public:
  // findings, history: paths of their own for what the CUDA runtime notices, and for the steps of
  // all threads, which are not kept without such a path.
  WrapperProcess(Command command, std::chrono::milliseconds limit, const std::string& findings,
                 const std::string& history = "")
      : command_(std::move(command)), limit_(limit), findings_(findings), history_(history) {
    command_.environment.emplace_back("HANDSHAKE_FINDINGS", findings);
    if (!history.empty()) command_.environment.emplace_back("HANDSHAKE_HISTORY", history);
  }
  suite::WrapperReply run(const suite::WrapperCase& wrapper_case,
                          const std::vector<suite::Pass>& passes, int pattern) override;
  std::vector<suite::Finding> finish() override;
  suite::History history();  // once the process has ended

 private:
  Command command_;
  std::chrono::milliseconds limit_;
  FindingsFile findings_;
  UntrustedFile history_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace handshake::check
