// Memory and copies for host code, if the device is another process.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/remote/client.hpp"
#include "cuda_on_cpu/remote/managed.hpp"
#include "cuda_on_cpu/runtime/pinned.hpp"
#include "cuda_on_cpu/runtime/streams.hpp"

namespace cuda_on_cpu::remote {
namespace {

// A wrong index or a wrong number of bytes may lead to an address near device memory. Such an
// address counts as an address of the device, too.
constexpr uint64_t kAround = uint64_t{1} << 20;

struct Known {
  std::mutex mutex;
  std::map<uint64_t, uint64_t> ranges;  // begin -> bytes, also of freed memory
  std::set<void*> pinned;
};
Known& known() {
  static auto& result = *new Known;
  return result;
}

uint64_t number(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

cudaError allocate(void** pointer, size_t bytes) {
  if (pointer == nullptr) return remember(cudaErrorInvalidValue);
  Message message;
  message.header.operation = Operation::allocate;
  message.header.numbers[0] = bytes;
  *pointer = nullptr;
  if (const cudaError error = call(message)) return error;
  const uint64_t address = message.header.numbers[0];
  if (address != 0) add_device_range(address, bytes);
  *pointer = reinterpret_cast<void*>(address);
  return cudaSuccess;
}

cudaError free_device(void* pointer) {
  Message message;
  message.header.operation = Operation::free;
  message.header.numbers[0] = number(pointer);
  const cudaError error = call(message);
  if (error == cudaSuccess && pointer != nullptr) remove_managed(pointer);
  return error;
}

// Allocates pinned host memory. Here, this is ordinary memory whose address is recorded.
cudaError allocate_pinned(void** pointer, size_t bytes) {
  if (pointer == nullptr) return remember(cudaErrorInvalidValue);
  *pointer = bytes > 0 ? std::malloc(bytes) : nullptr;
  if (bytes > 0 && *pointer == nullptr) return remember(cudaErrorMemoryAllocation);
  const std::lock_guard<std::mutex> lock(known().mutex);
  if (bytes > 0) known().pinned.insert(*pointer);
  return cudaSuccess;
}

cudaError copy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
  if (bytes > kMostPayload) return remember(cudaErrorInvalidValue);
  const bool to_host = !is_device_address(destination), from_host = !is_device_address(source);
  if (to_host && from_host && destination != nullptr && source != nullptr &&
      (kind == cudaMemcpyHostToHost || kind == cudaMemcpyDefault)) {
    std::memmove(destination, source, bytes);
    return cudaSuccess;
  }
  // For managed memory, cudaMemcpy ignores its last argument.
  if (is_managed(destination) || is_managed(source)) kind = cudaMemcpyDefault;
  hand_over_managed();
  Message message;
  message.header.operation = Operation::copy;
  uint64_t* numbers = message.header.numbers;
  numbers[kDestination] = to_host ? destination != nullptr : number(destination);
  numbers[kSource] = from_host ? source != nullptr : number(source);
  numbers[kBytes] = bytes;
  numbers[kKind] = static_cast<uint64_t>(kind);
  numbers[kHostSides] = (to_host ? uint64_t{kToHost} : 0) | (from_host ? uint64_t{kFromHost} : 0);
  if (from_host && source != nullptr) {
    const auto* begin = static_cast<const char*>(source);
    message.payload.assign(begin, begin + bytes);
  }
  const cudaError error = call(message);
  if (error == cudaSuccess && to_host && destination != nullptr)
    std::memcpy(destination, message.payload.data(), std::min(bytes, message.payload.size()));
  return error;
}

cudaError copy_rows(void* destination, size_t destination_pitch, const void* source,
                    size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  if (width > destination_pitch || width > source_pitch)
    return remember(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height && width > 0; row++) {
    const cudaError error =
        copy(static_cast<char*>(destination) + row * destination_pitch,
             static_cast<const char*>(source) + row * source_pitch, width, kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError fill(void* pointer, int value, size_t bytes) {
  hand_over_managed();
  Message message;
  message.header.operation = Operation::fill;
  message.header.numbers[0] = is_device_address(pointer) ? number(pointer) : pointer != nullptr;
  message.header.numbers[1] = static_cast<uint64_t>(value);
  message.header.numbers[2] = bytes;
  return call(message);
}

// The address that a variable of the program has on the device; 0 when the device has no variable
// of this name.
uint64_t address_of_symbol(const void* symbol) {
  if (is_device_address(symbol)) return number(symbol);
  Dl_info found{};
  if (symbol == nullptr || dladdr(symbol, &found) == 0 || found.dli_sname == nullptr) return 0;
  Message message;
  message.header.operation = Operation::symbol;
  message.payload.assign(found.dli_sname, found.dli_sname + strlen(found.dli_sname) + 1);
  if (call(message) != cudaSuccess) return 0;
  const uint64_t begin = message.header.numbers[0];
  add_device_range(begin, 1);
  return begin + (number(symbol) - number(found.dli_saddr));
}

bool lies_in_symbol(size_t symbol_bytes, size_t bytes, size_t offset) {
  return offset <= symbol_bytes && bytes <= symbol_bytes - offset;
}

}  // namespace

void add_device_range(uint64_t begin, uint64_t bytes) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  uint64_t& kept = known().ranges[begin];
  kept = std::max(kept, bytes);
}

bool is_device_address(const void* pointer) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  const uint64_t at = number(pointer);
  const auto after = known().ranges.upper_bound(at);
  if (after != known().ranges.end() && after->first - at <= kAround) return true;
  if (after == known().ranges.begin()) return false;
  const auto before = std::prev(after);
  return at - before->first <= before->second + kAround;
}

}  // namespace cuda_on_cpu::remote

using namespace cuda_on_cpu;
using namespace cuda_on_cpu::remote;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return allocate(pointer, bytes);
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return allocate(pointer, bytes);
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  constexpr size_t kPitch = 512;
  size_t room = 0, bytes = 0;
  if (pitch == nullptr || __builtin_add_overflow(width, kPitch - 1, &room) ||
      __builtin_mul_overflow(room / kPitch * kPitch, height, &bytes))
    return remember(cudaErrorInvalidValue);
  *pitch = room / kPitch * kPitch;
  return allocate(pointer, bytes);
}
cudaError_t cudaFree(void* pointer) {
  return free_device(pointer);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return free_device(pointer);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int) {
  return allocate_pinned(pointer, bytes);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return allocate_pinned(pointer, bytes);
}
cudaError_t cudaFreeHost(void* pointer) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  if (pointer != nullptr && known().pinned.erase(pointer) == 0)
    return remember(cudaErrorInvalidValue);
  std::free(pointer);
  return cudaSuccess;
}
// Asks for memory that both host code and the device could touch. The process between them could
// not check the use of such memory, so it refuses every request. But the request is sent, so that
// the student learns the reason.
static cudaError ask_to_share(void** pointer) {
  if (pointer != nullptr) *pointer = nullptr;
  Message message;
  message.header.operation = Operation::share;
  return call(message);
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return remember(cudaErrorInvalidValue);
  const cudaError error = allocate(pointer, bytes);
  if (error != cudaSuccess || *pointer == nullptr || add_managed(*pointer, bytes)) return error;
  free_device(*pointer);
  *pointer = nullptr;
  return remember(cudaErrorMemoryAllocation);
}
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void*, unsigned int) {
  return ask_to_share(device_pointer);
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, int, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return is_managed(pointer) ? cudaSuccess : remember(cudaErrorInvalidValue);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise, int index) {
  return cudaMemPrefetchAsync(pointer, bytes, index, nullptr);
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  if (free_bytes == nullptr || total_bytes == nullptr) return remember(cudaErrorInvalidValue);
  Message message;
  message.header.operation = Operation::memory;
  const cudaError error = call(message);
  *free_bytes = message.header.numbers[0];
  *total_bytes = message.header.numbers[1];
  return error;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (attributes == nullptr) return remember(cudaErrorInvalidValue);
  auto* same = const_cast<void*>(pointer);
  bool is_pinned = is_registered(pointer, 1);
  {
    const std::lock_guard<std::mutex> lock(known().mutex);
    is_pinned = is_pinned || known().pinned.count(same) != 0;
  }
  if (is_managed(pointer))
    *attributes = {cudaMemoryTypeManaged, current_device_index(), same, same};
  else if (is_device_address(pointer))
    *attributes = {cudaMemoryTypeDevice, current_device_index(), same, nullptr};
  else if (is_pinned)
    *attributes = {cudaMemoryTypeHost, current_device_index(), same, same};
  else
    *attributes = {cudaMemoryTypeUnregistered, -1, nullptr, same};
  return cudaSuccess;
}
cudaError_t cudaDeviceReset() {
  Message message;
  message.header.operation = Operation::reset;
  const cudaError error = call(message);
  if (error == cudaSuccess) remove_managed(kAllManaged);
  return error;
}

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
  return copy(destination, source, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return copy(destination, source, bytes, kind);
}
cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                         size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_rows(destination, destination_pitch, source, source_pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return copy_rows(destination, destination_pitch, source, source_pitch, width, height, kind);
}
cudaError_t cudaMemcpyPeer(void* destination, int, const void* source, int, size_t bytes) {
  return copy(destination, source, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* destination, int, const void* source, int, size_t bytes,
                                cudaStream_t stream) {
  return cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDeviceToDevice, stream);
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return fill(pointer, value, bytes);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return fill(pointer, value, bytes);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  if (width > pitch) return remember(cudaErrorInvalidValue);
  for (size_t row = 0; row < height && width > 0; row++)
    if (const cudaError error = fill(static_cast<char*>(pointer) + row * pitch, value, width))
      return error;
  return cudaSuccess;
}

