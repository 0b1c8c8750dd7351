// Keeps the books of a submission's GPU memory.
#include <algorithm>
#include <cstdint>
#include <map>

#include "runner/allocations.hpp"
#include "runner/device.cuh"
#include "runner/traced_cuda.hpp"

#undef cudaMalloc
#undef cudaFree
#undef cudaMemcpy

namespace handshake::runner {

namespace {

struct Allocation {
  size_t bytes;
  std::string file;
  int line;
};

struct Books {
  int pattern = 0;
  std::map<uintptr_t, Allocation> allocations;  // by address
  std::vector<MemoryEvent> events;
};

Books& books() {
  static Books kept;
  return kept;
}

uintptr_t address(const void* memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

// The allocation that the address lies in, or none.
std::map<uintptr_t, Allocation>::iterator find(const void* memory) {
  auto& all = books().allocations;
  auto after = all.upper_bound(address(memory));
  if (after == all.begin()) return all.end();
  --after;
  return address(memory) < after->first + std::max<size_t>(after->second.bytes, 1) ? after
                                                                                   : all.end();
}

void tell_change() {
  std::vector<AllocationRange> ranges;
  for (const auto& [start, allocation] : books().allocations)
    ranges.push_back({start, start + allocation.bytes});
  on_allocations_changed(ranges);
}

void fill(void* memory, size_t bytes) {
  const std::vector<int> values(bytes / sizeof(int) + 1, books().pattern);
  require_success(cudaMemcpy(memory, values.data(), bytes, cudaMemcpyHostToDevice),
                  "filling fresh memory");
}

}  // namespace

void start_tracing(int pattern) {
  books() = {};
  books().pattern = pattern;
  tell_change();
}

std::vector<MemoryEvent> finish_tracing() {
  for (const auto& [start, allocation] : books().allocations) {
    books().events.push_back({MemoryFault::leak, static_cast<long>(allocation.bytes), 0,
                              allocation.file, allocation.line, 0});
    cudaFree(reinterpret_cast<void*>(start));
  }
  books().allocations.clear();
  return books().events;
}

cudaError_t TracedCall::allocate(void** memory, size_t bytes) const {
  const cudaError_t error = cudaMalloc(memory, bytes);
  if (error != cudaSuccess || *memory == nullptr) return error;
  if (books().pattern != 0) fill(*memory, bytes);
  books().allocations[address(*memory)] = {bytes, file, line};
  tell_change();
  return error;
}

cudaError_t TracedCall::free(void* memory) const {
  if (memory == nullptr) return cudaSuccess;
  const auto found = books().allocations.find(address(memory));
  if (found == books().allocations.end()) {
    books().events.push_back({MemoryFault::unknown_free, 0, 0, file, line, 0});
    return cudaErrorInvalidValue;
  }
  books().allocations.erase(found);
  tell_change();
  return cudaFree(memory);
}

// A copy that CUDA may not do is not done: it is written down, and the call fails as CUDA's would.
cudaError_t TracedCall::memcpy(void* to, const void* from, size_t bytes,
                               cudaMemcpyKind kind) const {
  if (bytes == 0) return cudaSuccess;
  auto& all = books().allocations;
  const bool to_gpu = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_gpu = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto to_place = find(to), from_place = find(from);
  const bool fits = (to_place != all.end()) == to_gpu && (from_place != all.end()) == from_gpu;
  if (kind != cudaMemcpyDefault && !fits) {
    books().events.push_back(
        {MemoryFault::wrong_direction, static_cast<long>(bytes), 0, file, line, 0});
    return cudaErrorInvalidValue;
  }
  for (const auto& [place, pointer] :
       {std::pair(to_place, static_cast<const void*>(to)), std::pair(from_place, from)}) {
    if (place == all.end()) continue;
    const size_t room = place->first + place->second.bytes - address(pointer);
    if (bytes <= room) continue;
    books().events.push_back({MemoryFault::copy_past_end, static_cast<long>(bytes),
                              static_cast<long>(room), file, line, place->second.line});
    return cudaErrorInvalidValue;
  }
  return cudaMemcpy(to, from, bytes, kind);
}

}  // namespace handshake::runner
