// Comes in front of a submission's onewaywrapper.cu when it is checked alone: every call that
// allocates, copies or frees goes through here first, and its line is known.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "protocol/observed.hpp"

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
  cudaError_t memset(void* memory, int value, size_t bytes) const;

  // A stream has nothing to wait for when every call before it is over.
  template <typename T>
  cudaError_t malloc_async(T** memory, size_t bytes, cudaStream_t) const {
    return malloc(memory, bytes);
  }
  cudaError_t free_async(void* memory, cudaStream_t stream) const {
    const cudaError_t error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? free(memory) : error;
  }
  cudaError_t memcpy_async(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                           cudaStream_t stream = nullptr) const {
    const cudaError_t error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? memcpy(to, from, bytes, kind) : error;
  }
  cudaError_t memset_async(void* memory, int value, size_t bytes,
                           cudaStream_t stream = nullptr) const {
    const cudaError_t error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? memset(memory, value, bytes) : error;
  }

 private:
  cudaError_t allocate(void** memory, size_t bytes) const;
  void note(const protocol::MemoryEvent& event) const;
};

}  // namespace handshake::runner

// Without arguments, so that cudaMalloc<int>(...) is replaced as well.
#define cudaMalloc handshake::runner::TracedCall{__FILE__, __LINE__}.malloc
#define cudaMallocAsync handshake::runner::TracedCall{__FILE__, __LINE__}.malloc_async
#define cudaFree handshake::runner::TracedCall{__FILE__, __LINE__}.free
#define cudaFreeAsync handshake::runner::TracedCall{__FILE__, __LINE__}.free_async
#define cudaMemcpy handshake::runner::TracedCall{__FILE__, __LINE__}.memcpy
#define cudaMemcpyAsync handshake::runner::TracedCall{__FILE__, __LINE__}.memcpy_async
#define cudaMemset handshake::runner::TracedCall{__FILE__, __LINE__}.memset
#define cudaMemsetAsync handshake::runner::TracedCall{__FILE__, __LINE__}.memset_async
