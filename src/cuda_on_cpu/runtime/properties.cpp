// The properties of a device: those of a common mid-range GPU, except for the name, the memory and
// all values that have an effect here.
#include <cstdio>
#include <cstring>

#include "cuda_on_cpu/include/cuda_on_cpu/api.h"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/device.hpp"

namespace cuda_on_cpu {
namespace {

constexpr int kMajor = 8, kMinor = 0;
constexpr int kThreadsPerProcessor = 2048, kBlocksPerProcessor = 32, kRegisters = 65536;
constexpr int kMaxGridX = 2147483647, kMaxGridYZ = 65535, kMaxBlockZ = 64;

bool valid_device(int index) {
  return index >= 0 && index < device_count();
}

cudaDeviceProp describe(int index) {
  cudaDeviceProp p{};
  std::snprintf(p.name, sizeof p.name, "CUDA on CPU");
  p.totalGlobalMem = device(index).memory_limit;
  p.sharedMemPerBlock = kStaticSharedBytes;
  p.regsPerBlock = kRegisters;
  p.warpSize = static_cast<int>(kWarpSize);
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = static_cast<int>(kMaxThreadsPerBlock);
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = static_cast<int>(kMaxThreadsPerBlock);
  p.maxThreadsDim[2] = kMaxBlockZ;
  p.maxGridSize[0] = kMaxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = kMaxGridYZ;
  p.clockRate = 1410000;
  p.totalConstMem = 65536;
  p.major = kMajor;
  p.minor = kMinor;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.deviceOverlap = 1;
  p.multiProcessorCount = settings().workers;
  p.canMapHostMemory = 1;
  p.computeMode = cudaComputeModeDefault;
  p.surfaceAlignment = 512;
  p.concurrentKernels = 1;
  p.pciBusID = index + 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.memoryClockRate = 1215000;
  p.memoryBusWidth = 64;
  p.l2CacheSize = 4 << 20;
  p.maxThreadsPerMultiProcessor = kThreadsPerProcessor;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = kMaxSharedBytes + 1024;
  p.regsPerMultiprocessor = kRegisters;
  p.managedMemory = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  p.concurrentManagedAccess = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.sharedMemPerBlockOptin = kMaxSharedBytes;
  p.maxBlocksPerMultiProcessor = kBlocksPerProcessor;
  p.hostRegisterSupported = 1;
  return p;
}

// Computes an attribute from the properties. Returns false if the attribute is not known.
bool attribute_of(const cudaDeviceProp& p, cudaDeviceAttr attribute, int* value) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxBlockDimX:
      *value = p.maxThreadsDim[0];
      break;
    case cudaDevAttrMaxBlockDimY:
      *value = p.maxThreadsDim[1];
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = p.maxThreadsDim[2];
      break;
    case cudaDevAttrMaxGridDimX:
      *value = p.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
      *value = p.maxGridSize[1];
      break;
    case cudaDevAttrMaxGridDimZ:
      *value = p.maxGridSize[2];
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(p.sharedMemPerBlock);
      break;
    case cudaDevAttrTotalConstantMemory:
      *value = static_cast<int>(p.totalConstMem);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrMaxPitch:
      *value = static_cast<int>(p.memPitch);
      break;
    case cudaDevAttrMaxRegistersPerBlock:
      *value = p.regsPerBlock;
      break;
    case cudaDevAttrClockRate:
      *value = p.clockRate;
      break;
    case cudaDevAttrTextureAlignment:
      *value = static_cast<int>(p.textureAlignment);
      break;
    case cudaDevAttrGpuOverlap:
      *value = p.deviceOverlap;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrKernelExecTimeout:
      *value = p.kernelExecTimeoutEnabled;
      break;
    case cudaDevAttrIntegrated:
      *value = p.integrated;
      break;
    case cudaDevAttrCanMapHostMemory:
      *value = p.canMapHostMemory;
      break;
    case cudaDevAttrComputeMode:
      *value = p.computeMode;
      break;
    case cudaDevAttrConcurrentKernels:
      *value = p.concurrentKernels;
      break;
    case cudaDevAttrEccEnabled:
      *value = p.ECCEnabled;
      break;
    case cudaDevAttrPciBusId:
      *value = p.pciBusID;
      break;
    case cudaDevAttrPciDeviceId:
      *value = p.pciDeviceID;
      break;
    case cudaDevAttrMemoryClockRate:
      *value = p.memoryClockRate;
      break;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = p.memoryBusWidth;
      break;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrAsyncEngineCount:
      *value = p.asyncEngineCount;
      break;
    case cudaDevAttrUnifiedAddressing:
      *value = p.unifiedAddressing;
      break;
    case cudaDevAttrPciDomainId:
      *value = p.pciDomainID;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrStreamPrioritiesSupported:
      *value = p.streamPrioritiesSupported;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      *value = p.regsPerMultiprocessor;
      break;
    case cudaDevAttrManagedMemory:
      *value = p.managedMemory;
      break;
    case cudaDevAttrIsMultiGpuBoard:
      *value = p.isMultiGpuBoard;
      break;
    case cudaDevAttrHostNativeAtomicSupported:
      *value = p.hostNativeAtomicSupported;
      break;
    case cudaDevAttrPageableMemoryAccess:
      *value = p.pageableMemoryAccess;
      break;
    case cudaDevAttrConcurrentManagedAccess:
      *value = p.concurrentManagedAccess;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = p.cooperativeLaunch;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(p.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrHostRegisterSupported:
      *value = p.hostRegisterSupported;
      break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = p.maxBlocksPerMultiProcessor;
      break;
    case cudaDevAttrMemoryPoolsSupported:
      *value = p.memoryPoolsSupported;
      break;
    default:
      return false;
  }
  return true;
}

}  // namespace
}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int index) {
  if (properties == nullptr) return remember(cudaErrorInvalidValue);
  if (!valid_device(index)) return remember(cudaErrorInvalidDevice);
  *properties = describe(index);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int index) {
  if (value == nullptr) return remember(cudaErrorInvalidValue);
  if (!valid_device(index)) return remember(cudaErrorInvalidDevice);
  return attribute_of(describe(index), attribute, value) ? cudaSuccess
                                                         : remember(cudaErrorInvalidValue);
}
cudaError_t cudaChooseDevice(int* index, const cudaDeviceProp* properties) {
  if (index == nullptr || properties == nullptr) return remember(cudaErrorInvalidValue);
  *index = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned int) {
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (flags == nullptr) return remember(cudaErrorInvalidValue);
  *flags = cudaDeviceMapHost;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  constexpr size_t kLeastStack = size_t{128} * 1024, kMostStack = size_t{64} << 20;
  switch (limit) {
    case cudaLimitStackSize:
      if (value > kMostStack) return remember(cudaErrorInvalidValue);
      // Code for a CPU needs more stack than code for a GPU, so a stack has 128 KiB more than the
      // limit.
      FiberPool::set_stack_bytes(value + kLeastStack);
      return cudaSuccess;
    case cudaLimitPrintfFifoSize:
    case cudaLimitMallocHeapSize:
      return cudaSuccess;
  }
  return remember(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (value == nullptr) return remember(cudaErrorInvalidValue);
  switch (limit) {
    case cudaLimitStackSize:
      *value = FiberPool::stack_bytes();
      return cudaSuccess;
    case cudaLimitPrintfFifoSize:
      *value = size_t{1} << 20;
      return cudaSuccess;
    case cudaLimitMallocHeapSize:
      *value = size_t{8} << 20;
      return cudaSuccess;
  }
  return remember(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) {
  if (value == nullptr) return remember(cudaErrorInvalidValue);
  if (!valid_device(source) || !valid_device(destination) || source == destination) {
    return remember(cudaErrorInvalidDevice);
  }
  *value = (attribute == cudaDevP2PAttrAccessSupported && settings().links != Links::none) ||
           (attribute == cudaDevP2PAttrNativeAtomicSupported && settings().links == Links::nvlink);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int index) {
  if (text == nullptr || length < 1) return remember(cudaErrorInvalidValue);
  if (!valid_device(index)) return remember(cudaErrorInvalidDevice);
  std::snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0", index + 1);
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return remember(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}

}  // extern "C"
