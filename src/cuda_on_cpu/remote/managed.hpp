// Managed memory, if the device is another process. The device has the memory, and this process has
// pages at the same addresses. The pages are closed, until host code touches them: then the values
// come from the device, and host code continues. Before the device works again, the values that
// host code has changed are sent back, and the pages are closed. So every access becomes a copy,
// which the process between host code and device sees.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_on_cpu::remote {

// `pointer` is the address of new memory of the device. Returns false if this process cannot have
// pages there.
bool add_managed(void* pointer, uint64_t bytes);
bool is_managed(const void* address);
// Must be called before every request that lets the device use its memory.
void hand_over_managed();
// Must be called after the memory was freed.
constexpr std::nullptr_t kAllManaged = nullptr;
void remove_managed(const void* pointer);

}  // namespace cuda_on_cpu::remote
