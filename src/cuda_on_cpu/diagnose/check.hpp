// The check of one access to memory by a kernel.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/diagnose/sites.hpp"

// The program gets these declarations from device_state.h. No file of this folder includes that
// header, because the header declares threadIdx as a constant.
extern "C" {
void cuda_on_cpu_found_taken(const void* address);
void cuda_on_cpu_fence(void);
}

namespace cuda_on_cpu {
struct Thread;
}

namespace cuda_on_cpu::diagnose {

// The last access that was checked; there is one such object for reads and one for writes. An
// access inside the same range need not be checked again by machine_accesses.cpp.
struct Told {
  const Thread* thread;
  const char* begin;
  const char* end;
};
// Must be called when another thread may have written since the last access that was checked.
void forget_told();

// CUCC_INTERLEAVE: before each access to device memory, a random number decides whether the
// thread first lets the other threads of its block run. The numbers depend on SEED of
// CUCC_SCHEDULE=shuffle:SEED.
extern bool interleaving;

// `bytes` must be 1, 2, 4, 8 or 16.
void check_access(const char* address, uint32_t bytes, Access access, const void* code);
// The thread will overwrite these bytes, with an operation that also looks like a read. So the
// bytes need not have a value.
void expect_no_value(const char* address, uint32_t bytes);
// An asynchronous copy will write these bytes: until then, they have no value.
void expect_copy(const char* address, uint32_t bytes);
// Checks a range of any length, in pieces of 1, 2, 4, 8 or 16 bytes.
void check_range(const char* address, size_t bytes, Access access, const void* code);
// Checks a read of a whole object. Such a read also copies the gaps between the members of a
// struct, and these gaps may be unwritten. So unwritten bytes are reported only if no byte of the
// object was ever written.
void check_copied(const char* address, size_t bytes, const void* code);

}  // namespace cuda_on_cpu::diagnose
