// Runs the cases of onewaywrapper.cu in a child process.
#pragma once

#include "check/watched_process.hpp"
#include "labs/matching/wrapper_case.hpp"

namespace handshake::check {

class WrapperProcess : public suite::WrapperRunner {
 public:
  // The arguments are those of WatchedProcess.
  WrapperProcess(Command command, std::chrono::milliseconds limit,
                 Recorded recorded = Recorded::nothing)
      : process_(std::move(command), limit, recorded) {}
  suite::WrapperReply run(const suite::WrapperCase& wrapper_case,
                          const std::vector<suite::Pass>& passes, int pattern) override;
  std::vector<suite::Finding> finish() override;
  suite::History history() const { return process_.read_history(); }
  std::string counters() const { return process_.read_counters(); }

 private:
  WatchedProcess process_;
};

}  // namespace handshake::check
