// Collective operations between pretended devices: the host threads of all devices meet, the last
// one to come combines the arrays on the host, and all go on.
#include <nccl.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace {

struct Request {
  const void* send = nullptr;
  void* receive = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclInt32;
  ncclRedOp_t operation = ncclSum;
};

// What the communicators of one ncclCommInitAll share.
struct Meeting {
  std::mutex mutex;
  std::condition_variable all_came;
  std::vector<Request> requests;
  int arrived = 0;
  std::uint64_t number = 0;  // of the meeting that people arrive for
  ncclResult_t result = ncclSuccess;
  bool aborted = false;
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
};

extern "C" {

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  int there = 0;
  if (comms == nullptr || count < 1) return ncclInvalidArgument;
  if (cudaGetDeviceCount(&there) != cudaSuccess) return ncclUnhandledCudaError;
  const auto meeting = std::make_shared<Meeting>();
  meeting->requests.resize(count);
  for (int rank = 0; rank < count; ++rank) {
    const int device = devices == nullptr ? rank : devices[rank];
    if (device < 0 || device >= there) return ncclInvalidArgument;
  }
  for (int rank = 0; rank < count; ++rank) comms[rank] = new ncclComm{meeting, rank};
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  delete comm;
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  Meeting& meeting = *comm->meeting;
  const std::lock_guard<std::mutex> lock(meeting.mutex);
  meeting.aborted = true;
  meeting.all_came.notify_all();
  return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
  if (type != ncclInt32 && type != ncclInt64) return ncclInvalidArgument;
  if (cudaStreamSynchronize(stream) != cudaSuccess) return ncclUnhandledCudaError;
  Meeting& meeting = *comm->meeting;
  std::unique_lock<std::mutex> lock(meeting.mutex);
  if (meeting.aborted) return ncclSystemError;
  meeting.requests[comm->rank] = {send, receive, count, type, operation};
  const std::uint64_t mine = meeting.number;
  if (++meeting.arrived == static_cast<int>(meeting.requests.size())) {
    meeting.result = all_reduce(meeting.requests);
    meeting.arrived = 0;
    ++meeting.number;
    meeting.all_came.notify_all();
  } else {
    meeting.all_came.wait(lock, [&] { return meeting.number != mine || meeting.aborted; });
    if (meeting.number == mine) return ncclSystemError;
  }
  return meeting.result;
}

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "a CUDA call failed";
    case ncclSystemError:
      return "another device gave up";
    case ncclInternalError:
      return "internal error";
    case ncclInvalidArgument:
      return "invalid argument";
    case ncclInvalidUsage:
      return "the devices called different operations";
  }
  return "unknown error";
}
}
