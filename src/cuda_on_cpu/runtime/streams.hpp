// Streams. Every call does its work immediately. So all work is done in the order of the calls, and
// a stream is only a name that must be valid. The hooks of diagnostic mode record which work would
// wait for which other work on a GPU.
#pragma once
#include <cstdint>

#include "cuda_on_cpu/include/cuda_on_cpu/api_types.h"

namespace cuda_on_cpu {

bool is_valid_stream(cudaStream_t stream);

// What must be known about a stream to find the order of its work. Streams are numbered from 0. The
// number of a destroyed stream is not used again.
struct StreamName {
  uint32_t number;
  int device;
  bool is_default;         // the legacy default stream of the device
  bool waits_for_default;  // this stream and the legacy default stream wait for each other
};
// The stream must be valid.
StreamName name_of(cudaStream_t stream);

}  // namespace cuda_on_cpu
