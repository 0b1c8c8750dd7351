// Finds work that should wait for work in another stream, but does not. In CUDA on the CPU, all
// work is finished when its call returns. On a GPU, work in two streams runs in any order, unless
// the program makes one stream wait for the other. Two pieces of work are reported if neither waits
// for the other, both use the same memory, and at least one of them writes to this memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu::diagnose {

struct Shadow;

// The first function is called before the runtime library or a kernel uses memory, the second when
// the host's own code continues. While host code runs, host memory is closed (PROT_NONE) if the
// host has not waited for a copy to it: see host_targets.hpp.
void begin_to_use_memory();
void host_code_goes_on();

// Whether the program has made a stream, or has started a copy to or from pinned memory without
// waiting for the copy.
// Before that, there is only the default stream, so launches need not be remembered.
extern bool streams_in_use;

void order_after_creation();
void order_of_event(const void* event, const StreamName& stream);
void order_after_event(const StreamName& stream, const void* event);
void host_after_event(const void* event);
void host_after_stream(const StreamName& stream);
void host_after_device(int device);

void order_of_free(const Allocation& allocation);
void order_of_transfer(const Transfer& transfer);
// Records that the running launch touches these bytes of an allocation.
void touched_by_launch(const Shadow& shadow, const char* address, uint32_t bytes, bool writes);
void order_of_launch(const Launch& launch);

}  // namespace cuda_on_cpu::diagnose
