// Replaces malloc, new, free and delete in the objects of the diagnostic build, in which one thread
// of the operating system runs all kernels.
#include "cuda_on_cpu/diagnose/kernel_heap.hpp"

#include <cstdlib>
#include <map>
#include <new>

#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/diagnose/describe.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/block.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

// From the begin of each piece of memory to its size. Never destroyed: kernels may run until the
// program ends.
std::map<const char*, size_t>& pieces() {
  static auto* const result = new std::map<const char*, size_t>;
  return *result;
}

void* note(void* memory, size_t bytes) {
  if (this_thread != nullptr && memory != nullptr)
    pieces()[static_cast<const char*>(memory)] = bytes;
  return memory;
}

// A pointer to device memory is only reported, because free() would write through it.
bool may_be_freed(void* memory, const void* code) {
  if (this_thread == nullptr || memory == nullptr) return true;
  if (in_device_region(memory)) {
    tell_bad_address(static_cast<const char*>(memory), 16, Action::write, code);
    return false;
  }
  pieces().erase(static_cast<const char*>(memory));
  return true;
}

}  // namespace

bool in_kernel_heap(const char* address, size_t bytes) {
  auto after = pieces().upper_bound(address);
  if (after == pieces().begin()) return false;
  --after;
  return address + bytes <= after->first + after->second;
}

}  // namespace cuda_on_cpu::diagnose

using namespace cuda_on_cpu::diagnose;

extern "C" {

void* cuda_on_cpu_malloc(size_t bytes) {
  return note(malloc(bytes), bytes);
}

// As in CUDA, new gives a kernel a null pointer if no memory is left.
#define NEW(name)                                                        \
  void* cuda_on_cpu_##name(size_t bytes) {                               \
    if (cuda_on_cpu::this_thread == nullptr) return operator new(bytes); \
    return note(operator new(bytes, std::nothrow), bytes);               \
  }
// Two names, because objcopy cannot give two functions the same new name.
NEW(new)
NEW(new_array)

void cuda_on_cpu_free(void* memory) {
  if (may_be_freed(memory, __builtin_return_address(0))) free(memory);
}

#define DELETE(name, ...)                                                           \
  void cuda_on_cpu_##name(void* memory __VA_ARGS__) {                               \
    if (may_be_freed(memory, __builtin_return_address(0))) operator delete(memory); \
  }
DELETE(delete)
DELETE(delete_array)
DELETE(delete_sized, , size_t)
DELETE(delete_array_sized, , size_t)

}  // extern "C"
