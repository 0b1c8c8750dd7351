// cudaLaunchKernel and the cudaFunc... calls.
//
// A kernel's launch function is an ordinary function whose parameters are not known here. It can
// still be called, with any values in the argument registers, and with free space above the stack
// pointer for the other arguments. The translator puts code at the beginning of the launch
// function. This code gets the real arguments from the list that was passed to cudaLaunchKernel. If
// the program only asks about the kernel, this code reports which kernel it is, and returns.
// Arguments may be copied byte by byte, because CUDA requires that the types of kernel parameters
// allow this.
#include "cuda_on_cpu/runtime/kernels.hpp"

#include <algorithm>

#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/fiber.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu {
namespace {

__thread void** packed_arguments;
__thread bool asking;
__thread cuda_on_cpu_kernel* answer;

// The largest size that all parameters of a kernel may have together.
struct StackArguments {
  char bytes[4096];
};

void call_launch_function(const void* function) {
  StackArguments room{};
  reinterpret_cast<void (*)(StackArguments)>(const_cast<void*>(function))(room);
}

cuda_on_cpu_kernel* kernel_of(const void* function) {
  if (function == nullptr) return nullptr;
  asking = true;
  answer = nullptr;
  call_launch_function(function);
  asking = false;
  return answer;
}

cudaError launch_packed(const void* function, dim3 grid, dim3 block, void** arguments,
                        size_t shared_bytes, cudaStream_t stream) {
  if (function == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  static void* no_arguments[1];
  const cudaError before = cudaGetLastError();
  cuda_on_cpu_push_configuration("", grid, block, shared_bytes, stream);
  packed_arguments = arguments != nullptr ? arguments : no_arguments;
  call_launch_function(function);
  packed_arguments = nullptr;
  cuda_on_cpu_pop_configuration();
  const cudaError error = cudaPeekAtLastError();
  if (error == cudaSuccess) remember(before);
  return error;
}

// The number of bytes of the kernel's static shared memory, rounded up to a multiple of 16. On a
// GPU, dynamic shared memory begins at this offset.
size_t rounded_static_bytes(const cuda_on_cpu_kernel& kernel) {
  return (static_shared_bytes(kernel) + 15) / 16 * size_t{16};
}

}  // namespace

size_t static_shared_bytes(const cuda_on_cpu_kernel& kernel) {
  size_t bytes = 0;
  for (const auto* variable = *kernel.shared; variable != nullptr; variable = variable->next) {
    bytes += variable->bytes;
  }
  return bytes;
}

size_t most_dynamic_shared(const cuda_on_cpu_kernel& kernel) {
  const int set = __atomic_load_n(&kernel.max_dynamic_shared, __ATOMIC_RELAXED);
  if (set >= 0) return static_cast<size_t>(set);
  return kStaticSharedBytes - std::min(kStaticSharedBytes, rounded_static_bytes(kernel));
}

bool answer_query(cuda_on_cpu_kernel* kernel) {
  if (!asking) return false;
  answer = kernel;
  return true;
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

void** cuda_on_cpu_packed_arguments() {
  void** arguments = packed_arguments;
  packed_arguments = nullptr;
  return arguments;
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return launch_packed(kernel, grid, block, arguments, shared_bytes, stream);
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  cuda_on_cpu_kernel* found = kernel_of(kernel);
  if (found == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      static_cast<size_t>(value) + rounded_static_bytes(*found) > kMaxSharedBytes) {
    return remember(cudaErrorInvalidValue);
  }
  __atomic_store_n(&found->max_dynamic_shared, value, __ATOMIC_RELAXED);
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  const cuda_on_cpu_kernel* found = kernel_of(kernel);
  if (attributes == nullptr) return remember(cudaErrorInvalidValue);
  if (found == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->maxThreadsPerBlock = static_cast<int>(kMaxThreadsPerBlock);
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 80;
  attributes->sharedSizeBytes = rounded_static_bytes(*found);
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(most_dynamic_shared(*found));
  return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  return kernel_of(kernel) != nullptr ? cudaSuccess : remember(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes) {
  constexpr int kThreads = 2048, kBlocks = 32;
  constexpr size_t kSystemShared = 1024;  // bytes of shared memory that CUDA itself uses per block
  if (blocks == nullptr || block_size <= 0) return remember(cudaErrorInvalidValue);
  const cuda_on_cpu_kernel* found = kernel_of(kernel);
  if (found == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  *blocks = 0;
  if (block_size > static_cast<int>(kMaxThreadsPerBlock) ||
      shared_bytes > most_dynamic_shared(*found)) {
    return cudaSuccess;
  }
  const size_t shared = shared_bytes + rounded_static_bytes(*found) + kSystemShared;
  const auto fitting = static_cast<int>((kMaxSharedBytes + kSystemShared) / shared);
  *blocks = std::min({kBlocks, kThreads / block_size, fitting});
  return cudaSuccess;
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  int blocks = 0, processors = 0;
  const auto threads = static_cast<int>(block.x * block.y * block.z);
  cudaError error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes);
  if (error == cudaSuccess) {
    error =
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, current_device_index());
  }
  if (error != cudaSuccess) return error;
  if (uint64_t{grid.x} * grid.y * grid.z > static_cast<uint64_t>(blocks) * processors) {
    return remember(cudaErrorCooperativeLaunchTooLarge);
  }
  launches_cooperatively = true;
  error = launch_packed(kernel, grid, block, arguments, shared_bytes, stream);
  launches_cooperatively = false;
  return error;
}

}  // extern "C"
