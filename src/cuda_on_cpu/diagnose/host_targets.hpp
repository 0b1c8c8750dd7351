// Host memory that an open copy fills: on a GPU, the copy may still run after its call has returned,
// so the host must wait before it uses the memory. Here the copy has ended. The pages are closed
// until the host waits; the handler of SIGSEGV notes a use of them and opens them again.
#pragma once
#include <cstddef>
#include <vector>

#include "cuda_on_cpu/runtime/report.hpp"

namespace cuda_on_cpu::diagnose {

struct HostTarget {
  const char* call;
  Place place;  // of the copy
  const char* begin;
  size_t bytes;
};

// Before the runtime library or a kernel uses memory.
void open_host_targets();
// When the host's own code goes on, with the copies for which it has not waited yet.
void close_host_targets(const std::vector<HostTarget>& targets);

// A fault of host code at this address: opens the memory, and returns true if the code can go on.
// It allocates nothing, because the code may have been inside malloc.
bool opens_host_target(const void* address, const char* verb, const void* instruction);

// Reports what the last function has noted.
void tell_early_use();

}  // namespace cuda_on_cpu::diagnose
