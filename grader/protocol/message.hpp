// The messages between a trusted program (such as the check program) and a runner: requests go to
// the runner, and replies with arrays come back.
//
// A message consists of a head and a payload. The head holds the name of the format, its version, a
// random number for the request, a kind and the length of the payload. A reply repeats the random
// number of its request, so a reply to an earlier request is noticed. Neither side trusts a length:
// before every read, the number of bytes that are left is checked. It is also an error if bytes are
// left over.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_on_cpu/text/utf8.hpp"

namespace handshake::protocol {

constexpr int kRequestDescriptor = 3;   // a runner reads requests here
constexpr int kReplyDescriptor = 4;     // replies go here, because the submission uses stdout
constexpr int kFindingsDescriptor = 5;  // the CUDA runtime writes its findings here
constexpr int kRecordDescriptor = 7;    // and its history or its counters here

constexpr uint32_t kMagic = 0x4b485348;  // "HSHK"
constexpr uint32_t kVersion = 1;
constexpr uint32_t kMostPayload = 256u << 20;
constexpr uint32_t kMostText = 400;

enum class Kind : uint32_t {
  launch = 1,       // request: run one kernel once
  matching = 2,     // request: run one_way_handshake_wrapper once
  done = 101,       // reply: the payload holds arrays
  cuda_error = 102  // reply: the payload holds the text of a CUDA error
};

struct Head {
  uint32_t magic = kMagic;
  uint32_t version = kVersion;
  uint64_t nonce = 0;
  Kind kind = Kind::launch;
  uint32_t payload = 0;  // bytes
};
static_assert(sizeof(Head) == 24, "the head has no padding");

class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void require_head(const Head& head) {
  if (head.magic != kMagic) throw ProtocolError("the message does not start with the bytes HSHK");
  if (head.version != kVersion)
    throw ProtocolError("the message has version " + std::to_string(head.version) + ", not " +
                        std::to_string(kVersion));
  if (head.payload > kMostPayload)
    throw ProtocolError("the message claims a payload of " + std::to_string(head.payload) +
                        " bytes");
}

class PayloadWriter {
 public:
  void number(int value) { append(&value, sizeof value); }
  void array(const std::vector<int>& values) { append(values.data(), values.size() * sizeof(int)); }
  void text(const std::string& text) {
    const std::string_view cut = cut_at_letter(text, kMostText);
    number(static_cast<int>(cut.size()));
    append(cut.data(), cut.size());
  }
  const std::vector<char>& bytes() const { return bytes_; }

 private:
  void append(const void* data, size_t size) {
    const char* from = static_cast<const char*>(data);
    bytes_.insert(bytes_.end(), from, from + size);
  }
  std::vector<char> bytes_;
};

class PayloadReader {
 public:
  explicit PayloadReader(const std::vector<char>& bytes) : bytes_(bytes) {}
  int number() {
    int value;
    take(&value, sizeof value);
    return value;
  }
  int number(int smallest, int largest) {
    const int value = number();
    if (value < smallest || value > largest)
      throw ProtocolError("a number in the message is " + std::to_string(value) + ", not from " +
                          std::to_string(smallest) + " to " + std::to_string(largest));
    return value;
  }
  std::vector<int> array(size_t length) {
    if (length > (bytes_.size() - at_) / sizeof(int))
      throw ProtocolError("the message ends inside an array");
    std::vector<int> values(length);
    take(values.data(), length * sizeof(int));
    return values;
  }
  std::string text() {
    std::string text(number(0, kMostText), ' ');
    take(text.data(), text.size());
    return text;
  }
  void finish() const {
    if (at_ != bytes_.size()) throw ProtocolError("the message is longer than it should be");
  }

 private:
  void take(void* to, size_t size) {
    if (size > bytes_.size() - at_) throw ProtocolError("the message ends too early");
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }
  const std::vector<char>& bytes_;
  size_t at_ = 0;
};

}  // namespace handshake::protocol
