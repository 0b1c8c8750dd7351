// cudaMemcpy, cudaMemset and similar functions, with the checks that CUDA makes.
#include <cstring>
#include <utility>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/runtime/access.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/pinned.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"
#include "cuda_on_cpu/runtime/streams.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {
namespace {

// A rectangle of memory; an ordinary range is one row.
struct Area {
  char* begin;
  size_t pitch;
  size_t width;
  size_t height;
  size_t extent() const { return height == 0 ? 0 : pitch * (height - 1) + width; }
  bool has_extent() const {
    size_t rows = 0, bytes = 0;
    return height == 0 || !(__builtin_mul_overflow(pitch, height - 1, &rows) ||
                            __builtin_add_overflow(rows, width, &bytes));
  }
};

enum class Side { host, device, either };

Side side_of(const void* pointer) {
  if (in_device_region(pointer)) {
    return slice_of(pointer) == shared_slice() ? Side::either : Side::device;
  }
  return is_device_symbol(pointer) ? Side::device : Side::host;
}

Finding bad_copy(Kind kind, const char* call, const void* caller) {
  Finding finding(kind, {nullptr, caller});
  finding.message.add("%s ", call);
  return finding;
}

bool check_pointer(const Area& area, const char* role, const char* call, const void* caller) {
  if (area.begin != nullptr) return true;
  Finding finding = bad_copy(Kind::null_pointer, call, caller);
  finding.message.add("has a null pointer as its %s", role);
  finding.advice = "check that cudaMalloc was called, and returned cudaSuccess, for this pointer";
  report(finding);
  return false;
}

bool check_side(const Area& area, bool wants_device, const char* role, const char* call,
                const void* caller) {
  const Side side = side_of(area.begin);
  if (side == Side::either || (side == Side::device) == wants_device) return true;
  Finding finding = bad_copy(Kind::copy_direction, call, caller);
  finding.message.add("needs %s memory as its %s, but the pointer points to %s memory",
                      wants_device ? "device" : "host", role, wants_device ? "host" : "device");
  finding.advice =
      "check the order of the two pointers, the cudaMalloc of the device pointer, and the choice "
      "between cudaMemcpyHostToDevice and cudaMemcpyDeviceToHost";
  report(finding);
  return false;
}

// Checks an area of device memory: whether the whole area lies in one live allocation, or in the
// memory of the program's device variables. For host memory, the result is true.
bool check_range(const Area& area, const char* role, const char* call, const void* caller) {
  const size_t bytes = area.extent();
  if (!in_device_region(area.begin)) {
    return !is_device_symbol(area.begin) || in_device_symbols(area.begin, bytes);
  }
  const Allocation* live = find_live(area.begin);
  // CUCC_MARGIN forgives copies, too, that end in the padding of an array.
  const size_t padding = settings().margin != 0 ? kArrayAlignment : 0;
  if (live != nullptr && bytes <= live->room_from(area.begin) + padding) return true;
  Finding finding = bad_copy(Kind::copy_out_of_bounds, call, caller);
  const Allocation* nearest = live != nullptr ? live : find_nearest(area.begin);
  if (nearest == nullptr) {
    finding.message.add("has a %s that is not a device allocation", role);
  } else {
    const long long first = area.begin - nearest->begin;
    finding.message.add("touches bytes %lld to %lld of a %s%s allocation of %zu bytes (%s)", first,
                        first + static_cast<long long>(bytes) - 1, nearest->freed ? "freed " : "",
                        nearest->kind == MemoryKind::device ? "device" : "managed or pinned",
                        nearest->bytes, role);
    tell_allocation(*nearest, &finding);
  }
  finding.advice = "count in bytes: the number of elements times sizeof(element)";
  report(finding);
  return false;
}

void move(const Area& destination, const Area& source) {
  const OpenForCopy open(destination.begin, source.begin);
  const SymbolsOfDevice symbols(current_device_index());
  for (size_t row = 0; row < source.height; row++) {
    std::memmove(destination.begin + row * destination.pitch, source.begin + row * source.pitch,
                 source.width);
  }
  if (hooks != nullptr) {
    for (size_t row = 0; row < source.height; row++) {
      hooks->written(destination.begin + row * destination.pitch, source.width);
    }
  }
}

// The stream of a call, and whether the call may return before its work has ended.
struct Order {
  cudaStream_t stream = nullptr;
  bool is_async = false;
};

// The place that is reported for the next copy or cudaMemset: set by cuda_on_cpu_called_from.
__thread const char* said_site = nullptr;

Place place_of(const void* caller) {
  return {std::exchange(said_site, nullptr), caller};
}

// Whether the GPU may use this host memory while the program continues. This is possible only for
// pinned memory. A copy from other host memory first stores the data elsewhere. So the GPU does not
// need the host memory after the call has returned. A copy to other host memory has ended when the
// call returns.
bool is_pinned(const void* pointer) {
  const Allocation* live = in_device_region(pointer) ? find_live(pointer) : nullptr;
  return live != nullptr ? live->kind == MemoryKind::pinned : is_registered(pointer, 1);
}

bool is_managed(const void* pointer) {
  const Allocation* live = in_device_region(pointer) ? find_live(pointer) : nullptr;
  return live != nullptr && live->kind == MemoryKind::managed;
}

bool is_on_device(const void* pointer) {
  return side_of(pointer) == Side::device;
}

// Whether the host waits, according to "API synchronization behavior" in CUDA's documentation. The
// documentation does not define this for managed memory and for a cudaMemcpy to the device. In
// these two cases, the result is true. This can hide a report, but cannot cause a wrong one.
bool host_waits_for_copy(const void* to, const void* from, const Order& order) {
  if (is_managed(to) || is_managed(from)) return true;
  if (is_on_device(to) && is_on_device(from)) return false;
  if (!order.is_async) return true;
  return !is_on_device(to) && !is_pinned(to);
}

void tell_copy(const Area& destination, const Area& source, const Order& order, const char* call,
               const Place& place) {
  const auto lasting = [](const Area& area) {
    return in_device_region(area.begin) || is_pinned(area.begin);
  };
  const bool waits = host_waits_for_copy(destination.begin, source.begin, order);
  for (size_t row = 0; row < source.height; row++) {
    hooks->transferred(
        {call, name_of(order.stream),
         lasting(destination) ? destination.begin + row * destination.pitch : nullptr,
         lasting(source) ? source.begin + row * source.pitch : nullptr, source.width, waits,
         is_pinned(source.begin), is_pinned(destination.begin) && is_on_device(source.begin),
         place});
  }
}

cudaError before_transfer() {
  Device& here = current_device();
  wait_until_idle(here);
  return meet_kernel_error(here);
}

cudaError copy(const Area& destination, const Area& source, cudaMemcpyKind kind, const char* call,
               const void* caller, const Order& order = {}) {
  const Place place = place_of(caller);
  if (const cudaError error = before_transfer()) return remember(error);
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return remember(cudaErrorInvalidMemcpyDirection);
  }
  if (source.width == 0 || source.height == 0) return cudaSuccess;
  if (!check_pointer(destination, "destination", call, caller) ||
      !check_pointer(source, "source", call, caller)) {
    return remember(cudaErrorInvalidValue);
  }
  if (source.width > source.pitch || source.width > destination.pitch) {
    return remember(cudaErrorInvalidPitchValue);
  }
  if (!destination.has_extent() || !source.has_extent()) return remember(cudaErrorInvalidValue);
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind != cudaMemcpyDefault &&
      (!check_side(destination, to_device, "destination", call, caller) ||
       !check_side(source, from_device, "source", call, caller))) {
    return remember(cudaErrorInvalidValue);
  }
  if (!check_range(destination, "destination", call, caller) ||
      !check_range(source, "source", call, caller)) {
    return remember(cudaErrorInvalidValue);
  }
  if (hooks != nullptr) {
    for (size_t row = 0; row < source.height; row++) {
      hooks->copying(call, source.begin + row * source.pitch, source.width, caller);
    }
    tell_copy(destination, source, order, call, place);
  }
  move(destination, source);
  return cudaSuccess;
}

