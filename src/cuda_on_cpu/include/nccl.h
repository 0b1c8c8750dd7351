// The few NCCL calls that this project uses, for programs that run without a GPU. Each call has the
// same name and meaning as in NVIDIA's NCCL. The collective operations work between the simulated
// devices of one process.
#ifndef CUDA_ON_CPU_NCCL_H
#define CUDA_ON_CPU_NCCL_H

#include <cuda_runtime.h>

#include <cstddef>

typedef struct ncclComm* ncclComm_t;

typedef enum {
  ncclSuccess = 0,
  ncclUnhandledCudaError = 1,
  ncclSystemError = 2,
  ncclInternalError = 3,
  ncclInvalidArgument = 4,
  ncclInvalidUsage = 5,
  ncclRemoteError = 6,
  ncclInProgress = 7
} ncclResult_t;

typedef enum { ncclInt32 = 2, ncclInt = 2, ncclInt64 = 4 } ncclDataType_t;
typedef enum { ncclSum = 0, ncclMax = 2, ncclMin = 3 } ncclRedOp_t;

extern "C" {

// comms[i] becomes the communicator of device devices[i], or of device i if devices is null.
ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices);
// The next two functions free the communicator. A program calls only one of them, and only once,
// after all other calls with this communicator have ended. One exception: ncclCommAbort may be
// called while ncclAllReduce waits for other ranks. Then ncclAllReduce returns an error. The other
// ranks wait until they are aborted as well.
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
// Stores an error that occurred after a call had returned. Here, there is never such an error.
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error);

// Every device sends `count` elements, and receives the element-wise combination of the elements of
// all devices. Called by one host thread per device. Here, the call returns only when the result is
// complete; on a GPU, it may return earlier.
ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream);

const char* ncclGetErrorString(ncclResult_t result);
}

#endif
