// Connects host code to its device, and launches kernels on the device.
#include "cuda_on_cpu/remote/client.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"
#include "cuda_on_cpu/remote/managed.hpp"
#include "cuda_on_cpu/runtime/fiber.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/streams.hpp"

namespace cuda_on_cpu {

const Hooks* hooks = nullptr;  // this process runs no kernels, so nothing is checked here

namespace remote {
namespace {

constexpr int kDeviceGone = 4;  // the exit code of the program `match` for CUDA errors
constexpr char kEndOfName[] = "E16cuda_on_cpu_here";

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
};

// What is known so far about the next launch of this thread.
struct Prepared {
  // A stack, because the arguments of a launch may contain another launch.
  std::vector<Configuration> configurations;
  void** packed = nullptr;
  LaunchText text;
  bool asking = false, cooperative = false;
  cudaError error = cudaSuccess;
};
Prepared& prepared() {
  static thread_local Prepared result;
  return result;
}

cudaError launch(const Configuration& wanted) {
  if (!is_valid_stream(wanted.stream)) return remember(cudaErrorInvalidResourceHandle);
  Message message;
  message.header.operation = Operation::launch;
  const uint64_t numbers[] = {wanted.grid.x,       wanted.grid.y,         wanted.grid.z,
                              wanted.block.x,      wanted.block.y,        wanted.block.z,
                              wanted.shared_bytes, prepared().cooperative};
  std::copy(std::begin(numbers), std::end(numbers), message.header.numbers);
  message.payload = prepared().text.packed();
  hand_over_managed();
  return call(message);
}

// The largest size that all parameters of a kernel may have together; see runtime/kernels.cpp.
struct StackArguments {
  char bytes[4096];
};

void call_launch_function(const void* function) {
  StackArguments room{};
  reinterpret_cast<void (*)(StackArguments)>(const_cast<void*>(function))(room);
}

cudaError launch_packed(const void* function, const Configuration& wanted, void** arguments,
                        bool cooperative) {
  if (function == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  static void* no_arguments[1];
  Prepared& here = prepared();
  here.configurations.push_back(wanted);
  here.packed = arguments != nullptr ? arguments : no_arguments;
  here.cooperative = cooperative;
  here.error = cudaSuccess;
  call_launch_function(function);
  here.packed = nullptr;
  here.cooperative = false;
  here.configurations.pop_back();
  return here.error;
}

// Asks the device about a kernel that is known by the address of its launch function.
cudaError ask(const void* function, Question question, Message& message) {
  if (function == nullptr) return remember(cudaErrorInvalidDeviceFunction);
  prepared().asking = true;
  call_launch_function(function);
  prepared().asking = false;
  const std::string& name = prepared().text.kernel;
  message.header.operation = Operation::function;
  message.header.numbers[0] = question;
  message.payload.assign(name.c_str(), name.c_str() + name.size() + 1);
  return call(message);
}

}  // namespace

cudaError call(Message& message) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const Operation operation = message.header.operation;
  if (!send(kOutgoing, message) || !receive(kIncoming, message)) {
    std::fprintf(stderr, "the process of the device has ended\n");
    _exit(kDeviceGone);
  }
  const auto lost = static_cast<cudaError>(message.header.device_error);
  if (lost != cudaSuccess) {
    // On a GPU, the launch itself returns before the kernel runs, so it does not report this error.
    if (operation != Operation::launch) current_device().error_was_seen = true;
    current_device().kernel_error = lost;
  }
  return remember(static_cast<cudaError>(message.header.error));
}

}  // namespace remote

void FiberPool::set_stack_bytes(size_t bytes) {
  remote::Message message;
  message.header.operation = remote::Operation::stack;
  message.header.numbers[0] = bytes;
  remote::call(message);
}
size_t FiberPool::stack_bytes() {
  return size_t{128} * 1024;
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;
using namespace cuda_on_cpu::remote;

extern "C" {

void cuda_on_cpu_push_configuration(const char*, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream) {
  prepared().configurations.push_back({grid, block, shared_bytes, stream});
}
void cuda_on_cpu_pop_configuration() {
  prepared().configurations.pop_back();
}

void** cuda_on_cpu_remote_begin() {
  prepared().text = {};
  return prepared().packed;
}
void cuda_on_cpu_remote_argument(const void* argument, size_t bytes) {
  const auto* begin = static_cast<const char*>(argument);
  prepared().text.arguments.emplace_back(begin, begin + bytes);
}
void cuda_on_cpu_remote_launch(const char* name_of_type) {
  Prepared& here = prepared();
  const std::string name = name_of_type;
  here.text.kernel =
      "_" + name.substr(0, name.size() - std::min(name.size(), sizeof kEndOfName - 1));
  if (here.asking) return;
  if (here.configurations.empty()) {
    std::fprintf(stderr,
                 "a kernel was called like an ordinary function: write <<<blocks, threads>>>\n");
    remember(cudaErrorMissingConfiguration);
    return;
  }
  here.error = launch(here.configurations.back());
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return launch_packed(kernel, {grid, block, shared_bytes, stream}, arguments, false);
}
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  return launch_packed(kernel, {grid, block, shared_bytes, stream}, arguments, true);
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  Message message;
  message.header.numbers[1] = static_cast<uint64_t>(attribute);
  message.header.numbers[2] = static_cast<uint64_t>(value);
  return ask(kernel, kSharedLimit, message);
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  if (attributes == nullptr) return remember(cudaErrorInvalidValue);
  Message message;
  const cudaError error = ask(kernel, kAttributes, message);
  if (error == cudaSuccess && message.payload.size() == sizeof *attributes)
    std::memcpy(attributes, message.payload.data(), sizeof *attributes);
  return error;
}
cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  return kernel != nullptr ? cudaSuccess : remember(cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes) {
  if (blocks == nullptr || block_size <= 0) return remember(cudaErrorInvalidValue);
  Message message;
  message.header.numbers[1] = static_cast<uint64_t>(block_size);
  message.header.numbers[2] = shared_bytes;
  const cudaError error = ask(kernel, kOccupancy, message);
  *blocks = static_cast<int>(message.header.numbers[0]);
  return error;
}

// Objects that were compiled with -fsanitize=bounds need this function (see runtime/bounds.cpp).
// This process runs no device code, so there is nothing to report.
void __ubsan_handle_out_of_bounds(const void*, uintptr_t) {}

}  // extern "C"
