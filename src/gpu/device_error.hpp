// A GPU cannot do what was asked. Without CUDA's headers: files that no CUDA compiler sees need it.
#pragma once

#include <stdexcept>

namespace handshake {

// what() says what is missing or failed, and what to try.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace handshake
