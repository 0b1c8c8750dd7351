// Work in several streams on the same memory. The argument chooses how one stream waits for
// another: not at all, which is a mistake, or in one of the ways that CUDA offers.
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

constexpr int kCount = 256;
constexpr size_t kBytes = kCount * sizeof(int);

__global__ void add_one(const int* values, int* result) {
  result[threadIdx.x] = values[threadIdx.x] + 1;
}
__global__ void add_one_from(const int* values, int* result, int first) {
  result[first + threadIdx.x] = values[first + threadIdx.x] + 1;
}

struct Streams {
  cudaStream_t apart, other_apart, ordinary, other_ordinary;
  cudaEvent_t event;
};

static int* a;
static int* b;
static std::vector<int> host(kCount, 5);

static void mistakes(const char* what, const Streams& s) {
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("copy_then_launch")) {
    cudaMemcpyAsync(a, host.data(), kBytes, cudaMemcpyHostToDevice, s.apart);  // MARK copy_up
    add_one<<<1, kCount>>>(a, b);  // MARK launch_in_default
  }
  if (is("copy_of_next_data")) {
    add_one<<<1, kCount>>>(a, b);                                              // MARK reads_old
    cudaMemcpyAsync(a, host.data(), kBytes, cudaMemcpyHostToDevice, s.apart);  // MARK copy_over
  }
  if (is("launch_then_copy_down")) {
    add_one<<<1, kCount, 0, s.apart>>>(a, b);                    // MARK launch_apart
    cudaMemcpy(host.data(), b, kBytes, cudaMemcpyDeviceToHost);  // MARK copy_down
  }
  if (is("memset_then_launch")) {
    cudaMemset(a, 0, kBytes);                  // MARK set_in_default
    add_one<<<1, kCount, 0, s.apart>>>(a, b);  // MARK launch_after_set
  }
  if (is("two_ordinary_streams")) {
    add_one<<<1, kCount, 0, s.ordinary>>>(a, b);        // MARK first_of_two
    add_one<<<1, kCount, 0, s.other_ordinary>>>(b, a);  // MARK second_of_two
  }
  if (is("copy_on_device")) {
    cudaMemcpy(a, b, kBytes, cudaMemcpyDeviceToDevice);  // MARK copy_across
    add_one<<<1, kCount, 0, s.apart>>>(b, a);            // MARK launch_after_copy
  }
  if (is("event_too_early")) {
    cudaEventRecord(s.event, s.apart);
    cudaMemsetAsync(a, 0, kBytes, s.apart);  // MARK set_after_event
    cudaStreamWaitEvent(s.ordinary, s.event, 0);
    add_one<<<1, kCount, 0, s.ordinary>>>(a, b);  // MARK launch_after_event
  }
  if (is("waits_for_other_stream")) {
    cudaMemsetAsync(a, 0, kBytes, s.apart);  // MARK set_apart
    cudaStreamSynchronize(s.other_apart);
    add_one<<<1, kCount>>>(a, b);  // MARK launch_after_wait
  }
  if (is("stream_destroyed")) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemsetAsync(a, 0, kBytes, stream);  // MARK set_in_destroyed
    cudaStreamDestroy(stream);
    add_one<<<1, kCount>>>(a, b);  // MARK launch_after_destroy
  }
}

