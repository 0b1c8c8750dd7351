// For kernels that are known only by the address of their launch function: cudaLaunchKernel and the
// cudaFunc... calls get this address.
#pragma once
#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"

namespace cuda_on_cpu {

// If the launch function was called only to find its kernel, stores the kernel as the answer and
// returns true.
bool answer_query(cuda_on_cpu_kernel* kernel);

// The bytes of the variables in shared memory that the kernel itself declares. The variables of
// device functions are known only when a block reaches them.
size_t static_shared_bytes(const cuda_on_cpu_kernel& kernel);
// How many bytes of dynamic shared memory a launch of the kernel may request.
size_t most_dynamic_shared(const cuda_on_cpu_kernel& kernel);

}  // namespace cuda_on_cpu
