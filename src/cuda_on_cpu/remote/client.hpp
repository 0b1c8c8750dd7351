// Host code's side of a device that is another process.
#pragma once
#include "cuda_on_cpu/remote/messages.hpp"
#include "cuda_on_cpu/runtime/device.hpp"

namespace cuda_on_cpu::remote {

// Sends the request, puts the reply in its place, and returns the error of the call. A device that
// is gone ends this process.
cudaError call(Message& message);

// Addresses of the device are numbers here: nothing lies there.
void add_device_range(uint64_t begin, uint64_t bytes);
bool is_device_address(const void* pointer);

}  // namespace cuda_on_cpu::remote
