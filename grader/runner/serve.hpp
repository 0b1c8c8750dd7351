// Declares serve, which handles one request. kernel_runner.cu and wrapper_runner.cu each define
// this function.
#pragma once

#include <stdexcept>
#include <vector>

#include "protocol/message.hpp"

namespace handshake::runner {

// Thrown if a CUDA call or the kernel failed.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Takes the payload of a request, and returns the payload of the reply.
std::vector<char> serve(protocol::Kind kind, const std::vector<char>& payload);

}  // namespace handshake::runner
