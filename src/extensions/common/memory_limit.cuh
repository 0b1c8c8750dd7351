// How much memory of a GPU an engine may use.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "gpu/cuda_check.cuh"

namespace handshake {

// How many bytes may be used on the current device: `allowed` or, if `allowed` is 0, 95 % of the
// free memory.
inline std::int64_t memory_limit(std::int64_t allowed) {
  if (allowed > 0) return allowed;
  std::size_t free_bytes = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
  return static_cast<std::int64_t>(free_bytes / 100 * 95);
}

}  // namespace handshake
