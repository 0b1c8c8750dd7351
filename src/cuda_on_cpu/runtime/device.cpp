// Devices, the current device of each host thread, and remembered errors. See device.hpp.
#include "cuda_on_cpu/runtime/device.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"

namespace cuda_on_cpu {
namespace {

__thread int current_index = 0;
__thread cudaError last_error = cudaSuccess;

struct Unasked {
  std::mutex mutex;
  bool pending = false;
  Finding finding;
};
Unasked& unasked() {
  static auto& result = *new Unasked;
  return result;
}

void forget_unasked() {
  Unasked& error = unasked();
  const std::lock_guard<std::mutex> lock(error.mutex);
  error.pending = false;
}

struct Devices {
  Device list[kMaxDevices];
  Devices() {
    const auto pages = static_cast<size_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
    const size_t machine = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
    // Gaps between allocations take addresses, too, so memory gets at most half of the addresses.
    const size_t most = address_space.slice_bytes / 2;
    const size_t wanted = settings().device_memory != 0
                              ? settings().device_memory
                              : machine / static_cast<size_t>(settings().devices);
    for (int i = 0; i < kMaxDevices; i++) {
      list[i].index = i;
      list[i].memory_limit = std::min(most, wanted);
    }
  }
};

}  // namespace

Device& device(int index) {
  static auto& devices = *new Devices;  // never destroyed: static destructors may run kernels
  return devices.list[index];
}

int device_count() {
  return settings().devices;
}
int current_device_index() {
  return current_index;
}

bool set_current_device(int index) {
  if (index < 0 || index >= device_count()) return false;
  current_index = index;
  return true;
}

void wait_until_idle(Device& which) {
  std::unique_lock<std::mutex> lock(which.mutex);
  which.idle.wait(lock, [&] { return which.running == 0; });
}

cudaError remember(cudaError error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

void report_unless_asked(const Finding& finding) {
  Unasked& error = unasked();
  const std::lock_guard<std::mutex> lock(error.mutex);
  static const int registered = std::atexit([] {
    if (unasked().pending) report(unasked().finding);
  });
  (void)registered;
  if (error.pending) return;
  error.pending = true;
  error.finding = finding;
}

cudaError meet_kernel_error(Device& which) {
  const cudaError error = which.kernel_error;
  if (error != cudaSuccess) which.error_was_seen = true;
  return error;
}

cudaError known_kernel_error(const Device& which) {
  return which.error_was_seen ? which.kernel_error.load() : cudaSuccess;
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

cudaError_t cudaPeekAtLastError() {
  forget_unasked();
  const cudaError sticky = known_kernel_error(current_device());
  return sticky != cudaSuccess ? sticky : last_error;
}

cudaError_t cudaGetLastError() {
  const cudaError error = cudaPeekAtLastError();
  last_error = cudaSuccess;
  return error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDA_ON_CPU_CASE(name, number, text) \
  case name:                                 \
    return #name;
    CUDA_ON_CPU_ERRORS(CUDA_ON_CPU_CASE)
#undef CUDA_ON_CPU_CASE
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDA_ON_CPU_CASE(name, number, text) \
  case name:                                 \
    return text;
    CUDA_ON_CPU_ERRORS(CUDA_ON_CPU_CASE)
#undef CUDA_ON_CPU_CASE
  }
  return "unrecognized error code";
}

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return remember(cudaErrorInvalidValue);
  *count = device_count();
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int index) {
  return set_current_device(index) ? remember(known_kernel_error(current_device()))
                                   : remember(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int* index) {
  if (index == nullptr) return remember(cudaErrorInvalidValue);
  *index = current_device_index();
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  Device& here = current_device();
  wait_until_idle(here);
  if (hooks != nullptr) hooks->host_waits_for_device(here.index);
  return remember(meet_kernel_error(here));
}

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int index, int peer) {
  if (can_access == nullptr) return remember(cudaErrorInvalidValue);
  if (index < 0 || index >= device_count() || peer < 0 || peer >= device_count()) {
    return remember(cudaErrorInvalidDevice);
  }
  *can_access = index != peer && settings().links != Links::none;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  Device& here = current_device();
  if (flags != 0) return remember(cudaErrorInvalidValue);
  if (peer < 0 || peer >= device_count() || peer == here.index) {
    return remember(cudaErrorInvalidDevice);
  }
  if (settings().links == Links::none) return remember(cudaErrorPeerAccessUnsupported);
  const uint32_t before = here.peers.fetch_or(1u << peer);
  return (before >> peer & 1) != 0 ? remember(cudaErrorPeerAccessAlreadyEnabled) : cudaSuccess;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  Device& here = current_device();
  if (peer < 0 || peer >= device_count() || peer == here.index) {
    return remember(cudaErrorInvalidDevice);
  }
  const uint32_t before = here.peers.fetch_and(~(1u << peer));
  return (before >> peer & 1) == 0 ? remember(cudaErrorPeerAccessNotEnabled) : cudaSuccess;
}

}  // extern "C"
