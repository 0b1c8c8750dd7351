// Reads what the CUDA runtime in an untrusted process writes to its pipe of findings.
#pragma once

#include <string>
#include <vector>

#include "suite/finding.hpp"

namespace handshake::check {

// The findings of one process. Its lines are numbered; a finding is announced at once, and reported
// in full when the launch ends; the last line says that nothing is missing.
class FindingsReader {
 public:
  // What is reported in the text that came since the last call.
  std::vector<suite::Finding> read(const std::string& text);
  // What was announced and never told; for a process that has answered.
  std::vector<suite::Finding> untold();
  // Whether the last line came, and nothing was missing before it.
  bool is_whole() const { return has_ended_ && !is_broken_; }

 private:
  void take(const std::string& line, std::vector<suite::Finding>& findings);

  std::string rest_;  // the beginning of a line
  int number_ = 0;    // of the last line
  size_t told_ = 0;
  std::vector<suite::Finding> announced_;
  bool has_ended_ = false, is_broken_ = false;
};

// Of a process that ended in the middle of what it had to say, or said it in another way.
suite::Finding incomplete_findings();
// Of a process that had answered, and did not end in time.
suite::Finding endless_end();

}  // namespace handshake::check
