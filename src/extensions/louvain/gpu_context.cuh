// The data that all host code of the engine needs: the problem, the GPU, and how many blocks a
// launch has.
#pragma once

#include <algorithm>
#include <cstdint>

#include "extensions/louvain/gpu_level.cuh"
#include "extensions/louvain/gpu_tile.cuh"
#include "extensions/louvain/louvain.hpp"
#include "gpu/cuda_check.cuh"

namespace handshake::louvain {

inline std::int64_t parts_of(std::int64_t size, std::int64_t part) {
  return (size + part - 1) / part;
}

template <class T>
void copy_out(const T* from, std::size_t size, T* to) {
  if (size > 0) CUDA_CHECK(cudaMemcpy(to, from, size * sizeof(T), cudaMemcpyDeviceToHost));
}

struct GpuContext {
  static constexpr int kBlocksEach = 32;  // at most this many blocks per multiprocessor in a launch

  GpuContext(const Problem& problem, const Options& options) : problem(problem), options(options) {
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  }

  unsigned blocks_for(std::int64_t items, std::int64_t per_block = kPassThreads) const {
    const std::int64_t most = std::int64_t{kBlocksEach} * device.multiProcessorCount;
    return static_cast<unsigned>(std::clamp<std::int64_t>(parts_of(items, per_block), 1, most));
  }

  // Calls run(rules); the numbers in the rules have the width that the problem needs.
  template <class Run>
  void with_rules(const Run& run) const {
    if (fits_narrow(problem)) {
      run(GpuRules<std::int64_t>{gains_of<std::int64_t>(problem), options.colors});
    } else {
      run(GpuRules<Wide>{gains_of<Wide>(problem), options.colors});
    }
  }

  const Problem& problem;
  const Options& options;
  cudaDeviceProp device{};
};

}  // namespace handshake::louvain
