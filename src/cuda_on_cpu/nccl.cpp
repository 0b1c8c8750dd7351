// Collective operations between simulated devices. The host threads of all devices wait for each
// other. The last thread combines the arrays on the host, and then all threads continue. If a
// communicator is used after it was freed, the program ends with a message; NCCL would not notice
// this mistake.
#include <nccl.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Request {
  const void* send = nullptr;
  void* receive = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclInt32;
  ncclRedOp_t operation = ncclSum;
};

// The data that all communicators of one ncclCommInitAll call share.
struct Meeting {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Request> requests;
  int arrived = 0;
  std::uint64_t number = 0;  // the number of completed operations
  ncclResult_t result = ncclSuccess;
};

template <class T>
void combine(T* into, const T* from, std::size_t count, ncclRedOp_t operation) {
  for (std::size_t i = 0; i < count; ++i) {
    switch (operation) {
      case ncclSum:
        into[i] += from[i];
        break;
      case ncclMax:
        into[i] = std::max(into[i], from[i]);
        break;
      case ncclMin:
        into[i] = std::min(into[i], from[i]);
        break;
    }
  }
}

template <class T>
ncclResult_t combine_all(const std::vector<Request>& requests) {
  const std::size_t count = requests[0].count;
  std::vector<T> total(count), one(count);
  for (std::size_t rank = 0; rank < requests.size(); ++rank) {
    std::vector<T>& into = rank == 0 ? total : one;
    if (cudaMemcpy(into.data(), requests[rank].send, count * sizeof(T), cudaMemcpyDefault) !=
        cudaSuccess) {
      return ncclUnhandledCudaError;
    }
    if (rank > 0) combine(total.data(), one.data(), count, requests[0].operation);
  }
  for (const Request& request : requests) {
    if (cudaMemcpy(request.receive, total.data(), count * sizeof(T), cudaMemcpyDefault) !=
        cudaSuccess) {
      return ncclUnhandledCudaError;
    }
  }
  return ncclSuccess;
}

ncclResult_t all_reduce(const std::vector<Request>& requests) {
  for (const Request& request : requests) {
    if (request.count != requests[0].count || request.type != requests[0].type ||
        request.operation != requests[0].operation) {
      return ncclInvalidUsage;
    }
  }
  if (requests[0].count == 0) return ncclSuccess;
  return requests[0].type == ncclInt64 ? combine_all<std::int64_t>(requests)
                                       : combine_all<std::int32_t>(requests);
}

}  // namespace

struct ncclComm {
  std::shared_ptr<Meeting> meeting;
  int rank = 0;
  std::atomic<const char*> freed_by{nullptr};  // the name of the call that freed it

  ncclComm(std::shared_ptr<Meeting> all, int number) : meeting(std::move(all)), rank(number) {}
};

namespace {

// All communicators that were made, including those that were freed.
std::mutex registry_mutex;
std::vector<std::unique_ptr<ncclComm>>& registry() {
  static std::vector<std::unique_ptr<ncclComm>> all;
  return all;
}

// Ends the program. With NCCL, the program would now read freed memory, or free it again.
[[noreturn]] void end_program(const char* call, const char* freed_by) {
  std::fprintf(stderr, "nccl: %s was given a communicator that %s\n", call,
               freed_by == nullptr ? "ncclCommInitAll did not make"
                                   : (std::string(freed_by) + " freed before").c_str());
  std::abort();
}

ncclComm& live(ncclComm_t comm, const char* call) {
  const std::lock_guard<std::mutex> lock(registry_mutex);
  for (const std::unique_ptr<ncclComm>& known : registry()) {
    if (known.get() != comm) continue;
    if (const char* before = known->freed_by) end_program(call, before);
    return *known;
  }
  end_program(call, nullptr);
}

ncclResult_t free_communicator(ncclComm_t comm, const char* call) {
  if (comm == nullptr) return ncclSuccess;
  ncclComm& found = live(comm, call);
  const std::lock_guard<std::mutex> lock(found.meeting->mutex);
  if (const char* before = found.freed_by.exchange(call)) end_program(call, before);
  found.meeting->changed.notify_all();
  return ncclSuccess;
}

}  // namespace

extern "C" {

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  int there = 0;
  if (comms == nullptr || count < 1) return ncclInvalidArgument;
  if (cudaGetDeviceCount(&there) != cudaSuccess) return ncclUnhandledCudaError;
  std::set<int> used;
  for (int rank = 0; rank < count; ++rank) {
    const int device = devices == nullptr ? rank : devices[rank];
    if (device < 0 || device >= there) return ncclInvalidArgument;
    if (!used.insert(device).second) return ncclInvalidUsage;
  }
  const auto meeting = std::make_shared<Meeting>();
  meeting->requests.resize(count);
  const std::lock_guard<std::mutex> lock(registry_mutex);
  for (int rank = 0; rank < count; ++rank) {
    registry().push_back(std::make_unique<ncclComm>(meeting, rank));
    comms[rank] = registry().back().get();
  }
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  return free_communicator(comm, "ncclCommDestroy");
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  return free_communicator(comm, "ncclCommAbort");
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  if (error == nullptr) return ncclInvalidArgument;
  live(comm, "ncclCommGetAsyncError");
  *error = ncclSuccess;
  return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
  ncclComm& mine = live(comm, "ncclAllReduce");
  if (type != ncclInt32 && type != ncclInt64) return ncclInvalidArgument;
  if (cudaStreamSynchronize(stream) != cudaSuccess) return ncclUnhandledCudaError;
  Meeting& meeting = *mine.meeting;
  std::unique_lock<std::mutex> lock(meeting.mutex);
  meeting.requests[mine.rank] = {send, receive, count, type, operation};
  const std::uint64_t number = meeting.number;
  if (++meeting.arrived == static_cast<int>(meeting.requests.size())) {
    meeting.result = all_reduce(meeting.requests);
    meeting.arrived = 0;
    ++meeting.number;
    meeting.changed.notify_all();
  }
  meeting.changed.wait(lock, [&] { return meeting.number != number || mine.freed_by != nullptr; });
  if (meeting.number != number) return meeting.result;
  --meeting.arrived;
  return ncclSystemError;
}

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "a CUDA call failed";
    case ncclSystemError:
      return "the communicator was aborted";
    case ncclInternalError:
      return "internal error";
    case ncclInvalidArgument:
      return "invalid argument";
    case ncclInvalidUsage:
      return "the devices called different operations, or one device has two ranks";
    case ncclRemoteError:
      return "another device has failed";
    case ncclInProgress:
      return "the operation is not finished";
  }
  return "unknown error";
}
}
