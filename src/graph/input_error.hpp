// A fault in a file or an argument that the user gave.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace handshake {

// what() is one line, "FILE:LINE: what is wrong; what to try" (":LINE" only if line > 0).
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& file, std::int64_t line, const std::string& message)
      : std::runtime_error(file + (line > 0 ? ":" + std::to_string(line) : "") + ": " + message) {}
};

}  // namespace handshake
