// What a runner does with one request. kernel_runner.cu and wrapper_runner.cu each define it.
#pragma once

#include <stdexcept>
#include <vector>

#include "protocol/message.hpp"

namespace handshake::runner {

// A CUDA call failed, or the kernel did.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Takes the payload of a request and returns that of the reply.
std::vector<char> serve(protocol::Kind kind, const std::vector<char>& payload);

}  // namespace handshake::runner
