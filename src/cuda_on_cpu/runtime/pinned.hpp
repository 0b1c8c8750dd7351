// Host memory that devices may touch, and pointers that they may not.
#pragma once
#include <cstddef>

namespace cuda_on_cpu {

// Whether the whole range was given to cudaHostRegister.
bool is_registered(const void* address, size_t bytes);

// An argument of a launch that points to memory that the device may not touch.
struct RefusedPointer {
  const void* original;
  int position;      // 1 for the first parameter
  int owner_device;  // -1 for host memory
};
constexpr int kRememberedPointers = 8;
struct RefusedPointers {
  RefusedPointer list[kRememberedPointers];
  int count;
};
// What the kernel gets in place of the pointer, and the way back.
const void* refused_address(const void* original);
// Those of the launch that this host thread is about to make. Each is handed out once.
RefusedPointers take_refused_pointers();
// The one that an address inside a kernel was probably computed from; null if there is none.
const RefusedPointer* find_refused(const RefusedPointers& pointers, const void* address);

}  // namespace cuda_on_cpu
