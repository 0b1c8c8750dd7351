// Copies whole arrays to a GPU and back.
#pragma once

#include "gpu/device_array.cuh"
#include "graph/buffer.hpp"

namespace handshake {

template <class T, class Array>
DeviceArray<T> on_device(const Array& array) {
  DeviceArray<T> copy(array.size());
  if (array.size() > 0) {
    CUDA_CHECK(
        cudaMemcpy(copy.data(), array.data(), array.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  return copy;
}

template <class T>
Buffer<T> on_host(const DeviceArray<T>& array) {
  Buffer<T> copy(array.size());
  if (array.size() > 0) {
    CUDA_CHECK(
        cudaMemcpy(copy.data(), array.data(), array.size() * sizeof(T), cudaMemcpyDeviceToHost));
  }
  return copy;
}

}  // namespace handshake
