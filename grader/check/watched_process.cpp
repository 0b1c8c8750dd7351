// Starts the program with environment variables that say where its CUDA runtime writes the findings
// and the steps of all threads.
#include "check/watched_process.hpp"

#include "check/history_file.hpp"

namespace handshake::check {

WatchedProcess::WatchedProcess(Command command, std::chrono::milliseconds limit,
                               const std::string& history)
    : command_(std::move(command)), limit_(limit), history_(history) {
  command_.environment.emplace_back("HANDSHAKE_FINDINGS",
                                    "descriptor:" + std::to_string(protocol::kFindingsDescriptor));
  command_.environment.emplace_back("HANDSHAKE_QUIET", "1");  // the check reports the findings
  if (!history.empty()) command_.environment.emplace_back("HANDSHAKE_HISTORY", history);
}

Exchange WatchedProcess::exchange(protocol::Kind kind, const std::vector<char>& payload,
                                  size_t most) {
  if (!process_) {
    process_ = std::make_unique<ChildProcess>(command_);
    findings_ = {};
  }
  return process_->exchange(kind, payload, most, limit_);
}

std::vector<suite::Finding> WatchedProcess::read_findings() {
  return process_ ? findings_.read(process_->take_findings()) : std::vector<suite::Finding>{};
}

std::vector<suite::Finding> WatchedProcess::finish() {
  if (!process_) return {};
  const Exchange ended = process_->wait(limit_);
  std::vector<suite::Finding> findings = read_findings();
  for (suite::Finding& finding : findings_.untold()) findings.push_back(std::move(finding));
  const bool is_late = ended.how == ProcessEnd::timed_out || ended.how == ProcessEnd::spent;
  if (is_late)
    findings.push_back(endless_end());
  else if (!findings_.is_whole())
    findings.push_back(incomplete_findings());
  process_.reset();
  return findings;
}

suite::History WatchedProcess::read_history() {
  return parse_history(history_.read_new(kMostHistory));
}

}  // namespace handshake::check
