// A device array for tests: it allocates its memory, copies the values and frees the memory. The
// test fails if a CUDA call fails.
#pragma once
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values) : size_(values.size()) {
    EXPECT_EQ(cudaMalloc(&data_, size_ * sizeof(T)), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
  }
  explicit DeviceArray(size_t size, T value = T()) : DeviceArray(std::vector<T>(size, value)) {}
  ~DeviceArray() { EXPECT_EQ(cudaFree(data_), cudaSuccess); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return data_; }
  operator T*() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> result(size_);
    EXPECT_EQ(cudaMemcpy(result.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return result;
  }
  T value(size_t i) const { return values()[i]; }

 private:
  T* data_ = nullptr;
  size_t size_;
};
