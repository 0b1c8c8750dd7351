// Replaces CUDA's functions where a submission's onewaywrapper.cu does not call them by name: where
// it passes them as arguments, or calls a version that CUDA's headers define. See traced_names.
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
cudaError_t handshake_traced_cudaMemset(void* memory, int value, size_t bytes) {
  return kSomewhere.memset(memory, value, bytes);
}
cudaError_t handshake_traced_cudaMemsetAsync(void* memory, int value, size_t bytes,
                                             cudaStream_t stream) {
  return kSomewhere.memset_async(memory, value, bytes, stream);
}
}
