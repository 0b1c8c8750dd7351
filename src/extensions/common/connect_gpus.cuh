// Gives several GPUs access to each other's memory.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "gpu/cuda_check.cuh"
#include "gpu/device_error.hpp"

namespace handshake {

constexpr int kMostGpus = 8;

// Throws DeviceError if there are fewer than `wanted` GPUs, or if `wanted` is not from 1 to
// kMostGpus.
inline void check_gpus(int wanted) {
  int there = 0;
  const cudaError_t error = cudaGetDeviceCount(&there);
  if (error != cudaSuccess || there == 0) {
    throw DeviceError(
        std::string("no GPU can be used (") + cudaGetErrorString(error) +
        "); on a machine without a GPU, build with BACKEND=cpu: then GPUs are simulated");
  }
  if (wanted < 1 || wanted > kMostGpus) {
    throw DeviceError("-gpus must be 1 to " + std::to_string(kMostGpus));
  }
  if (wanted > there) {
    throw DeviceError(std::to_string(wanted) + " GPUs were requested, but there are only " +
                      std::to_string(there) + "; request fewer with -gpus");
  }
}

// What kernels may do with the memory of other GPUs. Over PCIe, loads and stores may be possible
// although atomic operations are not.
enum class Access { kLoadsAndStores, kAtomics };

// Gives GPU `from`, which is the current device, access to the memory of GPU `to`.
inline void connect_gpu(int from, int to, Access access, const std::string& hint) {
  const auto refuse = [&](const std::string& what, const std::string& why) {
    throw DeviceError("GPU " + std::to_string(from) + " cannot " + what + " the memory of GPU " +
                      std::to_string(to) + " (" + why + "); " + hint);
  };
  const cudaError_t error = cudaDeviceEnablePeerAccess(to, 0);
  if (error != cudaSuccess) cudaGetLastError();  // clears this error
  if (error != cudaSuccess && error != cudaErrorPeerAccessAlreadyEnabled) {
    refuse("access", cudaGetErrorString(error));
  }
  if (access != Access::kAtomics) return;
  int has_atomics = 0;
  CUDA_CHECK(
      cudaDeviceGetP2PAttribute(&has_atomics, cudaDevP2PAttrNativeAtomicSupported, from, to));
  if (has_atomics == 0) refuse("use atomic operations on", "the link does not support them");
}

// Gives each GPU access to the memory of all other GPUs. If this is not possible, throws a
// DeviceError whose message ends with `hint`, which says what to try.
inline void connect_gpus(int gpus, Access access, const std::string& hint) {
  for (int from = 0; from < gpus; ++from) {
    CUDA_CHECK(cudaSetDevice(from));
    for (int to = 0; to < gpus; ++to) {
      if (to != from) connect_gpu(from, to, access, hint);
    }
  }
}

}  // namespace handshake
