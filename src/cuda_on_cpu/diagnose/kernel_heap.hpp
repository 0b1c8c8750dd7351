// The memory that kernels get from malloc and new. It is neither device memory nor host memory: only
// kernels use it.
#pragma once
#include <cstddef>

namespace cuda_on_cpu::diagnose {

// Whether all of these bytes are in memory that a kernel has got and has not given back.
bool in_kernel_heap(const char* address, size_t bytes);

}  // namespace cuda_on_cpu::diagnose
