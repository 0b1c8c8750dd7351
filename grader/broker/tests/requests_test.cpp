// Tests which parts of a message from host code reach the device.
#include "broker/requests.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

namespace remote = cuda_on_cpu::remote;
using handshake::broker::Requests;
using remote::Message;
using remote::Operation;

class BrokerRequests : public testing::Test {
 protected:
  BrokerRequests() {
    std::ofstream(path_, std::ios::binary) << std::string("\0_Z3addPi\0counter\0", 18);
  }
  ~BrokerRequests() override { std::remove(path_.c_str()); }

  // Sets the numbers in a request's header to 7. Returns the request after reduce().
  Message reduced(Operation operation, const std::string& payload) {
    Message message;
    message.header.operation = operation;
    message.header.error = message.header.device_error = 7;
    message.header.reserved = 7;
    for (uint64_t& number : message.header.numbers) number = 7;
    message.payload.assign(payload.begin(), payload.end());
    EXPECT_TRUE(Requests(path_).reduce(message));
    return message;
  }

  std::string path_ = "requests_test." + std::to_string(getpid());
};

std::vector<uint64_t> numbers(const Message& message) {
  return {std::begin(message.header.numbers), std::end(message.header.numbers)};
}

std::string launch_of(const std::string& kernel) {
  const std::vector<char> bytes = remote::LaunchText{kernel, {{1, 2, 3, 4}}}.packed();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_F(BrokerRequests, ContainOnlyWhatTheirOperationNeeds) {
  const Message freed = reduced(Operation::free, "a table of host code");
  EXPECT_EQ(numbers(freed), (std::vector<uint64_t>{7, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(freed.payload.empty());
  EXPECT_EQ(freed.header.error + freed.header.device_error, 0);
  EXPECT_EQ(freed.header.reserved, 0u);
  const Message filled = reduced(Operation::fill, "");
  EXPECT_EQ(numbers(filled), (std::vector<uint64_t>{7, 7, 7, 0, 0, 0, 0, 0}));
}

TEST_F(BrokerRequests, ContainOnlyNamesThatTheDeviceHas) {
  const std::string known("counter\0", 8), unknown("1 2 3\0", 6), two("counter\0counter\0", 16);
  const auto text = [](const Message& m) {
    return std::string(m.payload.begin(), m.payload.end());
  };
  const std::string empty(1, '\0');
  EXPECT_EQ(text(reduced(Operation::symbol, known)), known);
  EXPECT_EQ(text(reduced(Operation::function, unknown)), empty);
  EXPECT_EQ(text(reduced(Operation::symbol, two)), empty);
  EXPECT_EQ(text(reduced(Operation::symbol, "")), empty);
  EXPECT_EQ(text(reduced(Operation::launch, launch_of("_Z3addPi"))), launch_of("_Z3addPi"));
  EXPECT_EQ(text(reduced(Operation::launch, launch_of("_Z3subPi"))), empty);
}

TEST_F(BrokerRequests, OfUnknownKindsAreRefused) {
  Message message;
  EXPECT_FALSE(Requests(path_).reduce(message));
  message.header.operation = static_cast<Operation>(99);
  EXPECT_FALSE(Requests(path_).reduce(message));
  message.header.operation = Operation::launch;
  message.payload = {'x'};
  EXPECT_FALSE(Requests(path_).reduce(message));
}
// The device refuses a request to copy between two arrays of the host, but only after it has read
// the request. If the request contained the bytes of an array, a kernel could then search for these
// bytes in the memory of the device.
TEST_F(BrokerRequests, ContainNoBytesIfTheyAskForACopyFromHostToHost) {
  EXPECT_TRUE(reduced(Operation::copy, "a table of host code").payload.empty());
}
