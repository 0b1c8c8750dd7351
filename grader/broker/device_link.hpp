// The broker's own connection to the device: host code cannot see or stop the requests that the
// broker sends to the device.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "cuda_on_cpu/remote/messages.hpp"

namespace handshake::broker {

namespace remote = cuda_on_cpu::remote;

// Thrown if a process has ended, or has sent something that is not a message.
class Gone : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct IntRange {
  uint64_t address;
  int ints;
};

// A claim that the array at this address has these values. With only_matched, an element of the
// array may have any value if the same element of `values` is kUnmatched.
struct Claim {
  uint64_t address;
  const std::vector<int>& values;
  bool only_matched = false;
};

class DeviceLink {
 public:
  DeviceLink(int incoming, int outgoing) : incoming_(incoming), outgoing_(outgoing) {}

  // Sends a request of host code or of the broker, and replaces the request by the reply.
  void exchange(remote::Message& message);

  size_t live_allocations() const { return allocations_.size(); }
  bool is_allocation(uint64_t address) const { return allocations_.count(address) != 0; }
  // Whether this many ints, starting at the address, lie inside one live allocation.
  bool has_room(uint64_t address, int ints) const;
  // The index of the first claim that is false, or the number of claims if all are true. All claims
  // are checked with one round of messages.
  size_t first_wrong(const std::vector<Claim>& claims);
  // Fills the ranges with a pattern, then does what `exchange` does, then checks the claims as
  // `first_wrong` does: all three in one round of messages.
  size_t exchange_between(const std::vector<IntRange>& ranges, remote::Message& message,
                          const std::vector<Claim>& claims);

 private:
  void send(remote::Message& message);
  void send(const std::vector<remote::Message>& messages);
  void receive(remote::Message& message, const remote::Header& asked);
  std::vector<remote::Message> readings(const std::vector<Claim>& claims) const;
  size_t read_answers(const std::vector<remote::Message>& requests,
                      const std::vector<Claim>& claims);
  void keep_books(const remote::Header& asked, const remote::Header& answered);

  int incoming_, outgoing_;
  std::map<uint64_t, uint64_t> allocations_;  // address -> bytes
};

}  // namespace handshake::broker
