// The error codes of the CUDA runtime that can occur here, with the numbers that CUDA gives them.
// The list is a macro, and the runtime library takes its texts from this macro. So numbers and
// texts always agree.
#pragma once
#pragma GCC system_header

#define CUDA_ON_CPU_ERRORS(X)                                                                      \
  X(cudaSuccess, 0, "no error")                                                                    \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                  \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                 \
  X(cudaErrorInitializationError, 3, "initialization error")                                       \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                            \
  X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                      \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                           \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                   \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                      \
  X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")               \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                 \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                  \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                         \
  X(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices") \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                \
  X(cudaErrorNotReady, 600, "device not ready")                                                    \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                      \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                 \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                        \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                      \
  X(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                        \
  X(cudaErrorAssert, 710, "device-side assert triggered")                                          \
  X(cudaErrorHostMemoryAlreadyRegistered, 712,                                                     \
    "part or all of the requested memory range is already mapped")                                 \
  X(cudaErrorHostMemoryNotRegistered, 713,                                                         \
    "pointer does not correspond to a registered memory "                                          \
    "region")                                                                                      \
  X(cudaErrorHardwareStackError, 714, "hardware stack error")                                      \
  X(cudaErrorMisalignedAddress, 716, "misaligned address")                                         \
  X(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")   \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                     \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")              \
  X(cudaErrorNotPermitted, 800, "operation not permitted")                                         \
  X(cudaErrorNotSupported, 801, "operation not supported")                                         \
  X(cudaErrorUnknown, 999, "unknown error")

enum cudaError {
#define CUDA_ON_CPU_ENUMERATOR(name, number, text) name = number,
  CUDA_ON_CPU_ERRORS(CUDA_ON_CPU_ENUMERATOR)
#undef CUDA_ON_CPU_ENUMERATOR
};
typedef enum cudaError cudaError_t;
