// Reads what the CUDA runtime writes to HANDSHAKE_FINDINGS: one JSON object a line.
#pragma once

#include <string>
#include <vector>

#include "suite/finding.hpp"

namespace handshake::check {

// A file that grows while a process runs. It is written by an untrusted process: what can not be
// read is left out, and no more than some findings are taken.
class FindingsFile {
 public:
  explicit FindingsFile(std::string path);
  FindingsFile(const FindingsFile&) = delete;
  FindingsFile& operator=(const FindingsFile&) = delete;
  ~FindingsFile();  // removes the file
  const std::string& path() const { return path_; }

  // The lines that were added since the last call.
  std::vector<suite::Finding> read_new();

 private:
  std::string path_;
  long read_ = 0;
};

}  // namespace handshake::check
