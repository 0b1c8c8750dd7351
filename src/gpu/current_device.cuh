// Chooses the current GPU for a while. Functions of a library must leave it as it is.
#pragma once

#include "gpu/cuda_check.cuh"

namespace handshake {

class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    CUDA_CHECK(cudaGetDevice(&before_));
    CUDA_CHECK(cudaSetDevice(device));
  }
  ~CurrentDevice() { cudaSetDevice(before_); }  // a destructor must not throw
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

}  // namespace handshake
