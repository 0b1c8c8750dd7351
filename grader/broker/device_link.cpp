// See device_link.hpp.
#include "broker/device_link.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "broker/passes.hpp"

namespace handshake::broker {

namespace {

constexpr uint64_t kDeviceToHost = 2;  // cudaMemcpyDeviceToHost
constexpr int kPattern = 0xA5;
// An array that is a little too short does no harm on a GPU, and the suite charges it. The device
// forgives copies to so many bytes after the end.
constexpr uint64_t kSlack = 256;

int size(const Claim& claim) {
  return static_cast<int>(claim.values.size());
}

remote::Message reading(uint64_t address, uint64_t bytes) {
  remote::Message message;
  message.header.operation = remote::Operation::copy;
  message.header.numbers[remote::kDestination] = 1;
  message.header.numbers[remote::kSource] = address;
  message.header.numbers[remote::kBytes] = bytes;
  message.header.numbers[remote::kKind] = kDeviceToHost;
  message.header.numbers[remote::kHostSides] = remote::kToHost;
  return message;
}

remote::Message filling(const IntRange& range) {
  remote::Message message;
  message.header.operation = remote::Operation::fill;
  message.header.numbers[0] = range.address;
  message.header.numbers[1] = kPattern;
  message.header.numbers[2] = sizeof(int) * static_cast<uint64_t>(range.ints);
  return message;
}

// Whether the bytes of the reply agree with the claim. After a kernel has failed, the reply has no
// bytes.
bool holds(const std::vector<char>& bytes, const Claim& claim) {
  const std::vector<int>& wanted = claim.values;
  if (bytes.size() != sizeof(int) * wanted.size()) return false;
  if (!claim.only_matched)
    return std::equal(bytes.begin(), bytes.end(), reinterpret_cast<const char*>(wanted.data()));
  const auto* seen = reinterpret_cast<const int*>(bytes.data());
  return std::equal(wanted.begin(), wanted.end(), seen,
                    [](int want, int there) { return want == kUnmatched || want == there; });
}

}  // namespace

void DeviceLink::exchange(remote::Message& message) {
  const remote::Header asked = message.header;
  send(message);
  receive(message, asked);
}

void DeviceLink::send(remote::Message& message) {
  if (!remote::send(outgoing_, message)) throw Gone("device");
}

// Sends the messages in one piece, so that the device wakes up only once.
void DeviceLink::send(const std::vector<remote::Message>& messages) {
  std::vector<char> bytes;
  for (const remote::Message& message : messages) {
    remote::Header header = message.header;
    header.payload = message.payload.size();
    const auto* begin = reinterpret_cast<const char*>(&header);
    bytes.insert(bytes.end(), begin, begin + sizeof header);
    bytes.insert(bytes.end(), message.payload.begin(), message.payload.end());
  }
  if (!remote::write_all(outgoing_, bytes.data(), bytes.size())) throw Gone("device");
}

void DeviceLink::receive(remote::Message& message, const remote::Header& asked) {
  const bool brings_bytes = asked.operation == remote::Operation::copy &&
                            (asked.numbers[remote::kHostSides] & remote::kToHost) != 0;
  const bool brings_more = asked.operation == remote::Operation::function;
  const uint64_t most = brings_bytes ? std::min(asked.numbers[remote::kBytes], remote::kMostPayload)
                                     : (brings_more ? sizeof(remote::Header) : 0);
  if (!remote::receive(incoming_, message, most)) throw Gone("device");
  if (brings_bytes && message.header.error == 0 && message.payload.size() != most)
    throw Gone("device");
  keep_books(asked, message.header);
}

void DeviceLink::keep_books(const remote::Header& asked, const remote::Header& answered) {
  if (answered.error != 0) return;
  if (asked.operation == remote::Operation::allocate && answered.numbers[0] != 0)
    allocations_[answered.numbers[0]] = asked.numbers[0] + kSlack;
  if (asked.operation == remote::Operation::free) allocations_.erase(asked.numbers[0]);
  if (asked.operation == remote::Operation::reset) allocations_.clear();
}

bool DeviceLink::has_room(uint64_t address, int ints) const {
  if (ints == 0) return true;
  const auto after = allocations_.upper_bound(address);
  if (ints < 0 || after == allocations_.begin()) return false;
  const auto& [begin, bytes] = *std::prev(after);
  const uint64_t before = address - begin;
  return before <= bytes && sizeof(int) * static_cast<uint64_t>(ints) <= bytes - before;
}

// The requests that read the arrays of the claims. The list ends before the first claim whose array
// is too short for the claimed values.
std::vector<remote::Message> DeviceLink::readings(const std::vector<Claim>& claims) const {
  std::vector<remote::Message> requests;
  for (const Claim& claim : claims) {
    if (!has_room(claim.address, size(claim))) break;
    requests.push_back(reading(claim.address, sizeof(int) * claim.values.size()));
  }
  return requests;
}

size_t DeviceLink::read_answers(const std::vector<remote::Message>& requests,
                                const std::vector<Claim>& claims) {
  size_t wrong = requests.size();
  for (size_t i = 0; i < requests.size(); i++) {
    remote::Message answer;
    receive(answer, requests[i].header);
    if (i < wrong && !holds(answer.payload, claims[i])) wrong = i;
  }
  return wrong;
}

// Sends all requests before it reads the first answer. This cannot block: the requests are small,
// so the pipe has room for all of them even while the device writes the first answer.
size_t DeviceLink::first_wrong(const std::vector<Claim>& claims) {
  const std::vector<remote::Message> requests = readings(claims);
  send(requests);
  return read_answers(requests, claims);
}

size_t DeviceLink::exchange_between(const std::vector<IntRange>& ranges, remote::Message& message,
                                    const std::vector<Claim>& claims) {
  const remote::Header asked = message.header;
  const std::vector<remote::Message> last = readings(claims);
  std::vector<remote::Message> requests;
  for (const IntRange& range : ranges) requests.push_back(filling(range));
  requests.push_back(std::move(message));
  requests.insert(requests.end(), last.begin(), last.end());
  send(requests);
  remote::Message filled;
  for (const IntRange& range : ranges) receive(filled, filling(range).header);
  receive(message, asked);
  return read_answers(last, claims);
}

}  // namespace handshake::broker
