// See requests.hpp.
#include "broker/requests.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace handshake::broker {

namespace {

using remote::Operation;

// How many of a header's numbers an operation uses; -1 if it is not an operation.
int numbers_of(Operation operation) {
  switch (operation) {
    case Operation::allocate:
    case Operation::free:
    case Operation::stack:
      return 1;
    case Operation::fill:
    case Operation::function:
      return 3;
    case Operation::copy:
      return 5;
    case Operation::launch:
      return 8;
    case Operation::symbol:
    case Operation::memory:
    case Operation::reset:
    case Operation::share:
      return 0;
  }
  return -1;
}

bool is_name(const std::vector<char>& bytes) {
  return !bytes.empty() && std::find(bytes.begin(), bytes.end(), '\0') == bytes.end() - 1;
}

}  // namespace

Requests::Requests(const std::string& program) {
  std::ifstream file(program, std::ios::binary | std::ios::ate);
  program_.resize(file ? static_cast<size_t>(file.tellg()) : 0);
  file.seekg(0);
  if (program_.empty() ||
      !file.read(program_.data(), static_cast<std::streamsize>(program_.size())))
    throw std::runtime_error(program + ": cannot read the device's program");
}

bool Requests::reduce(remote::Message& message) {
  const remote::Header said = message.header;
  const int taken = numbers_of(said.operation);
  if (taken < 0) return false;
  message.header = {};
  message.header.operation = said.operation;
  std::copy(said.numbers, said.numbers + taken, message.header.numbers);
  // A copy between two arrays of the host needs no message, but the device refuses it, too.
  const bool goes_up = said.numbers[remote::kHostSides] == remote::kFromHost;
  switch (said.operation) {
    case Operation::copy:
      if (!goes_up) message.payload.clear();
      return true;
    case Operation::launch: {
      remote::LaunchText text;
      if (!text.unpack(message.payload)) return false;
      if (!has_name(text.kernel)) message.payload = remote::LaunchText{}.packed();
      return true;
    }
    case Operation::function:
    case Operation::symbol:
      if (!is_name(message.payload) || !has_name(message.payload.data())) message.payload = {'\0'};
      return true;
    default:
      message.payload.clear();
      return true;
  }
}

// The linker stores names so that one can be the end of another, so only the end of a name is
// compared.
bool Requests::has_name(const std::string& name) {
  if (names_.count(name) != 0) return true;
  const bool is_there = program_.find(name + '\0') != std::string::npos;
  if (is_there) names_.insert(name);
  return is_there;
}

}  // namespace handshake::broker
