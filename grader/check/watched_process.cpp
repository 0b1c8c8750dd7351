// Starting the program, with the files named in its environment.
#include "check/watched_process.hpp"

#include "check/history_file.hpp"

namespace handshake::check {

WatchedProcess::WatchedProcess(Command command, std::chrono::milliseconds limit,
                               const std::string& findings, const std::string& history)
    : command_(std::move(command)), limit_(limit), findings_(findings), history_(history) {
  command_.environment.emplace_back("HANDSHAKE_FINDINGS", findings);
  command_.environment.emplace_back("HANDSHAKE_QUIET", "1");  // they are told in our words
  if (!history.empty()) command_.environment.emplace_back("HANDSHAKE_HISTORY", history);
}

Exchange WatchedProcess::exchange(protocol::Kind kind, const std::vector<char>& payload,
                                  size_t most) {
  if (!process_) process_ = std::make_unique<ChildProcess>(command_);
  return process_->exchange(kind, payload, most, limit_);
}

suite::History WatchedProcess::read_history() {
  return parse_history(history_.read_new(kMostHistory));
}

}  // namespace handshake::check
