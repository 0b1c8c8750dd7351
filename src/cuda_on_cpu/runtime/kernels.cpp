// cudaLaunchKernel and the cudaFunc... calls.
//
// A kernel's launch function is an ordinary function whose parameters nobody here knows. It can
// still be called from here: with whatever lies in the argument registers, and with room above the
// stack pointer where arguments would lie. The code that the translator puts at its beginning then
// fetches the real arguments from the list given to cudaLaunchKernel, or, for a question about the
// kernel, only says which kernel it is. CUDA demands that kernel parameters can be copied byte by
// byte.
#include "cuda_on_cpu/runtime/kernels.hpp"

#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/fiber.hpp"

namespace cuda_on_cpu {
namespace {

__thread void** packed_arguments;
__thread bool asking;
__thread cuda_on_cpu_kernel* answer;

// As large as all parameters of a kernel may be together.
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

}  // namespace

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
      static_cast<size_t>(value) > kMaxSharedBytes) {
    return remember(cudaErrorInvalidValue);
  }
  found->max_dynamic_shared = value;
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
  attributes->maxDynamicSharedSizeBytes = found->max_dynamic_shared > 0
                                              ? found->max_dynamic_shared
                                              : static_cast<int>(kStaticSharedBytes);
  return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  return kernel_of(kernel) != nullptr ? cudaSuccess : remember(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes) {
  constexpr int kThreads = 2048, kBlocks = 32;
  if (blocks == nullptr || block_size <= 0) return remember(cudaErrorInvalidValue);
  if (kernel_of(kernel) == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  int most = block_size > static_cast<int>(kMaxThreadsPerBlock) ? 0 : kThreads / block_size;
  if (most > kBlocks) most = kBlocks;
  if (shared_bytes > 0 && static_cast<size_t>(most) > kMaxSharedBytes / shared_bytes) {
    most = static_cast<int>(kMaxSharedBytes / shared_bytes);
  }
  *blocks = most;
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
  if (uint64_t{grid.x} * grid.y * grid.z > static_cast<uint64_t>(blocks * processors)) {
    return remember(cudaErrorCooperativeLaunchTooLarge);
  }
  return launch_packed(kernel, grid, block, arguments, shared_bytes, stream);
}

}  // extern "C"
