// Helpers for the CUDA calls of the runners. If a call fails, an exception ends the runner.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "runner/serve.hpp"

namespace handshake::runner {

inline void require_success(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return;
  throw DeviceError(std::string(doing) + ": " + cudaGetErrorString(error) + " (" +
                    cudaGetErrorName(error) + ")");
}

// `last`: the call, or the calls, of which one may have left an error.
inline void wait_for_kernels(const char* last) {
  require_success(cudaGetLastError(), last);
  require_success(cudaDeviceSynchronize(), "the kernel");
}

// An array of ints on the GPU. Its elements are copies of host values, or are not initialized.
class DeviceInts {
 public:
  explicit DeviceInts(size_t size) : size_(size) {
    void* memory = nullptr;
    require_success(cudaMalloc(&memory, bytes()), "allocating an array");
    data_ = static_cast<int*>(memory);
  }
  explicit DeviceInts(const std::vector<int>& values) : DeviceInts(values.size()) {
    require_success(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice),
                    "copying an array to the GPU");
  }
  DeviceInts(const DeviceInts&) = delete;
  DeviceInts& operator=(const DeviceInts&) = delete;
  ~DeviceInts() { cudaFree(data_); }

  int* data() const { return data_; }
  std::vector<int> values() const {
    std::vector<int> values(size_);
    require_success(cudaMemcpy(values.data(), data_, bytes(), cudaMemcpyDeviceToHost),
                    "copying an array from the GPU");
    return values;
  }

 private:
  size_t bytes() const { return size_ * sizeof(int); }
  size_t size_;
  int* data_ = nullptr;
};

}  // namespace handshake::runner
