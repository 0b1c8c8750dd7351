// Keeps the values of the device variables, separately for each device. See symbols.hpp.
#include "cuda_on_cpu/runtime/symbols.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "cuda_on_cpu/launch.h"
#include "cuda_on_cpu/runtime/settings.hpp"

// The linker defines these symbols if the program has device variables.
extern "C" {
extern char __start_cuda_on_cpu_device[] __attribute__((weak));
extern char __stop_cuda_on_cpu_device[] __attribute__((weak));
}

namespace cuda_on_cpu {
namespace {

char* begin() {
  return __start_cuda_on_cpu_device;
}
size_t size() {
  return begin() == nullptr
             ? 0
             : static_cast<size_t>(__stop_cuda_on_cpu_device - __start_cuda_on_cpu_device);
}
bool exchange_needed() {
  return settings().devices > 1 && size() > 0;
}

struct Guards {
  std::vector<cuda_on_cpu::DeviceGuard*> all;
  std::vector<DeviceArray> arrays;
};
Guards& guards() {
  static auto& result = *new Guards;
  return result;
}
constexpr size_t kZone = sizeof(DeviceGuard::zone);

bool is_whole(const char* zone) {
  for (size_t at = 0; at < kZone; at += sizeof DeviceGuard::kWord) {
    if (std::memcmp(zone + at, &DeviceGuard::kWord, sizeof DeviceGuard::kWord) != 0) return false;
  }
  return true;
}

// Finds the guards in the program, and copies what they record about the arrays. A kernel could
// overwrite the guards, so they are read before any kernel runs.
void find_guards() {
  for (size_t at = 0; at + sizeof(DeviceGuard) <= size(); at += alignof(DeviceGuard)) {
    if (!is_whole(begin() + at)) continue;
    auto* guard = reinterpret_cast<DeviceGuard*>(begin() + at);
    guards().all.push_back(guard);
    if (guard->array == nullptr) continue;
    guards().arrays.push_back(
        {static_cast<const char*>(guard->array), guard->name, guard->bytes, guard->element_bytes});
  }
}

size_t distance(const DeviceArray& array, const char* byte) {
  if (byte < array.begin) return static_cast<size_t>(array.begin - byte);
  const char* end = array.begin + array.bytes;
  return byte < end ? 0 : static_cast<size_t>(byte - end);
}

struct Owner {
  std::mutex mutex;
  std::condition_variable released;
  int device = 0;
  int users = 0;
  char* initial = nullptr;
  char* saved[kMaxDevices] = {};
};
Owner& owner() {
  static auto& result = *new Owner;
  return result;
}

char* copy_of_variables(const char* from) {
  auto* copy = static_cast<char*>(std::malloc(size()));
  if (copy == nullptr) std::abort();
  std::memcpy(copy, from, size());
  return copy;
}

// Stores the values of the old device, and loads the values of the new device. Every device starts
// with the initial values.
void exchange(Owner* state, int device) {
  char*& old = state->saved[state->device];
  if (old == nullptr) old = copy_of_variables(begin());
  std::memcpy(old, begin(), size());
  char*& next = state->saved[device];
  std::memcpy(begin(), next != nullptr ? next : state->initial, size());
  state->device = device;
}

}  // namespace

bool in_device_symbols(const void* address, size_t bytes) {
  const auto* byte = static_cast<const char*>(address);
  return size() > 0 && byte >= begin() && bytes <= size() &&
         static_cast<size_t>(byte - begin()) <= size() - bytes;
}
char* device_symbols() {
  return begin();
}
size_t device_symbols_bytes() {
  return size();
}

bool is_device_symbol(const void* address) {
  return in_device_symbols(address, 1);
}

bool in_device_guard(const void* address) {
  for (const DeviceGuard* guard : guards().all) {
    if (static_cast<size_t>(static_cast<const char*>(address) -
                            reinterpret_cast<const char*>(guard)) < sizeof *guard) {
      return true;
    }
  }
  return false;
}

bool has_device_array_of(size_t elements) {
  const std::vector<DeviceArray>& arrays = guards().arrays;
  return std::any_of(arrays.begin(), arrays.end(), [elements](const DeviceArray& array) {
    return array.bytes / array.element_bytes == elements;
  });
}

const DeviceArray& nearest_device_array(const void* address) {
  const auto* byte = static_cast<const char*>(address);
  return *std::min_element(guards().arrays.begin(), guards().arrays.end(),
                           [byte](const DeviceArray& a, const DeviceArray& b) {
                             return distance(a, byte) < distance(b, byte);
                           });
}

const char* written_device_guard() {
  for (DeviceGuard* guard : guards().all) {
    for (unsigned long long& word : guard->zone) {
      if (word == DeviceGuard::kWord) continue;
      word = DeviceGuard::kWord;
      return reinterpret_cast<const char*>(&word);
    }
  }
  return nullptr;
}

void keep_initial_symbols() {
  find_guards();
  if (exchange_needed()) owner().initial = copy_of_variables(begin());
}

SymbolsOfDevice::SymbolsOfDevice(int device) {
  if (!exchange_needed()) return;
  Owner& state = owner();
  std::unique_lock<std::mutex> lock(state.mutex);
  state.released.wait(lock, [&] { return state.device == device || state.users == 0; });
  if (state.device != device) exchange(&state, device);
  state.users++;
}

SymbolsOfDevice::~SymbolsOfDevice() {
  if (!exchange_needed()) return;
  Owner& state = owner();
  const std::lock_guard<std::mutex> lock(state.mutex);
  if (--state.users == 0) state.released.notify_all();
}

}  // namespace cuda_on_cpu
