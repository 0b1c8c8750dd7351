// Host memory that devices may access.
#pragma once
#include <cstddef>

namespace cuda_on_cpu {

// Whether the whole range was given to cudaHostRegister.
bool is_registered(const void* address, size_t bytes);

}  // namespace cuda_on_cpu
