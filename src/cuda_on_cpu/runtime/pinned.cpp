// Registered host memory, and the check of a launch's pointer arguments. See pinned.hpp.
//
// A kernel that follows a host pointer would run here without complaint, because there is only one
// memory. So a pointer argument that the device may not follow is replaced by an address at which
// nothing lies: one bit is flipped. A kernel that follows it is stopped, a kernel that does not use
// it runs as on a GPU, and the report can tell the original.
#include "cuda_on_cpu/runtime/pinned.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {
namespace {

constexpr uintptr_t kRefusedBit = uintptr_t{1} << 46;

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

// Refused while the arguments of the launch were looked at that this host thread is about to make.
__thread RefusedPointers refused;

bool overlaps(const Range& a, const Range& b) {
  return a.begin < b.begin + b.bytes && b.begin < a.begin + a.bytes;
}

const void* refuse(const RefusedPointer& pointer) {
  if (refused.count < kRememberedPointers) refused.list[refused.count++] = pointer;
  return refused_address(pointer.original);
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

const void* refused_address(const void* original) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(original) ^ kRefusedBit);
}

RefusedPointers take_refused_pointers() {
  const RefusedPointers result = refused;
  refused.count = 0;
  return result;
}

const RefusedPointer* find_refused(const RefusedPointers& pointers, const void* address) {
  // An index that leads farther away than this is another mistake.
  constexpr ptrdiff_t kNear = ptrdiff_t{1} << 34;
  const auto* original = static_cast<const char*>(refused_address(address));
  const RefusedPointer* nearest = nullptr;
  ptrdiff_t nearest_distance = kNear;
  for (int i = 0; i < pointers.count; i++) {
    const ptrdiff_t offset = original - static_cast<const char*>(pointers.list[i].original);
    const ptrdiff_t distance = offset < 0 ? -offset : offset;
    if (distance >= nearest_distance) continue;
    nearest = &pointers.list[i];
    nearest_distance = distance;
  }
  return nearest;
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

const void* cuda_on_cpu_pointer_argument(const void* pointer, int position) {
  if (pointer == nullptr) return pointer;
  if (hooks != nullptr) hooks->pointer_argument(pointer, position);
  if (in_device_region(pointer)) {
    const int owner = slice_of(pointer);
    const Device& here = current_device();
    if (owner == shared_slice() || owner == here.index || (here.peers >> owner & 1) != 0) {
      return pointer;
    }
    return refuse({pointer, position, owner});
  }
  if (is_device_symbol(pointer) || is_registered(pointer, 1)) return pointer;
  return refuse({pointer, position, -1});
}

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
