// The error for a file that cannot be written, because of the folder, the disk or the permissions.
#pragma once

#include <stdexcept>
#include <string>

namespace handshake {

// what() is one line, "FILE: what the program was doing, and the fault; what to try".
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& file, const std::string& message)
      : std::runtime_error(file + ": " + message) {}
};

}  // namespace handshake
