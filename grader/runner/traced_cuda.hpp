// Comes in front of a submission's onewaywrapper.cu when it is checked alone: every call that
// allocates, copies or frees goes through here first, and its line is known.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace handshake::runner {

struct TracedCall {
  const char* file;
  int line;

  template <typename T>
  cudaError_t malloc(T** memory, size_t bytes) const {
    void* made = nullptr;
    const cudaError_t error = allocate(&made, bytes);
    if (error == cudaSuccess) *memory = static_cast<T*>(made);
    return error;
  }
  cudaError_t free(void* memory) const;
  cudaError_t memcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) const;

 private:
  cudaError_t allocate(void** memory, size_t bytes) const;
};

}  // namespace handshake::runner

// Without arguments, so that cudaMalloc<int>(...) is replaced as well.
#define cudaMalloc handshake::runner::TracedCall{__FILE__, __LINE__}.malloc
#define cudaFree handshake::runner::TracedCall{__FILE__, __LINE__}.free
#define cudaMemcpy handshake::runner::TracedCall{__FILE__, __LINE__}.memcpy
