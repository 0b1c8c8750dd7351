// A file that could not be written: the folder, the disk or the permissions are at fault.
#pragma once

#include <stdexcept>
#include <string>

namespace handshake {

// what() is one line, "FILE: what was being done and what went wrong; what to try".
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& file, const std::string& message)
      : std::runtime_error(file + ": " + message) {}
};

}  // namespace handshake
