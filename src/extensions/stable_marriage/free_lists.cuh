// The two lists of men who are free.
#pragma once

#include <algorithm>
#include <cstdint>

#include "extensions/stable_marriage/gpu_kernels.cuh"
#include "extensions/stable_marriage/problem.hpp"
#include "gpu/cuda_check.cuh"
#include "gpu/device_array.cuh"

namespace handshake::marriage {

// A kernel reads one of the two lists and fills the other list.
class FreeLists {
 public:
  explicit FreeLists(Person men) : counts_(2) {
    for (auto& list : men_) list = DeviceArray<std::int32_t>(std::max(men, 1));
  }
  FreeList now() { return {men_[turn_].data(), counts_.data() + turn_}; }
  FreeList later() { return {men_[1 - turn_].data(), counts_.data() + 1 - turn_}; }
  void clear_later() { CUDA_CHECK(cudaMemsetAsync(later().count, 0, sizeof(unsigned))); }
  void swap() { turn_ = 1 - turn_; }
  void set_count(unsigned count) {
    CUDA_CHECK(cudaMemcpy(now().count, &count, sizeof count, cudaMemcpyHostToDevice));
  }
  unsigned count() {
    unsigned count = 0;
    CUDA_CHECK(cudaMemcpy(&count, now().count, sizeof count, cudaMemcpyDeviceToHost));
    return count;
  }

 private:
  DeviceArray<std::int32_t> men_[2];
  DeviceArray<unsigned> counts_;
  int turn_ = 0;
};

}  // namespace handshake::marriage
