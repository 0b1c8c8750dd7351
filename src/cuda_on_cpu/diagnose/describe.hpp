// Describes addresses in words, for findings.
#pragma once
#include "cuda_on_cpu/diagnose/shadow.hpp"
#include "cuda_on_cpu/runtime/report.hpp"

namespace cuda_on_cpu::diagnose {

// Adds "matches[6]" or "__shared__ tile[2]" to the message, or the offset in bytes if the kernel
// has no name for the memory. Also records where the allocation was made.
void describe_address(Finding* finding, const Shadow& shadow, const char* address);

enum class Action : uint8_t { read, write };
// Reports an access of the running thread that is outside of all live allocations and variables.
__attribute__((noinline)) void tell_bad_address(const char* address, uint32_t bytes, Action action,
                                                const void* code);
__attribute__((noinline)) void tell_beside_device_array(const char* address, Action action,
                                                        const void* code);
void tell_bad_shared_address(const char* address, uint32_t bytes, Action action, const void* code);
// Whether the last report of the running thread was about this address. If so, a fault there is not
// reported again.
bool was_told(const void* address);

}  // namespace cuda_on_cpu::diagnose
