// The host code's side of the connection to a device in another process.
#pragma once
#include "cuda_on_cpu/remote/messages.hpp"
#include "cuda_on_cpu/runtime/device.hpp"

namespace cuda_on_cpu::remote {

// Sends the request, replaces it by the reply, and returns the error of the call. If the device's
// process has ended, this process ends, too.
cudaError call(Message& message);

// In this process, addresses of the device are only numbers: there is no memory at these addresses,
// except for managed memory.
void add_device_range(uint64_t begin, uint64_t bytes);
bool is_device_address(const void* pointer);

}  // namespace cuda_on_cpu::remote
