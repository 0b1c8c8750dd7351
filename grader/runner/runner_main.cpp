// The main function of a runner, the process that runs a submission's code. The process is not
// trusted: the program that started it judges its answers. The process ends when no more requests
// come.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <vector>

#include "protocol/freed_memory.hpp"
#include "runner/serve.hpp"

namespace handshake::runner {

namespace {

// Returns false at the end of the requests.
bool read_all(void* to, size_t size) {
  char* at = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = read(protocol::kRequestDescriptor, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= got;
  }
  return true;
}

bool write_all(const void* from, size_t size) {
  const char* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t put = write(protocol::kReplyDescriptor, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    size -= put;
  }
  return true;
}

bool send(protocol::Kind kind, uint64_t nonce, const std::vector<char>& payload) {
  protocol::Head head;
  head.kind = kind;
  head.nonce = nonce;
  head.payload = static_cast<uint32_t>(payload.size());
  // The message is written in one piece, so that the other side wakes up only once.
  std::vector<char> message(reinterpret_cast<char*>(&head), reinterpret_cast<char*>(&head + 1));
  message.insert(message.end(), payload.begin(), payload.end());
  return write_all(message.data(), message.size());
}

// Serves requests until none is left. After an error, the device cannot be used again, so the
// process ends.
int serve_requests() {
  protocol::Head head;
  while (read_all(&head, sizeof head)) {
    protocol::require_head(head);
    std::vector<char> payload(head.payload);
    if (!read_all(payload.data(), payload.size())) return 1;
    try {
      if (!send(protocol::Kind::done, head.nonce, serve(head.kind, payload))) return 1;
    } catch (const DeviceError& error) {
      protocol::PayloadWriter text;
      text.text(error.what());
      send(protocol::Kind::cuda_error, head.nonce, text.bytes());
      return 1;
    }
  }
  return 0;
}

}  // namespace

}  // namespace handshake::runner

int main() {
  handshake::protocol::keep_freed_memory();
  try {
    return handshake::runner::serve_requests();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "runner: %s\n", error.what());
    return 1;
  }
}
