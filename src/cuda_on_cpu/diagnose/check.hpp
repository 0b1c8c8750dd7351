// The check of one access to memory by a kernel.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/diagnose/sites.hpp"

// Declared for the program in device_state.h, which no other file here may include: it declares
// threadIdx as a constant.
extern "C" {
void cuda_on_cpu_found_taken(const void* address);
void cuda_on_cpu_fence(void);
}

namespace cuda_on_cpu {
struct Thread;
}

namespace cuda_on_cpu::diagnose {

// The last access that was checked, one for reads and one for writes. The compiler's
// instrumentation has just reported it, so machine_accesses.cpp need not check it again.
struct Told {
  const Thread* thread;
  const char* begin;
  const char* end;
};
// Called when another thread may have written since that access.
void forget_told();

// HANDSHAKE_INTERLEAVE: the threads of a block take turns at their accesses, in an order that
// HANDSHAKE_SCHEDULE=shuffle:SEED draws.
extern bool interleaving;

// Bytes must be 1, 2, 4, 8 or 16.
void check_access(const char* address, uint32_t bytes, Access access, const void* code);
// The thread will overwrite these bytes, with an operation that also looks like a read.
void expect_no_value(const char* address, uint32_t bytes);
// A range of any length; it is cut into pieces of these sizes.
void check_range(const char* address, size_t bytes, Access access, const void* code);
// A read of a whole object. The gaps between the members of a struct are copied too, and they may
// be unwritten. So unwritten bytes are reported only if the whole object was never written.
void check_copied(const char* address, size_t bytes, const void* code);

}  // namespace cuda_on_cpu::diagnose
