// Kernels known only by the address of their launch function, as cudaLaunchKernel and the
// cudaFunc... calls get them.
#pragma once
#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"

namespace cuda_on_cpu {

// True when the launch function was only called to learn which kernel it belongs to.
bool answer_query(cuda_on_cpu_kernel* kernel);

}  // namespace cuda_on_cpu
