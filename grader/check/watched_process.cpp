// Starts the program with environment variables that say where its CUDA runtime writes the findings
// and the steps of all threads.
#include "check/watched_process.hpp"

#include "check/history_file.hpp"

namespace handshake::check {

namespace {

std::string descriptor(int number) {
  return "descriptor:" + std::to_string(number);
}

}  // namespace

WatchedProcess::WatchedProcess(Command command, std::chrono::milliseconds limit, Recorded recorded)
    : command_(std::move(command)), limit_(limit), recorded_(recorded) {
  auto& variables = command_.environment;
  variables.emplace_back("CUCC_FINDINGS", descriptor(protocol::kFindingsDescriptor));
  variables.emplace_back("CUCC_QUIET", "1");  // the check reports the findings
  if (recorded == Recorded::nothing) return;
  variables.emplace_back(recorded == Recorded::history ? "CUCC_HISTORY" : "CUCC_COUNTERS",
                         descriptor(protocol::kRecordDescriptor));
}

Exchange WatchedProcess::exchange(protocol::Kind kind, const std::vector<char>& payload,
                                  size_t most) {
  if (!process_) {
    if (recorded_ != Recorded::nothing) command_.record = record_.emplace().descriptor();
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

suite::History WatchedProcess::read_history() const {
  constexpr size_t kMostHistory = 64 << 20;
  return parse_history(record_ ? record_->read(kMostHistory) : "");
}

std::string WatchedProcess::read_counters() const {
  constexpr size_t kMostCounters = 1 << 20;
  return record_ ? record_->read(kMostCounters) : "";
}

}  // namespace handshake::check
