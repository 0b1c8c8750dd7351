// Checks a CUDA call. An error becomes an exception that says which call failed, where and why.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "gpu/device_error.hpp"

namespace handshake {

// A CUDA call failed. The device cannot be trusted afterwards, so report the error and end the
// program.
class CudaError : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

inline void throw_on_cuda_error(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  throw CudaError(std::string(file) + ":" + std::to_string(line) + ": " + call +
                  " failed: " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) + ")");
}

}  // namespace handshake

// CUDA_CHECK(cudaMalloc(&array_gpu, bytes));
// CUDA_CHECK(cudaGetLastError());                  after a kernel launch
#define CUDA_CHECK(call) ::handshake::throw_on_cuda_error((call), #call, __FILE__, __LINE__)
