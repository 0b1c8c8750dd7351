// Managed memory, if the device is another process. See managed.hpp.
#include "cuda_on_cpu/remote/managed.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <mutex>

#include "cuda_on_cpu/remote/client.hpp"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace cuda_on_cpu::remote {
namespace {

constexpr uintptr_t kPage = 4096;
constexpr uint64_t kWord = sizeof(int);

struct Array {
  uint64_t bytes = 0;
  bool is_here = false;        // whether this process has the newest values
  std::vector<char> received;  // the values that the device sent, while is_here

  char* pages(char* begin) const { return begin - reinterpret_cast<uintptr_t>(begin) % kPage; }
  size_t page_bytes(char* begin) const {
    const size_t used = static_cast<size_t>(begin - pages(begin)) + bytes;
    return (used + kPage - 1) / kPage * kPage;
  }
  void protect(char* begin, int access) const { mprotect(pages(begin), page_bytes(begin), access); }
};

struct Known {
  std::mutex mutex;
  std::map<char*, Array> arrays;
};
Known& known() {
  static auto& result = *new Known;
  return result;
}

std::map<char*, Array>::iterator array_around(const void* address) {
  std::map<char*, Array>& arrays = known().arrays;
  auto* const at = static_cast<char*>(const_cast<void*>(address));
  auto after = arrays.upper_bound(at + kPage);  // an array may begin later in the same page
  while (after != arrays.begin()) {
    --after;
    const char* const pages = after->second.pages(after->first);
    if (at >= pages + after->second.page_bytes(after->first)) break;
    if (at >= pages) return after;
  }
  return arrays.end();
}

Message copy_of(uint64_t to, uint64_t from, uint64_t bytes, HostSide side) {
  Message message;
  message.header.operation = Operation::copy;
  message.header.numbers[kDestination] = to;
  message.header.numbers[kSource] = from;
  message.header.numbers[kBytes] = bytes;
  message.header.numbers[kKind] = cudaMemcpyDefault;
  message.header.numbers[kHostSides] = side;
  return message;
}

void fetch(char* begin, Array& array) {
  Message message = copy_of(1, reinterpret_cast<uintptr_t>(begin), array.bytes, kToHost);
  array.protect(begin, PROT_READ | PROT_WRITE);
  if (call(message) == cudaSuccess && message.payload.size() == array.bytes)
    std::memcpy(begin, message.payload.data(), array.bytes);
  array.received.assign(begin, begin + array.bytes);
  array.is_here = true;
}

// Sends the part that host code has changed, in whole words.
void send_back(char* begin, Array& array) {
  uint64_t first = 0, last = array.bytes;
  while (first < last && begin[first] == array.received[first]) first++;
  while (last > first && begin[last - 1] == array.received[last - 1]) last--;
  first -= first % kWord;
  last = std::min(array.bytes, (last + kWord - 1) / kWord * kWord);
  if (first < last) {
    const uint64_t to = reinterpret_cast<uintptr_t>(begin) + first;
    Message message = copy_of(to, 1, last - first, kFromHost);
    message.payload.assign(begin + first, begin + last);
    call(message);
  }
  array.protect(begin, PROT_NONE);
  array.received.clear();
  array.is_here = false;
}

// Host code has touched memory that it may not touch now. After this function has returned, the
// same instruction runs again.
void on_fault(int signal, siginfo_t* fault, void*) {
  {
    const std::lock_guard<std::mutex> lock(known().mutex);
    const auto found = array_around(fault->si_addr);
    if (found != known().arrays.end() && !found->second.is_here)
      return fetch(found->first, found->second);
  }
  std::signal(signal, SIG_DFL);
}

void watch_faults() {
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace

bool add_managed(void* pointer, uint64_t bytes) {
  static const bool is_watched = (watch_faults(), true);
  auto* const begin = static_cast<char*>(pointer);
  Array array;
  array.bytes = bytes;
  const std::lock_guard<std::mutex> lock(known().mutex);
  void* const pages = array.pages(begin);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap(pages, array.page_bytes(begin), PROT_NONE, flags, -1, 0) != pages) return false;
  known().arrays.emplace(begin, array);
  return is_watched;
}

bool is_managed(const void* address) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  return array_around(address) != known().arrays.end();
}

void hand_over_managed() {
  const std::lock_guard<std::mutex> lock(known().mutex);
  for (auto& [begin, array] : known().arrays)
    if (array.is_here) send_back(begin, array);
}

void remove_managed(const void* pointer) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  std::map<char*, Array>& arrays = known().arrays;
  for (auto it = arrays.begin(); it != arrays.end();) {
    const bool is_freed = pointer == kAllManaged || it->first == pointer;
    if (is_freed) munmap(it->second.pages(it->first), it->second.page_bytes(it->first));
    it = is_freed ? arrays.erase(it) : std::next(it);
  }
}

}  // namespace cuda_on_cpu::remote
