// See device_link.hpp.
#include "broker/device_link.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace handshake::broker {

namespace {

constexpr uint64_t kDeviceToHost = 2;  // cudaMemcpyDeviceToHost
constexpr int kPattern = 0xA5;

}  // namespace

void DeviceLink::exchange(remote::Message& message) {
  const remote::Header asked = message.header;
  const bool brings_bytes = asked.operation == remote::Operation::copy &&
                            (asked.numbers[remote::kHostSides] & remote::kToHost) != 0;
  const bool brings_more = asked.operation == remote::Operation::function;
  const uint64_t most = brings_bytes ? std::min(asked.numbers[remote::kBytes], remote::kMostPayload)
                                     : (brings_more ? sizeof(remote::Header) : 0);
  if (!remote::send(outgoing_, message) || !remote::receive(incoming_, message, most))
    throw Gone("device");
  if (brings_bytes && message.header.error == 0 && message.payload.size() != most)
    throw Gone("device");
  keep_books(asked, message.header);
}

void DeviceLink::keep_books(const remote::Header& asked, const remote::Header& answered) {
  if (answered.error != 0) return;
  if (asked.operation == remote::Operation::allocate && answered.numbers[0] != 0)
    allocations_[answered.numbers[0]] = asked.numbers[0];
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

std::vector<int> DeviceLink::read(uint64_t address, int ints) {
  const std::vector<char> bytes = read_bytes(address, sizeof(int) * static_cast<uint64_t>(ints));
  std::vector<int> values(bytes.size() / sizeof(int));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

bool DeviceLink::holds(uint64_t address, const std::vector<int>& wanted) {
  const uint64_t size = sizeof(int) * wanted.size();
  const std::vector<char> bytes = read_bytes(address, size);
  return bytes.size() == size &&
         std::equal(bytes.begin(), bytes.end(), reinterpret_cast<const char*>(wanted.data()));
}

std::vector<char> DeviceLink::read_bytes(uint64_t address, uint64_t bytes) {
  if (bytes == 0) return {};
  remote::Message message;
  message.header.operation = remote::Operation::copy;
  message.header.numbers[remote::kDestination] = 1;
  message.header.numbers[remote::kSource] = address;
  message.header.numbers[remote::kBytes] = bytes;
  message.header.numbers[remote::kKind] = kDeviceToHost;
  message.header.numbers[remote::kHostSides] = remote::kToHost;
  exchange(message);
  if (message.header.error != 0) return {};  // a kernel has failed before
  return std::move(message.payload);
}

void DeviceLink::fill(uint64_t address, int ints) {
  remote::Message message;
  message.header.operation = remote::Operation::fill;
  message.header.numbers[0] = address;
  message.header.numbers[1] = kPattern;
  message.header.numbers[2] = sizeof(int) * static_cast<uint64_t>(ints);
  exchange(message);
}

}  // namespace handshake::broker