cudaError copy_range(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
                     const char* call, const void* caller, const Order& order = {}) {
  return copy({static_cast<char*>(destination), bytes, bytes, 1},
              {static_cast<char*>(const_cast<void*>(source)), bytes, bytes, 1}, kind, call, caller,
              order);
}

cudaError set(const Area& area, int value, const char* call, const void* caller,
              const Order& order = {}) {
  const Place place = place_of(caller);
  if (const cudaError error = before_transfer()) return remember(error);
  if (area.width == 0 || area.height == 0) return cudaSuccess;
  if (!check_pointer(area, "destination", call, caller) || area.width > area.pitch ||
      !area.has_extent() || !check_side(area, true, "destination", call, caller) ||
      !check_range(area, "destination", call, caller)) {
    return remember(cudaErrorInvalidValue);
  }
  for (size_t row = 0; hooks != nullptr && row < area.height; row++) {
    hooks->transferred({call, name_of(order.stream), area.begin + row * area.pitch, nullptr,
                        area.width, !is_on_device(area.begin), false, false, place});
  }
  const OpenForCopy open(area.begin, nullptr);
  const SymbolsOfDevice symbols(current_device_index());
  for (size_t row = 0; row < area.height; row++) {
    std::memset(area.begin + row * area.pitch, value, area.width);
  }
  if (hooks != nullptr) {
    for (size_t row = 0; row < area.height; row++) {
      hooks->written(area.begin + row * area.pitch, area.width);
    }
  }
  return cudaSuccess;
}

