// The device as a separate process: kernels, their memory, and a loop that executes the requests in
// the messages. Kernels are found by their mangled names, so the program is linked with -rdynamic.
// If the file of the kernels has host code as well, that code is never called.
#include <dlfcn.h>
#include <sys/prctl.h>

#include "cuda_on_cpu/remote/messages.hpp"
#include "cuda_on_cpu/remote/system_calls.hpp"

namespace {

using namespace cuda_on_cpu::remote;

char* pointer(uint64_t address) {
  return reinterpret_cast<char*>(address);
}

const void* named(const std::vector<char>& name) {
  return name.empty() || name.back() != '\0' ? nullptr : dlsym(RTLD_DEFAULT, name.data());
}

// The address of one side of a copy: in device memory, or in the payload of the request or reply.
char* side(const Message& message, Copy which, HostSide host, std::vector<char>& travels) {
  const uint64_t address = message.header.numbers[which];
  if ((message.header.numbers[kHostSides] & host) == 0) return pointer(address);
  return address == 0 ? nullptr : travels.data();
}

cudaError_t copy(Message& message) {
  const uint64_t* numbers = message.header.numbers;
  std::vector<char> from = std::move(message.payload), to;
  if (numbers[kBytes] > kMostPayload) return cudaErrorInvalidValue;
  if ((numbers[kHostSides] & kToHost) != 0) to.resize(numbers[kBytes] + 1);
  if ((numbers[kHostSides] & kFromHost) != 0) from.resize(numbers[kBytes] + 1);
  const cudaError_t error =
      cudaMemcpy(side(message, kDestination, kToHost, to), side(message, kSource, kFromHost, from),
                 numbers[kBytes], static_cast<cudaMemcpyKind>(numbers[kKind]));
  message.payload.clear();
  if (error == cudaSuccess && !to.empty()) {
    to.pop_back();
    message.payload = std::move(to);
  }
  return error;
}

cudaError_t launch(Message& message) {
  LaunchText text;
  if (!text.unpack(message.payload)) return cudaErrorInvalidValue;
  message.payload.clear();
  const void* kernel = dlsym(RTLD_DEFAULT, text.kernel.c_str());
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  std::vector<void*> arguments;
  for (std::vector<char>& argument : text.arguments) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const uint64_t* numbers = message.header.numbers;
  const dim3 grid(numbers[kGridX], numbers[kGridY], numbers[kGridZ]);
  const dim3 block(numbers[kBlockX], numbers[kBlockY], numbers[kBlockZ]);
  if (numbers[kCooperative] != 0)
    return cudaLaunchCooperativeKernel(kernel, grid, block, arguments.data(), numbers[kShared]);
  return cudaLaunchKernel(kernel, grid, block, arguments.data(), numbers[kShared]);
}

cudaError_t answer(Message& message) {
  const void* kernel = named(message.payload);
  message.payload.clear();
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  uint64_t* numbers = message.header.numbers;
  if (numbers[0] == kSharedLimit)
    return cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(numbers[1]),
                                static_cast<int>(numbers[2]));
  if (numbers[0] == kOccupancy) {
    int blocks = 0;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, static_cast<int>(numbers[1]), numbers[2]);
    numbers[0] = static_cast<uint64_t>(blocks);
    return error;
  }
  message.payload.resize(sizeof(cudaFuncAttributes));
  return cudaFuncGetAttributes(reinterpret_cast<cudaFuncAttributes*>(message.payload.data()),
                               kernel);
}

cudaError_t serve(Message& message) {
  uint64_t* numbers = message.header.numbers;
  switch (message.header.operation) {
    case Operation::allocate: {
      void* made = nullptr;
      const cudaError_t error = cudaMalloc(&made, numbers[0]);
      numbers[0] = reinterpret_cast<uintptr_t>(made);
      return error;
    }
    case Operation::free:
      return cudaFree(pointer(numbers[0]));
    case Operation::copy:
      return copy(message);
    case Operation::fill:
      return cudaMemset(pointer(numbers[0]), static_cast<int>(numbers[1]), numbers[2]);
    case Operation::launch:
      return launch(message);
    case Operation::function:
      return answer(message);
    case Operation::symbol:
      numbers[0] = reinterpret_cast<uintptr_t>(named(message.payload));
      message.payload.clear();
      return numbers[0] != 0 ? cudaSuccess : cudaErrorInvalidSymbol;
    case Operation::stack:
      return cudaDeviceSetLimit(cudaLimitStackSize, numbers[0]);
    case Operation::memory: {
      size_t free_bytes = 0, all_bytes = 0;
      const cudaError_t error = cudaMemGetInfo(&free_bytes, &all_bytes);
      numbers[0] = free_bytes;
      numbers[1] = all_bytes;
      return error;
    }
    case Operation::reset:
      return cudaDeviceReset();
  }
  return cudaErrorInvalidValue;
}

}  // namespace

int main() {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // the process of host code cannot read this process
  keep_freed_memory();
  // The size of the machine's memory is read here, because after keep_to_own_process() the process
  // cannot ask the system for it.
  size_t free_bytes = 0, all_bytes = 0;
  cudaMemGetInfo(&free_bytes, &all_bytes);
  if (!keep_to_own_process()) return 1;
  Message message;
  while (receive(kIncoming, message)) {
    const bool is_launch = message.header.operation == Operation::launch;
    message.header.error = serve(message);
    cudaGetLastError();
    message.header.device_error = is_launch ? cudaDeviceSynchronize() : cudaPeekAtLastError();
    if (!send(kOutgoing, message)) return 1;
  }
  return 0;
}
