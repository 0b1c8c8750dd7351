// The error for what a GPU cannot do. It includes no header of CUDA, because files that no CUDA
// compiler sees need it.
#pragma once

#include <stdexcept>

namespace handshake {

// what() says what is missing or failed, and what to try.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace handshake
