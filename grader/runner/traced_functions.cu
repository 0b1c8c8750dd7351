// The macros of traced_cuda.hpp do not replace every use of CUDA's functions: a submission's
// onewaywrapper.cu may pass a function as an argument, or may call a template of CUDA's headers,
// such as cudaMalloc<int>. In these cases, objcopy replaces CUDA's functions by the functions of
// this file. traced_names lists the old and the new names.
#include "runner/traced_cuda.hpp"

namespace {
constexpr handshake::runner::TracedCall kSomewhere{"onewaywrapper.cu", 0};
}

extern "C" {

cudaError_t handshake_traced_cudaMalloc(void** memory, size_t bytes) {
  return kSomewhere.malloc(memory, bytes);
}
cudaError_t handshake_traced_cudaMallocAsync(void** memory, size_t bytes, cudaStream_t stream) {
  return kSomewhere.malloc_async(memory, bytes, stream);
}
cudaError_t handshake_traced_cudaMallocPitch(void** memory, size_t* pitch, size_t width,
                                             size_t height) {
  return kSomewhere.malloc_pitch(memory, pitch, width, height);
}
cudaError_t handshake_traced_cudaDeviceReset() {
  return kSomewhere.reset();
}
cudaError_t handshake_traced_cudaFree(void* memory) {
  return kSomewhere.free(memory);
}
cudaError_t handshake_traced_cudaFreeAsync(void* memory, cudaStream_t stream) {
  return kSomewhere.free_async(memory, stream);
}
cudaError_t handshake_traced_cudaMemcpy(void* to, const void* from, size_t bytes,
                                        cudaMemcpyKind kind) {
  return kSomewhere.memcpy(to, from, bytes, kind);
}
cudaError_t handshake_traced_cudaMemcpyAsync(void* to, const void* from, size_t bytes,
                                             cudaMemcpyKind kind, cudaStream_t stream) {
  return kSomewhere.memcpy_async(to, from, bytes, kind, stream);
}
cudaError_t handshake_traced_cudaMemcpy2D(void* to, size_t to_pitch, const void* from,
                                          size_t from_pitch, size_t width, size_t height,
                                          cudaMemcpyKind kind) {
  return kSomewhere.memcpy_2d(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t handshake_traced_cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                               size_t from_pitch, size_t width, size_t height,
                                               cudaMemcpyKind kind, cudaStream_t stream) {
  return kSomewhere.memcpy_2d_async(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
cudaError_t handshake_traced_cudaMemset2D(void* memory, size_t pitch, int value, size_t width,
                                          size_t height) {
  return kSomewhere.memset_2d(memory, pitch, value, width, height);
}
cudaError_t handshake_traced_cudaMemset(void* memory, int value, size_t bytes) {
  return kSomewhere.memset(memory, value, bytes);
}
cudaError_t handshake_traced_cudaMemsetAsync(void* memory, int value, size_t bytes,
                                             cudaStream_t stream) {
  return kSomewhere.memset_async(memory, value, bytes, stream);
}
}
