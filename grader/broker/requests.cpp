// See requests.hpp.
#include "broker/requests.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace handshake::broker {

namespace {

using remote::Operation;

// How many numbers the operation uses in a header; -1 if there is no such operation.
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

// Maps the file into memory. Only a few of its pages are read: the names of kernels and variables
// are near its beginning.
Requests::Requests(const std::string& program) {
  const int file = open(program.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat found{};
  bytes_ = file >= 0 && fstat(file, &found) == 0 ? static_cast<size_t>(found.st_size) : 0;
  void* const at = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
  if (file >= 0) close(file);
  if (at == MAP_FAILED) throw std::runtime_error(program + ": cannot read the device's program");
  program_ = static_cast<const char*>(at);
}

Requests::~Requests() {
  munmap(const_cast<char*>(program_), bytes_);
}

bool Requests::reduce(remote::Message& message) {
  const remote::Header said = message.header;
  const int taken = numbers_of(said.operation);
  if (taken < 0) return false;
  message.header = {};
  message.header.operation = said.operation;
  std::copy(said.numbers, said.numbers + taken, message.header.numbers);
  // False for a copy from host to host: it needs no message, and the device refuses it.
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

// The linker may store a name as the end of another name, so the end of a longer name also counts
// as a name.
bool Requests::has_name(const std::string& name) {
  if (names_.count(name) != 0) return true;
  const bool is_there = memmem(program_, bytes_, name.c_str(), name.size() + 1) != nullptr;
  if (is_there) names_.insert(name);
  return is_there;
}

}  // namespace handshake::broker
