// Included before a submission's onewaywrapper.cu if that file is checked alone. Macros replace
// every ordinary call that allocates, sets, copies or frees memory by a call of a function below,
// which also gets the line of the call. In the object file, objcopy replaces all other uses of
// these CUDA functions; traced_names lists the names.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "protocol/observed.hpp"

namespace handshake::runner {

struct TracedCall {
  const char* file;
  int line;

  constexpr TracedCall(const char* of_file, int of_line) : file(of_file), line(of_line) {}

  template <typename T>
  cudaError_t malloc(T** memory, size_t bytes) const {
    return allocate(memory, bytes, false);
  }
  template <typename T>
  cudaError_t malloc_managed(T** memory, size_t bytes, unsigned int = cudaMemAttachGlobal) const {
    return allocate(memory, bytes, true);
  }
  template <typename T>
  cudaError_t malloc_pitch(T** memory, size_t* pitch, size_t width, size_t height) const {
    return allocate(memory, width, false, pitch, height);
  }
  cudaError_t free(void* memory) const;
  cudaError_t memcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                     const cudaStream_t* stream = nullptr) const;
  cudaError_t memset(void* memory, int value, size_t bytes,
                     const cudaStream_t* stream = nullptr) const;
  // Whether CUDA forbids this cudaMemset. If so, records the mistake.
  bool is_bad_set(const void* memory, size_t bytes) const;
  // Copies one row after another, so that each row is checked: it must be inside of its array.
  cudaError_t memcpy_2d(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                        size_t width, size_t height, cudaMemcpyKind kind,
                        const cudaStream_t* stream = nullptr) const;
  cudaError_t memset_2d(void* memory, size_t pitch, int value, size_t width, size_t height) const;
  // Does not reset the device, because the runner has its own memory there. Memory that the
  // submission has not freed is reported anyway.
  cudaError_t reset() const { return cudaDeviceSynchronize(); }

  // A copy or a cudaMemset that is asynchronous on a GPU is asynchronous here, too, so that
  // diagnostic mode finds a missing synchronization. But cudaMallocAsync and cudaFreeAsync are
  // synchronous.
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
    return memcpy(to, from, bytes, kind, &stream);
  }
  cudaError_t memset_async(void* memory, int value, size_t bytes,
                           cudaStream_t stream = nullptr) const {
    return memset(memory, value, bytes, &stream);
  }
  cudaError_t memcpy_2d_async(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr) const {
    return memcpy_2d(to, to_pitch, from, from_pitch, width, height, kind, &stream);
  }

 private:
  // Tells `line` to CUDA on the CPU, so that reports about copies name this line, not the runner's.
  void say_line() const;
  template <typename T>
  cudaError_t allocate(T** memory, size_t bytes, bool is_managed, size_t* pitch = nullptr,
                       size_t height = 1) const {
    void* made = nullptr;
    const cudaError_t error = make(&made, bytes, is_managed, pitch, height);
    if (error != cudaSuccess) return error;
    // Without volatile, the compiler would warn the student about a pointer that had no value
    // before.
    replace(*const_cast<T* volatile*>(memory), made);
    *memory = static_cast<T*>(made);
    return error;
  }
  // Called before a pointer gets the address of new memory. `old` is the previous value of the
  // pointer, which may be anything.
  void replace(const void* old, const void* made) const;
  // Allocates `height` rows of `bytes` bytes each. `*pitch` becomes the number of bytes from the
  // start of one row to the start of the next. If `pitch` is null, there is one row.
  cudaError_t make(void** memory, size_t bytes, bool is_managed, size_t* pitch,
                   size_t height) const;
  void note(const protocol::MemoryEvent& event) const;
  bool is_behind(const void* memory, bool is_in_none, long side, long bytes) const;
  void note_set(int value) const;
  bool has_no_memory(const void* memory, bool is_of_gpu, long side, long bytes) const;
};

}  // namespace handshake::runner

// These macros replace only calls. A name that is not called, such as the name of a function that
// is passed as an argument, stays as it is. So every program that compiles without the macros also
// compiles with them. Later, objcopy replaces the remaining names: see traced_names and
// traced_functions.cu. HANDSHAKE_TRACED uses () and not {}: if a call is the argument of a macro, a
// comma outside of parentheses could split this argument.
#define HANDSHAKE_TRACED handshake::runner::TracedCall(__FILE__, __LINE__)
#define cudaMalloc(...) HANDSHAKE_TRACED.malloc(__VA_ARGS__)
#define cudaMallocManaged(...) HANDSHAKE_TRACED.malloc_managed(__VA_ARGS__)
#define cudaMallocAsync(...) HANDSHAKE_TRACED.malloc_async(__VA_ARGS__)
#define cudaMallocPitch(...) HANDSHAKE_TRACED.malloc_pitch(__VA_ARGS__)
#define cudaFree(...) HANDSHAKE_TRACED.free(__VA_ARGS__)
#define cudaFreeAsync(...) HANDSHAKE_TRACED.free_async(__VA_ARGS__)
#define cudaMemcpy(...) HANDSHAKE_TRACED.memcpy(__VA_ARGS__)
#define cudaMemcpyAsync(...) HANDSHAKE_TRACED.memcpy_async(__VA_ARGS__)
#define cudaMemcpy2D(...) HANDSHAKE_TRACED.memcpy_2d(__VA_ARGS__)
#define cudaMemcpy2DAsync(...) HANDSHAKE_TRACED.memcpy_2d_async(__VA_ARGS__)
#define cudaDeviceReset() HANDSHAKE_TRACED.reset()
#define cudaMemset(...) HANDSHAKE_TRACED.memset(__VA_ARGS__)
#define cudaMemsetAsync(...) HANDSHAKE_TRACED.memset_async(__VA_ARGS__)
#define cudaMemset2D(...) HANDSHAKE_TRACED.memset_2d(__VA_ARGS__)