// The host changes pinned memory after it has started a copy from this memory.
static void use_pinned(const char* what, const Streams& s) {
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  int* pinned = nullptr;
  cudaMallocHost(&pinned, kBytes);
  for (int i = 0; i < kCount; i++) pinned[i] = i;
  const cudaStream_t stream = is("changed_in_default") ? nullptr : s.apart;
  cudaMemcpyAsync(a, pinned, kBytes, cudaMemcpyHostToDevice, stream);  // MARK copy_of_pinned
  if (is("waits_before_change")) cudaStreamSynchronize(s.apart);
  if (is("overwritten_by_copy")) {
    cudaMemcpyAsync(pinned, b, kBytes, cudaMemcpyDeviceToHost, s.apart);
  } else if (is("overwritten_by_launch")) {
    add_one<<<1, kCount, 0, s.apart>>>(a, pinned);
  } else {
    pinned[7] = -1;
  }
  cudaMemcpyAsync(b, pinned, kBytes, cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
  cudaFreeHost(pinned);
}

static void take(void* data) {
  b = static_cast<int*>(data)[7] > 0 ? b : nullptr;
}

// The host uses pinned memory that is the target of a copy.
static void read_pinned(const char* what, const Streams& s) {
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  const cudaStream_t stream = is("read_in_default") ? nullptr : s.apart;
  const bool is_registered = is("read_registered") || is("reads_unregistered");
  const size_t room = 16 * kBytes;  // several whole pages
  const size_t bytes = is_registered || is("reads_large_in_part") ? room : kBytes;
  std::vector<int> ordinary(room / sizeof(int));
  int *pinned = ordinary.data(), *large = nullptr, *target = nullptr;
  if (!is_registered) cudaMallocHost(&pinned, 2 * bytes);
  if (is_registered) cudaHostRegister(pinned, room, cudaHostRegisterDefault);
  cudaMalloc(&large, room);
  cudaMemset(large, 1, room);
  cudaDeviceSynchronize();
  for (int i = 0; i < kCount; i++) pinned[i] = i;
  target = is("copies_to_ordinary") ? host.data() : pinned;
  cudaMemcpyAsync(target, large, bytes, cudaMemcpyDeviceToHost, stream);  // MARK copy_to_pinned
  cudaEventRecord(s.event, stream);
  if (is("waits_before_read")) cudaStreamSynchronize(stream);
  if (is("reads_after_event")) cudaEventSynchronize(s.event);
  if (is("waits_for_all")) cudaDeviceSynchronize();
  if (is("asks_until_copied"))
    while (cudaEventQuery(s.event) == cudaErrorNotReady) {
    }
  if (is("reads_after_copy_down")) {
    cudaMemcpyAsync(host.data(), large, kBytes, cudaMemcpyDeviceToHost, stream);
  }
  if (is("reads_in_callback")) cudaLaunchHostFunc(stream, take, pinned);
  if (is("reads_unregistered")) cudaHostUnregister(pinned);
  if (is("reads_after_reset")) cudaDeviceReset();
  if (is("read_after_launch")) add_one<<<1, kCount, 0, s.apart>>>(pinned, b);
  if (is("copies_on")) {
    cudaMemcpyAsync(a, pinned, kBytes, cudaMemcpyHostToDevice, s.apart);
  } else if (is("uses_other_half") || is("reads_large_in_part")) {
    pinned[bytes / sizeof(int)] = pinned[bytes / sizeof(int) + 1];
  } else if (is("frees_at_once")) {
    cudaFreeHost(pinned);
    pinned = nullptr;
  } else if (is("written_too_early")) {
    pinned[7] = 0;  // MARK writes_pinned
  } else if (!is("reads_in_callback") &&
             pinned[1100 * (is_registered ? 1 : 0)] == 0) {  // MARK reads_pinned
    cudaFree(nullptr);
  }
  if (!is("reads_after_reset")) cudaFree(large);
  if (!is_registered) cudaFreeHost(pinned);
}

static void right_ways(const char* what, const Streams& s) {
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  const bool waits = is("synchronizes_stream") || is("synchronizes_device") || is("asks_stream") ||
                     is("waits_for_event") || is("stream_waits_for_event");
  if (waits) {
    cudaMemcpyAsync(a, host.data(), kBytes, cudaMemcpyHostToDevice, s.apart);
    cudaEventRecord(s.event, s.apart);
  }
  if (is("synchronizes_stream")) cudaStreamSynchronize(s.apart);
  if (is("synchronizes_device")) cudaDeviceSynchronize();
  if (is("asks_stream"))
    while (cudaStreamQuery(s.apart) == cudaErrorNotReady) {
    }
  if (is("waits_for_event")) cudaEventSynchronize(s.event);
  if (is("stream_waits_for_event")) cudaStreamWaitEvent(s.other_apart, s.event, 0);
  if (is("stream_waits_for_event"))
    add_one<<<1, kCount, 0, s.other_apart>>>(a, b);
  else if (waits)
    add_one<<<1, kCount>>>(a, b);
  if (is("ordinary_and_default")) {
    cudaMemcpyAsync(a, host.data(), kBytes, cudaMemcpyHostToDevice, s.ordinary);
    add_one<<<1, kCount>>>(a, b);
    add_one<<<1, kCount, 0, s.other_ordinary>>>(b, a);
    cudaMemcpy(host.data(), a, kBytes, cudaMemcpyDeviceToHost);
  }
  if (is("stream_of_thread")) {
    cudaMemcpyAsync(a, host.data(), kBytes, cudaMemcpyHostToDevice, cudaStreamPerThread);
    add_one<<<1, kCount, 0, cudaStreamPerThread>>>(a, b);
    cudaMemcpy(host.data(), b, kBytes, cudaMemcpyDeviceToHost);
  }
  if (is("one_stream")) {
    cudaMemcpyAsync(a, host.data(), kBytes, cudaMemcpyHostToDevice, s.apart);
    add_one<<<1, kCount, 0, s.apart>>>(a, b);
    cudaMemcpyAsync(host.data(), b, kBytes, cudaMemcpyDeviceToHost, s.apart);
    cudaStreamSynchronize(s.apart);
  }
  // Both launches get the whole array, and each uses its own half.
  if (is("halves")) {
    for (int half = 0; half < 2; half++) {
      const cudaStream_t stream = half == 0 ? s.apart : s.other_apart;
      const int first = half * kCount / 2;
      cudaMemcpyAsync(a + first, host.data(), kBytes / 2, cudaMemcpyHostToDevice, stream);
      add_one_from<<<1, kCount / 2, 0, stream>>>(a, b, first);
    }
  }
  if (is("both_read")) {
    add_one<<<1, kCount, 0, s.apart>>>(a, b);
    cudaMemcpyAsync(host.data(), a, kBytes, cudaMemcpyDeviceToHost, s.other_apart);
  }
  // cudaMemcpyAsync to ordinary host memory returns after the copy has ended. By then, all earlier
  // work of the stream has ended, too.
  if (is("copies_down_first")) {
    add_one<<<1, kCount, 0, s.apart>>>(a, b);
    cudaMemcpyAsync(host.data(), b, kBytes, cudaMemcpyDeviceToHost, s.apart);
    add_one<<<1, kCount>>>(b, a);
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMemset(a, 0, kBytes);
  cudaMemset(b, 0, kBytes);
  cudaDeviceSynchronize();
  Streams s;
  cudaStreamCreateWithFlags(&s.apart, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s.other_apart, cudaStreamNonBlocking);
  cudaStreamCreate(&s.ordinary);
  cudaStreamCreate(&s.other_ordinary);
  cudaEventCreate(&s.event);
  mistakes(what, s);
  right_ways(what, s);
  for (const char* name : {"changed_too_early", "changed_in_default", "waits_before_change",
                           "overwritten_by_copy", "overwritten_by_launch"})
    if (std::strcmp(what, name) == 0) use_pinned(what, s);
  for (const char* name :
       {"read_too_early", "read_in_default", "read_registered", "read_after_launch",
        "written_too_early", "waits_before_read", "reads_after_event", "waits_for_all",
        "asks_until_copied", "reads_after_copy_down", "reads_in_callback", "reads_unregistered",
        "reads_after_reset", "copies_on", "copies_to_ordinary", "uses_other_half",
        "reads_large_in_part", "frees_at_once"})
    if (std::strcmp(what, name) == 0) read_pinned(what, s);
  if (std::strcmp(what, "reads_after_reset") == 0) return 0;
  cudaFree(a);
  cudaFree(b);
  return 0;
}
