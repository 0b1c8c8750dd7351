// The addresses of device memory: one reserved region, which is cut into slices. Each device has a
// slice, and one more slice is for memory that host and device may touch (managed and pinned). So
// an address shows to which device its memory belongs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu {

struct AddressSpace {
  char* base;
  size_t slice_bytes;
  int slices;  // devices + 1; the last slice is shared with the host
  size_t bytes() const { return slice_bytes * static_cast<size_t>(slices); }
};

// The region is reserved before main and does not change afterwards.
extern AddressSpace address_space;

void reserve_address_space();

inline bool in_device_region(const void* address) {
  return static_cast<size_t>(static_cast<const char*>(address) - address_space.base) <
         address_space.bytes();
}
// The index of the slice that contains the address, which must be inside the region.
inline int slice_of(const void* address) {
  return static_cast<int>(
      static_cast<size_t>(static_cast<const char*>(address) - address_space.base) /
      address_space.slice_bytes);
}
inline int shared_slice() {
  return address_space.slices - 1;
}
inline char* slice_begin(int slice) {
  return address_space.base + address_space.slice_bytes * static_cast<size_t>(slice);
}

}  // namespace cuda_on_cpu
