// cudaMalloc, cudaFree and similar functions.
#include <cstring>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/pinned.hpp"
#include "cuda_on_cpu/runtime/streams.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {
namespace {

cudaError make(void** pointer, size_t bytes, MemoryKind kind, const void* caller) {
  if (pointer == nullptr) return remember(cudaErrorInvalidValue);
  Device& here = current_device();
  if (const cudaError error = known_kernel_error(here)) return remember(error);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const Allocation* made = allocate(bytes, kind, here.index, {nullptr, caller});
  if (made == nullptr) return remember(cudaErrorMemoryAllocation);
  *pointer = made->begin;
  return cudaSuccess;
}

void tell_bad_free(const void* pointer, FreeResult result, const char* call, const void* caller) {
  Finding finding(Kind::bad_free, {nullptr, caller});
  if (result == FreeResult::already_freed) {
    finding.kind = Kind::double_free;
    finding.message.add("%s of memory that was freed before", call);
    if (const Allocation* old = find_nearest(pointer)) tell_allocation(*old, &finding);
    finding.advice = "free every allocation only once";
  } else {
    finding.message.add(
        "%s of %p, which is not the beginning of %s", call, pointer,
        std::strcmp(call, "cudaFree") == 0 ? "a device allocation" : "a pinned allocation");
    finding.advice = "pass exactly the pointer from the call that allocated the memory";
  }
  report(finding);
}

cudaError destroy(void* pointer, MemoryKind kind, const char* call, const void* caller) {
  Device& here = current_device();
  if (in_device_region(pointer) && slice_of(pointer) != shared_slice()) {
    wait_until_idle(device(slice_of(pointer)));
  }
  if (hooks != nullptr && std::strcmp(call, "cudaFreeAsync") != 0) {
    hooks->host_waits_for_device(here.index);
  }
  if (const cudaError error = meet_kernel_error(here)) return remember(error);
  if (pointer == nullptr) return cudaSuccess;
  const FreeResult result = release(pointer, kind, {nullptr, caller});
  if (result == FreeResult::freed) return cudaSuccess;
  tell_bad_free(pointer, result, call, caller);
  return remember(cudaErrorInvalidValue);
}

}  // namespace
}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return make(pointer, bytes, MemoryKind::device, __builtin_return_address(0));
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return make(pointer, bytes, MemoryKind::device, __builtin_return_address(0));
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
    return remember(cudaErrorInvalidValue);
  }
  return make(pointer, bytes, MemoryKind::managed, __builtin_return_address(0));
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return make(pointer, bytes, MemoryKind::pinned, __builtin_return_address(0));
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int) {
  return make(pointer, bytes, MemoryKind::pinned, __builtin_return_address(0));
}
cudaError_t cudaFree(void* pointer) {
  return destroy(pointer, MemoryKind::device, "cudaFree", __builtin_return_address(0));
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return destroy(pointer, MemoryKind::device, "cudaFreeAsync", __builtin_return_address(0));
}
cudaError_t cudaFreeHost(void* pointer) {
  return destroy(pointer, MemoryKind::pinned, "cudaFreeHost", __builtin_return_address(0));
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  constexpr size_t kPitch = 512;
  size_t room = 0, bytes = 0;
  if (pitch == nullptr || __builtin_add_overflow(width, kPitch - 1, &room) ||
      __builtin_mul_overflow(room / kPitch * kPitch, height, &bytes)) {
    return remember(cudaErrorInvalidValue);
  }
  *pitch = room / kPitch * kPitch;
  return make(pointer, bytes, MemoryKind::device, __builtin_return_address(0));
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int) {
  if (device_pointer == nullptr) return remember(cudaErrorInvalidValue);
  const bool pinned = in_device_region(host_pointer) && slice_of(host_pointer) == shared_slice();
  if (!pinned && !is_registered(host_pointer, 1)) return remember(cudaErrorInvalidValue);
  *device_pointer = host_pointer;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  if (free_bytes == nullptr || total_bytes == nullptr) return remember(cudaErrorInvalidValue);
  const Device& here = current_device();
  const size_t used = here.memory_used;
  *total_bytes = here.memory_limit;
  *free_bytes = used < here.memory_limit ? here.memory_limit - used : 0;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (attributes == nullptr) return remember(cudaErrorInvalidValue);
  *attributes = {cudaMemoryTypeUnregistered, -1, nullptr, nullptr};
  auto* same = const_cast<void*>(pointer);
  if (const Allocation* allocation = find_live(pointer)) {
    switch (allocation->kind) {
      case MemoryKind::device:
        *attributes = {cudaMemoryTypeDevice, allocation->device, same, nullptr};
        break;
      case MemoryKind::managed:
        *attributes = {cudaMemoryTypeManaged, allocation->device, same, same};
        break;
      case MemoryKind::pinned:
        *attributes = {cudaMemoryTypeHost, allocation->device, same, same};
        break;
    }
  } else if (is_registered(pointer, 1)) {
    *attributes = {cudaMemoryTypeHost, current_device_index(), same, same};
  } else if (is_device_symbol(pointer)) {
    *attributes = {cudaMemoryTypeDevice, current_device_index(), same, nullptr};
  } else if (!in_device_region(pointer)) {
    attributes->hostPointer = same;
  }
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int index,
                                 cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  const Allocation* allocation = find_live(pointer);
  if (allocation == nullptr || allocation->kind != MemoryKind::managed ||
      !allocation->holds(pointer, bytes)) {
    return remember(cudaErrorInvalidValue);
  }
  if (index != cudaCpuDeviceId && (index < 0 || index >= device_count())) {
    return remember(cudaErrorInvalidDevice);
  }
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise, int index) {
  return cudaMemPrefetchAsync(pointer, bytes, index, nullptr);
}

cudaError_t cudaDeviceReset() {
  Device& here = current_device();
  wait_until_idle(here);
  if (hooks != nullptr) hooks->host_waits_for_device(here.index);
  if (const cudaError error = meet_kernel_error(here)) return remember(error);
  for (const Allocation* allocation : live_allocations()) {
    if (allocation->device != here.index || allocation->kind == MemoryKind::pinned) continue;
    release(allocation->begin, allocation->kind, {nullptr, __builtin_return_address(0)});
  }
  here.peers = 0;
  cudaGetLastError();
  return cudaSuccess;
}

}  // extern "C"
