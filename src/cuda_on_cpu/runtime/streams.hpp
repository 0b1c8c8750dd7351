// Streams. Every call runs at once and in order, so a stream is only a name that must be valid. In
// diagnostic mode, the hooks learn what waits for what on a GPU.
#pragma once
#include <cstdint>

#include "cuda_on_cpu/include/cuda_on_cpu/api_types.h"

namespace cuda_on_cpu {

bool is_valid_stream(cudaStream_t stream);

// What decides on the order of a stream's work. Numbers are small, and never used again.
struct StreamName {
  uint32_t number;
  int device;
  bool is_default;         // the legacy default stream of the device
  bool waits_for_default;  // and the legacy default stream waits for it
};
// The stream must be valid.
StreamName name_of(cudaStream_t stream);

}  // namespace cuda_on_cpu
