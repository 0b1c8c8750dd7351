// Reads the findings that the CUDA runtime in an untrusted process writes to a pipe.
#pragma once

#include <string>
#include <vector>

#include "suite/finding.hpp"

namespace handshake::check {

// The findings of one process. The lines are numbered. A finding is announced at once and reported
// in full when the launch ends. The last line is marked as the last one. The numbers and this mark
// show that nothing is missing.
class FindingsReader {
 public:
  // Returns the findings in `text`, which is what the process has written since the last call.
  std::vector<suite::Finding> read(const std::string& text);
  // Returns the findings that were announced but not reported in full. Called for a process that
  // has answered.
  std::vector<suite::Finding> untold();
  // Whether all lines were read, up to the one that is marked as the last one.
  bool is_whole() const { return has_ended_ && !is_broken_; }

 private:
  void take(const std::string& line, std::vector<suite::Finding>& findings);

  std::string rest_;  // the beginning of a line whose end has not been read yet
  int number_ = 0;    // of the last line that was read
  size_t told_ = 0;
  std::vector<suite::Finding> announced_;
  bool has_ended_ = false, is_broken_ = false;
};

// The finding for a process that ended in the middle of its report, or whose report has a wrong
// form.
suite::Finding incomplete_findings();
// The finding for a process that answered, but did not end in time.
suite::Finding endless_end();

}  // namespace handshake::check