cudaError_t cuda_on_cpu_copy_to_symbol(const void* symbol, size_t symbol_bytes, const void* source,
                                       size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return remember(cudaErrorInvalidMemcpyDirection);
  if (!lies_in_symbol(symbol_bytes, bytes, offset)) return remember(cudaErrorInvalidValue);
  const uint64_t place = address_of_symbol(symbol);
  if (place == 0) return remember(cudaErrorInvalidSymbol);
  return copy(reinterpret_cast<void*>(place + offset), source, bytes, cudaMemcpyDefault);
}
cudaError_t cuda_on_cpu_copy_from_symbol(void* destination, const void* symbol, size_t symbol_bytes,
                                         size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return remember(cudaErrorInvalidMemcpyDirection);
  if (!lies_in_symbol(symbol_bytes, bytes, offset)) return remember(cudaErrorInvalidValue);
  const uint64_t place = address_of_symbol(symbol);
  if (place == 0) return remember(cudaErrorInvalidSymbol);
  return copy(destination, reinterpret_cast<void*>(place + offset), bytes, cudaMemcpyDefault);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  const uint64_t place = pointer != nullptr ? address_of_symbol(symbol) : 0;
  if (place == 0) return remember(cudaErrorInvalidSymbol);
  *pointer = reinterpret_cast<void*>(place);
  return cudaSuccess;
}

}  // extern "C"
