// The table of allocations, for the files that change it. All other files use allocations.hpp.
#pragma once
#include <mutex>
#include <vector>

#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu {

struct Slice {
  std::vector<Allocation*> live;   // sorted by address
  std::vector<Allocation*> freed;  // in the order in which they were freed
  char* cursor = nullptr;
};

struct Table {
  std::mutex mutex;
  Slice slices[kMaxDevices + 1];
  uint32_t count = 0;
};

Table& table();

// The last live allocation whose pages begin at or before `address`; null if there is none.
Allocation* find_at_or_below(const Slice& slice, const void* address);

}  // namespace cuda_on_cpu