bool lies_in_symbol(size_t symbol_bytes, size_t bytes, size_t offset) {
  return offset <= symbol_bytes && bytes <= symbol_bytes - offset;
}

bool valid_device(int index) {
  return index >= 0 && index < device_count();
}

}  // namespace
}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

// For a program that calls cudaMemcpy and cudaMemset only in its own wrapper functions: sets the
// place that is reported for the next such call, as "file:line:column". The text must exist until
// the program ends.
void cuda_on_cpu_called_from(const char* site) {
  said_site = site;
}

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
  return copy_range(destination, source, bytes, kind, "cudaMemcpy", __builtin_return_address(0));
}
cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return copy_range(destination, source, bytes, kind, "cudaMemcpyAsync",
                    __builtin_return_address(0), {stream, true});
}
cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                         size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy({static_cast<char*>(destination), destination_pitch, width, height},
              {static_cast<char*>(const_cast<void*>(source)), source_pitch, width, height}, kind,
              "cudaMemcpy2D", __builtin_return_address(0));
}
cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return copy({static_cast<char*>(destination), destination_pitch, width, height},
              {static_cast<char*>(const_cast<void*>(source)), source_pitch, width, height}, kind,
              "cudaMemcpy2DAsync", __builtin_return_address(0), {stream, true});
}
cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source,
                           int source_device, size_t bytes) {
  if (!valid_device(destination_device) || !valid_device(source_device)) {
    return remember(cudaErrorInvalidDevice);
  }
  wait_until_idle(device(destination_device));
  wait_until_idle(device(source_device));
  return copy_range(destination, source, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeer",
                    __builtin_return_address(0));
}
cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t bytes, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  if (!valid_device(destination_device) || !valid_device(source_device)) {
    return remember(cudaErrorInvalidDevice);
  }
  return copy_range(destination, source, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeerAsync",
                    __builtin_return_address(0), {stream, true});
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return set({static_cast<char*>(pointer), bytes, bytes, 1}, value, "cudaMemset",
             __builtin_return_address(0));
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  return set({static_cast<char*>(pointer), bytes, bytes, 1}, value, "cudaMemsetAsync",
             __builtin_return_address(0), {stream, true});
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return set({static_cast<char*>(pointer), pitch, width, height}, value, "cudaMemset2D",
             __builtin_return_address(0));
}

cudaError_t cuda_on_cpu_copy_to_symbol(const void* symbol, size_t symbol_bytes, const void* source,
                                       size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault) {
    return remember(cudaErrorInvalidMemcpyDirection);
  }
  if (!lies_in_symbol(symbol_bytes, bytes, offset)) return remember(cudaErrorInvalidValue);
  char* place = static_cast<char*>(const_cast<void*>(symbol)) + offset;
  return copy_range(place, source, bytes, cudaMemcpyDefault, "cudaMemcpyToSymbol",
                    __builtin_return_address(0));
}
cudaError_t cuda_on_cpu_copy_from_symbol(void* destination, const void* symbol, size_t symbol_bytes,
                                         size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault) {
    return remember(cudaErrorInvalidMemcpyDirection);
  }
  if (!lies_in_symbol(symbol_bytes, bytes, offset)) return remember(cudaErrorInvalidValue);
  return copy_range(destination, static_cast<const char*>(symbol) + offset, bytes,
                    cudaMemcpyDefault, "cudaMemcpyFromSymbol", __builtin_return_address(0));
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (pointer == nullptr || symbol == nullptr) return remember(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol);
  return cudaSuccess;
}

}  // extern "C"
