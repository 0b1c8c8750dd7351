// The host side of the CUDA runtime API. CUDA on the CPU offers only the calls that are declared
// here. If a program uses another call, the compiler reports it.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/api_types.h"

extern "C" {
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination);
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

cudaError_t cudaMalloc(void** pointer, size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMallocHost(void** pointer, size_t bytes);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int flags);
cudaError_t cudaMallocManaged(void** pointer, size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device);

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                         size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source,
                           int source_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset(void* pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);

cudaError_t cuda_on_cpu_copy_to_symbol(const void* symbol, size_t symbol_bytes, const void* source,
                                       size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cuda_on_cpu_copy_from_symbol(void* destination, const void* symbol, size_t symbol_bytes,
                                         size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol);

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function,
                                  void* user_data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data);

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
                                     unsigned int flags = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop);

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes = 0, cudaStream_t stream = 0);
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes);
}

// The overloads that CUDA gives to C++ programs. They are always inlined, so that the library finds
// the line of the program that called them.
#define CUDA_ON_CPU_INLINE inline __attribute__((always_inline))

template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)(void*)pointer, bytes);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaHostGetDevicePointer(T** device_pointer, void* host_pointer,
                                                        unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device_pointer, host_pointer, flags);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                                 unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, bytes, flags);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, bytes, stream);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width,
                                               size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
namespace cuda_on_cpu {
// The size of a variable; the largest possible number for an array whose size is not declared.
template <class T, size_t bytes = ~size_t{0}>
constexpr size_t bytes_of_symbol(long) {
  return bytes;
}
template <class T, size_t bytes = sizeof(T)>
constexpr size_t bytes_of_symbol(int) {
  return bytes;
}
}  // namespace cuda_on_cpu
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cuda_on_cpu_copy_to_symbol(&symbol, ::cuda_on_cpu::bytes_of_symbol<T>(0), source, bytes,
                                    offset, kind);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMemcpyFromSymbol(void* destination, const T& symbol,
                                                    size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cuda_on_cpu_copy_from_symbol(destination, &symbol, ::cuda_on_cpu::bytes_of_symbol<T>(0),
                                      bytes, offset, kind);
}
CUDA_ON_CPU_INLINE cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source,
                                                  size_t bytes, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cuda_on_cpu_copy_to_symbol(symbol, ~size_t{0}, source, bytes, offset, kind);
}
CUDA_ON_CPU_INLINE cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol,
                                                    size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cuda_on_cpu_copy_from_symbol(destination, symbol, ~size_t{0}, bytes, offset, kind);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source,
                                                       size_t bytes, size_t offset,
                                                       cudaMemcpyKind kind, cudaStream_t = 0) {
  return cudaMemcpyToSymbol(symbol, source, bytes, offset, kind);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const T& symbol,
                                                         size_t bytes, size_t offset,
                                                         cudaMemcpyKind kind, cudaStream_t = 0) {
  return cudaMemcpyFromSymbol(destination, symbol, bytes, offset, kind);
}
// The name of cudaDeviceSynchronize in old books; CUDA 13 no longer has it.
CUDA_ON_CPU_INLINE cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return *bytes = sizeof(symbol), cudaSuccess;
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                                size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block,
                                                           void** arguments,
                                                           size_t shared_bytes = 0,
                                                           cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared_bytes,
                                     stream);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute,
                                                    int value) {
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* kernel,
                                                                             int block_size,
                                                                             size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, block_size,
                                                       shared_bytes);
}
// Finds the block size that keeps the most threads resident: here 256, or `block_limit` if it is
// smaller.
template <class T>
CUDA_ON_CPU_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block_size,
                                                                  T* kernel,
                                                                  size_t shared_bytes = 0,
                                                                  int block_limit = 0) {
  int size = block_limit > 0 && block_limit < 256 ? block_limit : 256;
  int blocks = 0, device = 0, processors = 0;
  cudaError_t error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, shared_bytes);
  if (error == cudaSuccess) error = cudaGetDevice(&device);
  if (error == cudaSuccess) {
    error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  }
  if (error != cudaSuccess) return error;
  *min_grid = blocks * processors;
  *block_size = size;
  return cudaSuccess;
}
CUDA_ON_CPU_INLINE cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
