// Registered host memory. See pinned.hpp.
#include "cuda_on_cpu/runtime/pinned.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"

namespace cuda_on_cpu {
namespace {

struct Range {
  const char* begin;
  size_t bytes;
};

struct Registered {
  std::mutex mutex;
  std::vector<Range> ranges;
};
Registered& registered() {
  static auto& result = *new Registered;
  return result;
}

bool overlaps(const Range& a, const Range& b) {
  return a.begin < b.begin + b.bytes && b.begin < a.begin + a.bytes;
}

}  // namespace

bool is_registered(const void* address, size_t bytes) {
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto* byte = static_cast<const char*>(address);
  return std::any_of(all.ranges.begin(), all.ranges.end(), [&](const Range& range) {
    return byte >= range.begin && byte + bytes <= range.begin + range.bytes;
  });
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int) {
  if (pointer == nullptr || bytes == 0) return remember(cudaErrorInvalidValue);
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Range wanted{static_cast<const char*>(pointer), bytes};
  for (const Range& range : all.ranges) {
    if (overlaps(range, wanted)) return remember(cudaErrorHostMemoryAlreadyRegistered);
  }
  all.ranges.push_back(wanted);
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* pointer) {
  if (hooks != nullptr) hooks->host_waits_for_device(current_device_index());
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (auto range = all.ranges.begin(); range != all.ranges.end(); ++range) {
    if (range->begin != pointer) continue;
    all.ranges.erase(range);
    return cudaSuccess;
  }
  return remember(cudaErrorHostMemoryNotRegistered);
}

}  // extern "C"
