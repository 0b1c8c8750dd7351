// Host memory that is the target of an open copy: a copy for which the host has not waited yet. On
// a GPU, the copy may still run after its call has returned, so the host must wait before it uses
// the memory. Here, the copy has ended when its call returns. To find a missing wait, the pages of
// the memory are closed (PROT_NONE) until the host waits. If the host uses them earlier, the
// handler of SIGSEGV records this use and opens the pages.
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

// Called before the runtime library or a kernel uses memory.
void open_host_targets();
// Called when the host's own code continues. `targets`: those of all open copies.
void close_host_targets(const std::vector<HostTarget>& targets);

// Called when host code faults at this address. If the address is in closed memory, opens the
// memory and returns true: then the code can continue. Allocates nothing, because the fault may
// have happened inside malloc.
bool opens_host_target(const void* address, const char* verb, const void* instruction);

// Reports the early use that opens_host_target has recorded.
void tell_early_use();

}  // namespace cuda_on_cpu::diagnose
