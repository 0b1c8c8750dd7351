// The messages between host code and a device in another process: one request, then its reply. A
// third process checks and forwards the messages. The code of all three processes includes this
// file, and no process trusts the messages that it receives.
#pragma once
#include <malloc.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace cuda_on_cpu::remote {

// The file descriptors of the two pipes. They are already open when host code or the device starts.
constexpr int kIncoming = 3, kOutgoing = 4;

// Request -> reply. Copy, Launch and Question are the enums below.
enum class Operation : uint32_t {
  allocate = 1,  // numbers: bytes                                    -> address
  free,          // numbers: address
  copy,          // numbers: Copy; the payload: bytes from the host   -> bytes to the host
  fill,          // numbers: address, value, bytes
  launch,        // numbers: Launch; the payload is a LaunchText
  function,      // numbers: Question, values; the payload is a name  -> answer, or attributes
  symbol,        // the payload is a name                             -> address
  stack,         // numbers: bytes for each thread
  memory,        //                                                   -> free bytes, all bytes
  reset,
  share  // asks for common memory; the process between refuses it    -> always an error
};

enum Question : uint64_t { kSharedLimit, kAttributes, kOccupancy };

// Indices into Header::numbers, for a copy and for a launch. HostSide: the bits of kHostSides.
enum Copy { kDestination, kSource, kBytes, kKind, kHostSides };
enum HostSide : uint64_t { kToHost = 1, kFromHost = 2 };
enum Launch { kGridX, kGridY, kGridZ, kBlockX, kBlockY, kBlockZ, kShared, kCooperative };

struct Header {
  Operation operation;
  int32_t error;         // of this call
  int32_t device_error;  // of a kernel; every later reply repeats it
  uint32_t reserved;
  uint64_t numbers[8];
  uint64_t payload;  // number of bytes after the header
};

struct Message {
  Header header{};
  std::vector<char> payload;
};

// The largest payload in bytes. No array that a run can allocate is larger.
constexpr uint64_t kMostPayload = uint64_t{1} << 30;

// The payload of a copy may have several hundred kilobytes. Getting this memory from the operating
// system for each copy would take longer than sending the payload.
inline void keep_freed_memory() {
  constexpr int kMost = 32 << 20;  // the largest value that glibc accepts
  mallopt(M_MMAP_THRESHOLD, kMost);
  mallopt(M_TRIM_THRESHOLD, kMost);
}

inline bool read_all(int file, void* to, size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = read(file, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

// Memory is allocated in pieces while the bytes arrive. So a message that only claims to have a
// large payload does not use much memory.
inline bool read_payload(int file, uint64_t bytes, std::vector<char>& payload) {
  constexpr uint64_t kPiece = uint64_t{4} << 20;
  payload.clear();
  while (payload.size() < bytes) {
    const size_t begin = payload.size();
    const uint64_t piece = bytes - begin < kPiece ? bytes - begin : kPiece;
    if (payload.capacity() < begin + piece) payload.reserve(2 * begin + piece);
    payload.resize(begin + piece);
    if (!read_all(file, payload.data() + begin, piece)) return false;
  }
  return true;
}

inline bool write_all(int file, const void* from, size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t put = write(file, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    bytes -= static_cast<size_t>(put);
  }
  return true;
}

// Returns false at the end of the stream, and if the bytes are not a message.
inline bool receive(int file, Message& message, uint64_t most = kMostPayload) {
  if (!read_all(file, &message.header, sizeof message.header)) return false;
  if (message.header.payload > most) return false;
  return read_payload(file, message.header.payload, message.payload);
}

// Writes the message in one piece if it fits into the pipe, so that the reader wakes up only once.
inline bool send(int file, Message& message) {
  message.header.payload = message.payload.size();
  const iovec pieces[] = {{&message.header, sizeof message.header},
                          {message.payload.data(), message.payload.size()}};
  ssize_t put = writev(file, pieces, 2);
  while (put < 0 && errno == EINTR) put = writev(file, pieces, 2);
  if (put < 0) return false;
  const auto done = static_cast<size_t>(put);
  const size_t head = std::min(done, sizeof message.header), body = done - head;
  return write_all(file, reinterpret_cast<const char*>(&message.header) + head,
                   sizeof message.header - head) &&
         write_all(file, message.payload.data() + body, message.payload.size() - body);
}

// The payload of a launch: the kernel's mangled name, and the bytes of its arguments.
struct LaunchText {
  std::string kernel;
  std::vector<std::vector<char>> arguments;

  std::vector<char> packed() const {
    std::vector<char> bytes(kernel.begin(), kernel.end());
    bytes.push_back('\0');
    for (const std::vector<char>& argument : arguments) {
      const auto size = static_cast<uint32_t>(argument.size());
      const auto* begin = reinterpret_cast<const char*>(&size);
      bytes.insert(bytes.end(), begin, begin + sizeof size);
      bytes.insert(bytes.end(), argument.begin(), argument.end());
    }
    return bytes;
  }

  bool unpack(const std::vector<char>& bytes) {
    const size_t end = strnlen(bytes.data(), bytes.size());
    if (end == bytes.size()) return false;
    kernel.assign(bytes.data(), end);
    arguments.clear();
    for (size_t at = end + 1; at < bytes.size();) {
      uint32_t size = 0;
      if (bytes.size() - at < sizeof size) return false;
      std::memcpy(&size, bytes.data() + at, sizeof size);
      at += sizeof size;
      if (bytes.size() - at < size) return false;
      arguments.emplace_back(bytes.begin() + static_cast<ptrdiff_t>(at),
                             bytes.begin() + static_cast<ptrdiff_t>(at + size));
      at += size;
    }
    return true;
  }
};

}  // namespace cuda_on_cpu::remote
