// Reads what the CUDA runtime writes to HANDSHAKE_FINDINGS: one JSON object a line.
#pragma once

#include <string>
#include <vector>

#include "check/untrusted_file.hpp"
#include "suite/finding.hpp"

namespace handshake::check {

// A file that grows while a process runs. What can not be read is left out, and no more than some
// findings are taken.
class FindingsFile {
 public:
  explicit FindingsFile(std::string path) : file_(std::move(path)) {}

  // The lines that were added since the last call.
  std::vector<suite::Finding> read_new();

 private:
  UntrustedFile file_;
};

}  // namespace handshake::check
