// Allocations of device memory: where they are, which call made them, and when the host may touch
// them.
//
// Device memory is open (readable and writable) only while a kernel or a copy needs it; otherwise
// the operating system stops the thread that touches it. Several host threads may need the same
// allocation at once, so each allocation counts how many threads have it open. Freed memory stays
// closed. Its addresses are used again only after the whole slice (see address_space.hpp) has been
// used.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuda_on_cpu/include/cuda_on_cpu/api_types.h"
#include "cuda_on_cpu/runtime/report.hpp"

namespace cuda_on_cpu {

constexpr size_t kArrayAlignment = 256;  // of memory from cudaMalloc

enum class MemoryKind : uint8_t { device, managed, pinned };

struct Allocation {
  char* begin;   // the address that the program got
  size_t bytes;  // the size that the program asked for
  char* pages;   // the first page of the allocation
  size_t page_bytes;
  MemoryKind kind;
  int device;
  int openers;
  bool freed;
  uint32_t number;  // allocations are numbered from 1 in the order of their calls
  Place allocated;
  Place freed_at;

  bool holds(const void* address, size_t size) const {
    const auto* byte = static_cast<const char*>(address);
    return byte >= begin && size <= bytes && static_cast<size_t>(byte - begin) <= bytes - size;
  }
  // The bytes from an address in the allocation to its end.
  size_t room_from(const void* address) const {
    return static_cast<size_t>(begin + bytes - static_cast<const char*>(address));
  }
};

// Returns null if the device or the machine has no memory left.
Allocation* allocate(size_t bytes, MemoryKind kind, int device, Place where);
enum class FreeResult { freed, not_an_allocation, already_freed };
FreeResult release(void* address, MemoryKind kind, Place where);

// The live allocation that holds the address; null if there is none.
Allocation* find_live(const void* address);
// The allocation that best explains a bad address: a freed allocation that contained this address,
// otherwise the nearest live allocation. Null if there is neither.
const Allocation* find_nearest(const void* address);

// All live allocations, in the order in which they were made.
std::vector<const Allocation*> live_allocations();

}  // namespace cuda_on_cpu
