// Runs the cases of onewaywrapper.cu in a child process.
#pragma once

#include <memory>

#include "check/child_process.hpp"
#include "check/findings.hpp"
#include "suite/wrapper_case.hpp"

namespace handshake::check {

class WrapperProcess : public suite::WrapperRunner {
 public:
  // findings: a path of its own for what the CUDA runtime notices.
  WrapperProcess(Command command, std::chrono::milliseconds limit, const std::string& findings)
      : command_(std::move(command)), limit_(limit), findings_(findings) {
    command_.environment.emplace_back("HANDSHAKE_FINDINGS", findings);
  }
  suite::WrapperReply run(const suite::WrapperCase& wrapper_case,
                          const std::vector<suite::Pass>& passes, int pattern) override;
  std::vector<suite::Finding> finish() override;

 private:
  Command command_;
  std::chrono::milliseconds limit_;
  FindingsFile findings_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace handshake::check
