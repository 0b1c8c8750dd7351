// Device memory that is allocated piece by piece and freed all at once.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/device_array.cuh"

namespace handshake::louvain {

class GpuMemory {
 public:
  explicit GpuMemory(std::size_t bytes) { blocks_.emplace_back(bytes), size_ = bytes; }

  // Allocates memory for `size` elements, and does not set their values. If the memory is used up,
  // more is allocated: a graph that hardly shrinks may need more memory than expected.
  template <class T>
  T* take(std::size_t size) {
    constexpr std::size_t kAlign = 256;
    const std::size_t bytes = (size * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    if (used_ + bytes > size_) {
      size_ = std::max(bytes, size_);
      used_ = 0;
      blocks_.emplace_back(size_);
    }
    T* const taken = reinterpret_cast<T*>(blocks_.back().data() + used_);
    used_ += bytes;
    return taken;
  }

  // Allocates memory for elements, and copies them from the host.
  template <class T>
  T* copy_in(const T* from, std::size_t size) {
    T* const to = take<T>(size);
    if (size > 0) CUDA_CHECK(cudaMemcpy(to, from, size * sizeof(T), cudaMemcpyHostToDevice));
    return to;
  }

 private:
  std::vector<DeviceArray<char>> blocks_;
  std::size_t size_ = 0;  // of the last block
  std::size_t used_ = 0;
};

}  // namespace handshake::louvain
