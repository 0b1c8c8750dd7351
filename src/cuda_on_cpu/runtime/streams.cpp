// Streams and events. See streams.hpp.
#include "cuda_on_cpu/runtime/streams.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"

struct CUstream_st {
  int device;
  unsigned int flags;
  uint32_t number;
};
struct CUevent_st {
  int device;
  unsigned int flags;
  bool recorded;
  double milliseconds;
};

namespace cuda_on_cpu {
namespace {

// The handles that the program has received. Because of this list, a wrong handle is an error and
// not a crash.
template <class Handle>
class Handles {
 public:
  Handle* add(Handle* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    list_.push_back(handle);
    return handle;
  }
  bool has(const Handle* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::find(list_.begin(), list_.end(), handle) != list_.end();
  }
  bool remove(Handle* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto place = std::find(list_.begin(), list_.end(), handle);
    if (place == list_.end()) return false;
    list_.erase(place);
    delete handle;
    return true;
  }

 private:
  std::mutex mutex_;
  std::vector<Handle*> list_;
};

Handles<CUstream_st>& streams() {
  static auto& result = *new Handles<CUstream_st>;
  return result;
}
Handles<CUevent_st>& events() {
  static auto& result = *new Handles<CUevent_st>;
  return result;
}

bool is_default_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

double milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

cudaError synchronize(cudaStream_t stream) {
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  Device& here = is_default_stream(stream) ? current_device() : device(stream->device);
  wait_until_idle(here);
  if (hooks != nullptr) hooks->host_waits_for_stream(name_of(stream));
  return remember(meet_kernel_error(here));
}

// The number of streams so far: two default streams of each device, which the program never
// creates, and all streams that it has created.
std::atomic<uint32_t> streams_made{2 * kMaxDevices};

}  // namespace

bool is_valid_stream(cudaStream_t stream) {
  return is_default_stream(stream) || streams().has(stream);
}

StreamName name_of(cudaStream_t stream) {
  if (!is_default_stream(stream)) {
    return {stream->number, stream->device, false, (stream->flags & cudaStreamNonBlocking) == 0};
  }
  const int here = current_device_index();
  const bool is_of_thread = stream == cudaStreamPerThread;
  return {2 * static_cast<uint32_t>(here) + (is_of_thread ? 1 : 0), here, !is_of_thread,
          is_of_thread};
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  if (stream == nullptr || flags > cudaStreamNonBlocking) return remember(cudaErrorInvalidValue);
  *stream = streams().add(new CUstream_st{current_device_index(), flags, streams_made++});
  if (hooks != nullptr) hooks->stream_created();
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = 0;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (is_default_stream(stream) || !streams().remove(stream)) {
    return remember(cudaErrorInvalidResourceHandle);
  }
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return synchronize(stream);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return synchronize(stream);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  if (flags == nullptr) return remember(cudaErrorInvalidValue);
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  *flags = is_default_stream(stream) ? cudaStreamDefault : stream->flags;
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  if (!is_valid_stream(stream) || !events().has(event)) {
    return remember(cudaErrorInvalidResourceHandle);
  }
  if (hooks != nullptr) hooks->stream_waits_for_event(name_of(stream), event);
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  if (function == nullptr) return remember(cudaErrorInvalidValue);
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  if (hooks != nullptr) hooks->host_waits_for_stream(name_of(stream));
  function(user_data);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function,
                                  void* user_data, unsigned int flags) {
  if (function == nullptr || flags != 0) return remember(cudaErrorInvalidValue);
  if (!is_valid_stream(stream)) return remember(cudaErrorInvalidResourceHandle);
  if (hooks != nullptr) hooks->host_waits_for_stream(name_of(stream));
  function(stream, known_kernel_error(current_device()), user_data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (event == nullptr) return remember(cudaErrorInvalidValue);
  *event = events().add(new CUevent_st{current_device_index(), flags, false, 0});
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return events().remove(event) ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!events().has(event) || !is_valid_stream(stream)) {
    return remember(cudaErrorInvalidResourceHandle);
  }
  const int owner = is_default_stream(stream) ? current_device_index() : stream->device;
  if (owner != event->device) return remember(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->milliseconds = milliseconds_now();
  if (hooks != nullptr) hooks->event_recorded(event, name_of(stream));
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!events().has(event)) return remember(cudaErrorInvalidResourceHandle);
  if (hooks != nullptr) hooks->host_waits_for_event(event);
  return remember(meet_kernel_error(device(event->device)));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return cudaEventSynchronize(event);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (milliseconds == nullptr) return remember(cudaErrorInvalidValue);
  for (cudaEvent_t event : {start, stop}) {
    if (!events().has(event) || !event->recorded || (event->flags & cudaEventDisableTiming) != 0) {
      return remember(cudaErrorInvalidResourceHandle);
    }
  }
  if (const cudaError error = known_kernel_error(device(start->device))) return remember(error);
  *milliseconds = static_cast<float>(stop->milliseconds - start->milliseconds);
  return cudaSuccess;
}

}  // extern "C"
