// Runs the cases of onewaywrapper.cu in a child process.
#pragma once

#include "check/watched_process.hpp"
#include "suite/wrapper_case.hpp"

namespace handshake::check {

class WrapperProcess : public suite::WrapperRunner {
 public:
  // The arguments are those of WatchedProcess.
  WrapperProcess(Command command, std::chrono::milliseconds limit, const std::string& history = "")
      : process_(std::move(command), limit, history) {}
  suite::WrapperReply run(const suite::WrapperCase& wrapper_case,
                          const std::vector<suite::Pass>& passes, int pattern) override;
  std::vector<suite::Finding> finish() override;
  suite::History history();  // complete only after the process has ended

 private:
  WatchedProcess process_;
};

}  // namespace handshake::check
