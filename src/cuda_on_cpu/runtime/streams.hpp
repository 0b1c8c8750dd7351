// Streams. Every call runs at once and in order, so a stream is only a name that must be valid.
#pragma once
#include "cuda_on_cpu/include/cuda_on_cpu/api_types.h"

namespace cuda_on_cpu {

bool is_valid_stream(cudaStream_t stream);

}  // namespace cuda_on_cpu
