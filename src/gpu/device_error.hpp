// The exception for faults of a GPU, and for requests that a GPU cannot fulfill. This file includes
// no header of CUDA, because it is also used in files that are not compiled as CUDA.
#pragma once

#include <stdexcept>

namespace handshake {

// what() says what is missing or what failed.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace handshake
