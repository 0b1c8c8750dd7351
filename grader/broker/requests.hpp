// What host code may send to the device: only the numbers that the operation of the request uses,
// and only names that the device's program has. Other data in a message could carry information
// that is not counted (audit.hpp).
#pragma once

#include <string>
#include <unordered_set>

#include "cuda_on_cpu/remote/messages.hpp"

namespace handshake::broker {

namespace remote = cuda_on_cpu::remote;

class Requests {
 public:
  // `program`: the path of the device's program. Throws std::runtime_error.
  explicit Requests(const std::string& program);
  ~Requests();
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  // Removes from the message what must not be sent. A name that is not in the program is replaced
  // by an empty name, which the device does not find. Returns false if this is not a request.
  bool reduce(remote::Message& message);

 private:
  bool has_name(const std::string& name);

  const char* program_;  // the bytes of the program's file
  size_t bytes_;
  std::unordered_set<std::string> names_;
};

}  // namespace handshake::broker
