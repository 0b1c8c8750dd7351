// The devices that the program sees, and the errors that CUDA remembers.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "cuda_on_cpu/include/cuda_on_cpu/api_types.h"
#include "cuda_on_cpu/runtime/report.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu {

struct Device {
  int index = 0;
  size_t memory_limit = 0;
  std::atomic<size_t> memory_used{0};
  std::atomic<uint32_t> peers{0};  // bit d: kernels of this device may touch memory of device d
  // The first error of a kernel on this device. The next call that waits for the device reports the
  // error, and then all later calls do, as on a GPU. The launch itself does not report it, because
  // on a GPU the launch returns before the kernel runs.
  std::atomic<cudaError> kernel_error{cudaSuccess};
  std::atomic<bool> error_was_seen{false};
  // The members below are about the launches that run on this device.
  std::mutex mutex;
  std::condition_variable idle;
  int running = 0;
};

Device& device(int index);
int device_count();
int current_device_index();
inline Device& current_device() {
  return device(current_device_index());
}
bool set_current_device(int index);

// Waits until no host thread runs a kernel on the device.
void wait_until_idle(Device& which);

// Stores the error for cudaGetLastError and returns it.
cudaError remember(cudaError error);
// A launch has no return value, so its error is easily overlooked. If the program never asks for
// the error, it is reported at the end of the process.
void report_unless_asked(const Finding& finding);
// For calls that wait for the device: returns the error of an earlier kernel. From then on, all
// other calls return this error as well.
cudaError meet_kernel_error(Device& which);
// For all other calls: returns a kernel's error if an earlier call has already returned it.
cudaError known_kernel_error(const Device& which);

}  // namespace cuda_on_cpu
